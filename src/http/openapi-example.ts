type Json = Record<string, unknown>;

interface Schema extends Json {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  examples?: unknown[];
}

const MOMENT = '2026-01-14T12:00:00.000Z';

/** Example values by name, for texts and numbers that have only a name. */
const BY_NAME: Record<string, unknown> = {
  merchant_id: '1001',
  customer_id: '1001',
  customer_merchant_id: '1001',
  email: 'ada@shop.example',
  customer_email: 'ada@shop.example',
  referee_email: 'grace@shop.example',
  first_name: 'Ada',
  last_name: 'Lovelace',
  name: 'Gold',
  title: '$5 off',
  label: '$5 off',
  description: 'For your next order.',
  currency: 'USD',
  currency_code: 'USD',
  language: 'en',
  country: 'US',
  time_zone: 'America/New_York',
  birthday: '1990-05-27',
  code: 'K7QW-2MXR-9TPA',
  formatted: '$5',
  points_text: '50 points',
  result_short_text: '50 points',
  cost_text: '500 points',
  ip_address: '203.0.113.7',
  user_agent: 'Mozilla/5.0',
  network: 'web',
  time: MOMENT,
  product_id: '900',
  variant_id: '901',
  cart_id: 'cart-1',
  secret: 'whsec_bG95YWx0eWQtc2FtcGxlLXNlY3JldC1vbmx5LSEh',
  amount: 5,
  percentage: 10,
  points: 50,
  request_id: '7f3b2c1a9d',
};

/**
 * A whole example of a schema: every member is present. If there are several shapes, it is the first that is not null.
 */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.examples?.length) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ('default' in schema) return schema.default;
  const shapes = schema.oneOf ?? schema.anyOf;
  if (shapes) return exampleOf(shapes.find(({ type }) => type !== 'null') ?? shapes[0]!, name);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name) as object));
  return ofType(schema, name);
}

function ofType(schema: Schema, name: string): unknown {
  const [type] = [schema.type].flat();
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([member, part]) => [member, exampleOf(part, member)]),
      );
    case 'array':
      return schema.items && schema.maxItems !== 0 ? [exampleOf(schema.items, singular(name))] : [];
    case 'string':
      return textOf(schema, name);
    case 'integer':
    case 'number':
      return numberOf(schema, name);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function textOf(schema: Schema, name: string): string {
  if (schema.format === 'date-time') return MOMENT;
  if (schema.format === 'date') return MOMENT.slice(0, 10);
  const known = BY_NAME[name];
  if (typeof known === 'string') return known;
  if (schema.format === 'uri' || /url|address/.test(name)) return 'https://shop.example/loyalty';
  if (schema.pattern === '^(\\d+)(?:\\.(\\d+))?$') return '49.90';
  return /(^|_)(id|token|cursor|key)$/.test(name) || name === '' ? 'abc-123' : name;
}

function numberOf({ minimum, maximum }: Schema, name: string): number {
  const known = BY_NAME[name];
  const number = typeof known === 'number' ? known : 1;
  return Math.min(Math.max(number, Number(minimum ?? number)), Number(maximum ?? Number.MAX_SAFE_INTEGER));
}

function singular(name: string): string {
  return name.endsWith('s') ? name.slice(0, -1) : name;
}
