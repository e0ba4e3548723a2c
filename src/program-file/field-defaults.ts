import { ProgramFileSchema } from './schema.ts';

let defaults: ReadonlyMap<string, unknown> | undefined;

/** The default of a field with this name; undefined: it has none. */
export function defaultOf(name: string): unknown {
  defaults ??= new Map(defaultsIn(ProgramFileSchema));
  return defaults.get(name);
}

function* defaultsIn(schema: object): Generator<[name: string, value: unknown]> {
  const { properties = {} } = schema as { properties?: Record<string, { default?: unknown }> };
  for (const [name, field] of Object.entries(properties)) {
    if (field.default !== undefined) yield [name, field.default];
  }
  for (const inner of Object.values(schema)) {
    if (typeof inner === 'object' && inner !== null) yield* defaultsIn(inner);
  }
}
