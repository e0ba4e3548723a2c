import { DURATION_PATTERN } from '../domain/core/durations.ts';
import { titleOf, unitOf } from './form-words.ts';

type Schema = Record<string, unknown>;

/** The keyword for the unit of a value. Validators ignore keywords that begin with `x-`. */
const UNIT = 'x-unit';

/**
 * A JSON Schema from which a form can be drawn: every field has a title. Every duration, and every number with a unit,
 * has a unit. Pure.
 */
export function withFormWords(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'properties' ? fields(value as Schema) : within(value),
    ]),
  );
}

function fields(properties: Schema): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const schema = withFormWords(value as Schema);
      const unit = unitIn(name, schema);
      return [name, { title: titleOf(name), ...schema, ...(unit !== undefined && { [UNIT]: unit }) }];
    }),
  );
}

function unitIn(name: string, { type, pattern }: Schema): string | undefined {
  if (type === 'number' || type === 'integer') return unitOf(name);
  return pattern === DURATION_PATTERN ? 'duration' : undefined;
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  return typeof value === 'object' && value !== null ? withFormWords(value as Schema) : value;
}
