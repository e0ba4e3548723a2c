import { Ajv, _ as code, type KeywordCxt, Name } from 'ajv';
import { parseTimestamp } from '../domain/core/calendar.ts';
import { isEmailAddress } from '../domain/customers/email-address.ts';
import { decodedAgain } from '../domain/customers/find-customer.ts';
import { EMAIL_FORMAT, MAX_TEXT, MERCHANT_ID_FORMAT } from './schema-helpers.ts';

/** Ajv stops after so many errors. One parameter that fits no branch of a union has several of them. */
const MOST_ERRORS = 200;

const ENDS_WALK = 'endsWalk';

/** Names of variables in the functions that Ajv compiles. */
const ERROR_COUNT = new Name('errors');
const ERRORS = new Name('vErrors');

/**
 * Ajv with the options for every part of a request. Compile schemas through `bounded`, so that wrong input costs no
 * more than right input.
 */
export function createAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: true,
    discriminator: true,
    allowUnionTypes: true,
  });
  ajv.addFormat('date-time', (text) => parseTimestamp(text) !== undefined);
  ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
  ajv.addFormat('uri', (text) => URL.canParse(text));
  ajv.addFormat(MERCHANT_ID_FORMAT, isMerchantIdOfPath);
  ajv.addFormat(EMAIL_FORMAT, isEmailAddress);
  ajv.addKeyword({ keyword: ENDS_WALK, schemaType: 'boolean', code: endWalkOnceEnoughIsWrong });
  return ajv;
}

interface Schema {
  [keyword: string]: unknown;
  maxItems?: number;
  items?: Schema;
}

/**
 * The same schema for Ajv with `allErrors`. If an array is too long, none of its entries is checked. After
 * `MOST_ERRORS` errors no further entry is checked.
 */
export function bounded(schema: object): object {
  return boundedSchema(schema) as object;
}

function boundedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(boundedSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [
      name,
      LITERAL.has(name) ? member : boundedSchema(member),
    ]),
  ) as Schema;
  if (members.type !== 'array' || !isObject(members.items)) return members;
  const { items, ...rest } = members;
  const entries = { items: { ...items, [ENDS_WALK]: true } };
  if (rest.maxItems === undefined) return { ...rest, ...entries };
  return { ...rest, if: { minItems: rest.maxItems + 1 }, else: entries };
}

/** Members that hold values and not schemas. */
const LITERAL = new Set(['enum', 'const', 'default', 'examples', 'required']);

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Within a union an error proves nothing yet: another branch may fit. */
function endWalkOnceEnoughIsWrong({ gen, it }: KeywordCxt): void {
  if (it.compositeRule) return;
  gen.if(code`${ERROR_COUNT} >= ${MOST_ERRORS}`, () =>
    gen.assign(code`${it.validateName}.errors`, ERRORS).return(code`false`),
  );
}

/** Up to 255 characters, or more if the text was encoded twice and decodes to as many. */
function isMerchantIdOfPath(text: string): boolean {
  const length = (id: string) => [...id].length;
  return length(text) <= MAX_TEXT || length(decodedAgain(text) ?? text) <= MAX_TEXT;
}
