import { titleOf } from '../../../program-file/form-words.ts';
import { countText, exactMoneyText } from '../design/numbers.ts';
import { type FieldSchema, isFields, memberSchema, shapeOf } from './file-schema.ts';

/** A field of an entry in words. */
export interface Fact {
  name: string;
  text: string;
}

/** The units of a program that a file does not repeat beside each number. */
export interface Units {
  currency: string;
  /** The quantity that bounds of tiers count. */
  boundary_mode: string;
}

/** The units that the values of a program file name. */
export function unitsOf(values: Readonly<Record<string, unknown>>): Units {
  const { currency, tiers } = values;
  const mode = isFields(tiers) ? tiers.boundary_mode : undefined;
  return {
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : 'XXX',
    boundary_mode: typeof mode === 'string' ? mode : 'points',
  };
}

/** The fields of an entry in the order of its schema, without those that a card shows otherwise. */
export function factsOf(
  schema: FieldSchema | undefined,
  value: unknown,
  units: Units,
  except: readonly string[] = [],
): Fact[] {
  if (isListOfFields(value)) {
    return value.map((item, at) => ({ name: `${at + 1}.`, text: factText(schema?.items, item, units) }));
  }
  if (!isFields(value)) return [];
  const shape = (schema && shapeOf(schema, value)?.schema) ?? schema;
  const known = Object.keys(shape?.properties ?? {}).filter((name) => Object.hasOwn(value, name));
  const names = [...new Set([...known, ...Object.keys(value)])].filter((name) => !except.includes(name));
  return names.map((name) => {
    const member = memberSchema(shape, name);
    return { name: member?.title ?? nameOf(shape, name), text: factText(member, value[name], units) };
  });
}

/** Whether a value is a list of things with several fields each, such as questions with their answers. */
export function isListOfFields(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isFields);
}

/** Names of their own, such as keys of tiers, stay as they are. */
function nameOf(schema: FieldSchema | undefined, name: string): string {
  return schema?.patternProperties ? name : titleOf(name);
}

/** A value in words: "500 points", "14 days", "$25.00". */
export function factText(schema: FieldSchema | undefined, value: unknown, units: Units): string {
  if (typeof value === 'number') return amountText(schema?.['x-unit'], value, units);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((item) => factText(schema?.items, item, units)).join(', ');
  if (isFields(value)) {
    if (typeof value.count === 'number') return limitText(value.count, value.interval);
    return factsOf(objectOf(schema), value, units)
      .map(({ name, text }) => `${name}: ${text}`)
      .join(' · ');
  }
  if (typeof value !== 'string') return '–';
  if (schema?.enum) return value.replaceAll('_', ' ');
  if (schema?.['x-unit'] === 'duration') return durationText(value);
  return value.startsWith('data:') ? pictureText(value) : value;
}

/** A picture that stands in the file itself, in the place of its thousands of characters. */
export function pictureText(address: string): string {
  return `A picture of ${countText(Math.ceil(address.length / 1365))} KB`;
}

/** The alternative that is an object, among several. */
function objectOf(schema: FieldSchema | undefined): FieldSchema | undefined {
  return schema?.anyOf?.find(({ type }) => type === 'object') ?? schema;
}

const UNIT_WORDS: Record<string, string> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };

function durationText(text: string): string {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  return unit === undefined ? text : `${count} ${UNIT_WORDS[unit]}${count === '1' ? '' : 's'}`;
}

function limitText(count: number, interval: unknown): string {
  const times = count === 1 ? 'Once' : `${countText(count)} times`;
  return typeof interval === 'string' ? `${times} a ${interval}` : `${times} in all`;
}

function amountText(unit: string | undefined, value: number, { currency, boundary_mode }: Units): string {
  switch (unit) {
    case undefined:
      return String(value);
    case 'currency':
      return exactMoneyText(value, currency);
    case 'percent':
      return `${value}%`;
    case 'boundary_mode':
      return boundary_mode === 'spend'
        ? `${exactMoneyText(value, currency)} spent`
        : `${countText(value)} ${boundary_mode}`;
    default:
      return `${countText(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
  }
}
