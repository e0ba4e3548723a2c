import type { ErrorObject } from 'ajv';
import { DURATION_PATTERN } from '../domain/core/durations.ts';
import { DECIMAL_PATTERN } from './amounts.ts';
import {
  BIRTHDAY_PATTERN,
  CURRENCY_PATTERN,
  EMAIL_FORMAT,
  MAX_TEXT,
  MERCHANT_ID_FORMAT,
  TEXT_PATTERN,
} from './schema-helpers.ts';

const FORMATS: Record<string, string> = {
  'date-time': 'must be an ISO 8601 timestamp with an offset, such as 2025-06-01T00:00:00Z',
  date: 'must be a date, such as 2025-06-01',
  uri: 'must be a URL',
  [EMAIL_FORMAT]: 'must be an email address, without spaces and invisible characters',
  [MERCHANT_ID_FORMAT]: `must have at most ${MAX_TEXT} characters`,
};

const PATTERNS: Record<string, string> = {
  [CURRENCY_PATTERN]: 'must be an ISO 4217 code, such as USD',
  [DECIMAL_PATTERN]: 'must be a decimal amount, such as 49.90',
  [BIRTHDAY_PATTERN]: 'must be a birthday, such as 1990-05-27, or 05-27 without a year',
  [TEXT_PATTERN]: 'must not contain NUL or a lone surrogate',
  [DURATION_PATTERN]: 'must be a whole number from 1 to 999999 with its unit: 30s, 15m, 24h, 90d',
};

/** An error of Ajv in words for the caller: the parameter as a path (`line_items[0].price`) and its complaint. */
export function complaintOf(error: ErrorObject, root: string): { parameter: string; complaint: string } {
  const { keyword, params, instancePath } = error;
  if (keyword === 'required') {
    return {
      parameter: parameterAt(`${instancePath}/${params.missingProperty}`, root),
      complaint: 'is required',
    };
  }
  if (keyword === 'discriminator') {
    return { parameter: parameterAt(`${instancePath}/${params.tag}`, root), complaint: 'is not known here' };
  }
  if (keyword === 'additionalProperties') {
    return {
      parameter: parameterAt(`${instancePath}/${params.additionalProperty}`, root),
      complaint: 'is not known here',
    };
  }
  return { parameter: parameterAt(instancePath, root), complaint: describe(keyword, params, error.message) };
}

function parameterAt(pointer: string, root: string): string {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('');
  return path.replace(/^\./, '') || root;
}

function describe(keyword: string, params: Record<string, unknown>, message: string | undefined): string {
  switch (keyword) {
    case 'type':
      return `must be ${named(params.type as string | string[])}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'const':
      return `must be ${params.allowedValue}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${params.limit}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minItems':
      return `must have at least ${params.limit} entries`;
    case 'maxItems':
      return `must have at most ${params.limit} entries`;
    case 'pattern':
      return PATTERNS[params.pattern as string] ?? `must match ${params.pattern}`;
    case 'format':
      return FORMATS[params.format as string] ?? `must be a ${params.format}`;
    default:
      return message ?? 'is not valid';
  }
}

function named(type: string | string[]): string {
  return [type]
    .flat()
    .map((name) => (name === 'null' ? 'null' : /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`))
    .join(' or ');
}
