import { type ObjectOptions, type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { parseTimestamp } from '../../domain/calendar.ts';
import type { OrderInput, OrderLine } from '../../domain/orders/order.ts';
import { CHANNELS } from '../../domain/programs/program-settings.ts';
import { AmountInput, readAmount } from '../amounts.ts';
import { Id, Integer, Name, Nullable, StringEnum, Text, TimestampInput } from '../schema-helpers.ts';

const lineItem = (options: ObjectOptions) =>
  Type.Object(
    {
      id: Type.Optional(Nullable(Name())),
      product_id: Name(),
      variant_id: Name(),
      collection_ids: Type.Optional(Type.Array(Name(), { maxItems: 1000 })),
      quantity: Integer({ minimum: 0, maximum: 1_000_000 }),
      price: AmountInput({ description: 'Of one.' }),
      attributes: Type.Optional(
        Type.Array(
          Type.Object({ key: Text(), value: Nullable(Text({ maxLength: 10_000 })) }, unnamed(options)),
          {
            maxItems: 250,
          },
        ),
      ),
    },
    options,
  );

/** Whether unknown fields are refused goes down into what an object holds; its title does not. */
function unnamed({ additionalProperties }: ObjectOptions): ObjectOptions {
  return additionalProperties === undefined ? {} : { additionalProperties };
}

/**
 * The states that orders are told in; absent: nothing of the kind has happened yet. That is not said by a
 * `default`, which generated clients take to mean that the field is always there.
 */
export const ORDER_STATE_FIELDS = {
  refund_status: Type.Optional(
    StringEnum(['not_refunded', 'partially_refunded', 'refunded'], {
      description: '`not_refunded` where absent.',
    }),
  ),
  cancellation_status: Type.Optional(
    StringEnum(['not_cancelled', 'cancelled'], { description: '`not_cancelled` where absent.' }),
  ),
  total_refunded: Type.Optional(AmountInput({ description: 'Of all refunds so far together.' })),
};

export const PAYMENT_FIELDS = {
  total_paid: AmountInput(),
  payment_status: StringEnum(['not_paid', 'partially_paid', 'paid']),
};

/** What there is to say of an order's contents. `options` says what is made of fields unknown to its lines and codes. */
export const orderFields = (lineOptions: ObjectOptions) => ({
  number: Type.Optional(Nullable(Name({ description: 'As shoppers see it.' }))),
  total: AmountInput({ description: 'With shipping and tax, after discounts.' }),
  total_shipping: Type.Optional(AmountInput()),
  total_tax: Type.Optional(AmountInput()),
  total_discounts: Type.Optional(
    AmountInput({ description: 'What discounts took off; what `discount_codes` come to where absent.' }),
  ),
  line_items: Type.Optional(Type.Array(lineItem(lineOptions), { maxItems: 1000 })),
  claimed_reward_ids: Type.Optional(
    Type.Array(Id(), { maxItems: 250, description: 'Claimed rewards that the order used, by their ids.' }),
  ),
  channel: Type.Optional(StringEnum(CHANNELS)),
  date: Type.Optional(TimestampInput({ description: 'When it was placed; now where absent.' })),
});

export const discountCodes = (options: ObjectOptions) =>
  Type.Array(
    Type.Object(
      {
        code: Name({ description: 'A voucher or gift card that the order used, or a code of others.' }),
        amount: AmountInput({ description: 'What it took off.' }),
      },
      options,
    ),
    { maxItems: 250 },
  );

type Amount = number | string;

/** Every amount of a body that may be of any shape, by its parameter. */
function* amountsOf(body: unknown): Generator<[parameter: string, amount: unknown]> {
  const order = record(body);
  for (const name of TOTALS) yield [name, order[name]];
  for (const [index, line] of list(order.line_items))
    yield [`line_items[${index}].price`, record(line).price];
  for (const [index, code] of list(order.discount_codes)) {
    yield [`discount_codes[${index}].amount`, record(code).amount];
  }
}

const TOTALS = ['total', 'total_shipping', 'total_tax', 'total_discounts', 'total_paid', 'total_refunded'];

const record = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
const list = (value: unknown): Iterable<[number, unknown]> => (Array.isArray(value) ? value.entries() : []);

/** Complaints about amounts that the schema accepts and the program's currency does not. */
export function amountComplaints(request: FastifyRequest): Record<string, string> {
  const complaints: Record<string, string> = {};
  for (const [parameter, amount] of amountsOf(request.body)) {
    const isAmount =
      typeof amount === 'number' ? amount >= 0 : typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount);
    if (!isAmount) continue;
    const read = readAmount(amount as Amount, request.program.currency);
    if ('complaint' in read) complaints[parameter] = read.complaint;
  }
  return complaints;
}

/** An amount that `amountComplaints` has let pass, in minor units. */
export function minorUnits(amount: Amount, currency: string): number {
  const read = readAmount(amount, currency);
  if ('complaint' in read) throw new Error(`an amount that was not refused: ${read.complaint}`);
  return read.minor;
}

interface ContentsBody {
  number?: string | null;
  total: Amount;
  total_shipping?: Amount;
  total_tax?: Amount;
  total_discounts?: Amount;
  line_items?: Static<ReturnType<typeof lineItem>>[];
  discount_codes?: { code: string; amount: Amount }[];
  claimed_reward_ids?: number[];
  date?: string;
}

type Contents = Required<
  Pick<
    OrderInput,
    | 'number'
    | 'total_minor'
    | 'shipping_minor'
    | 'tax_minor'
    | 'discounts_minor'
    | 'line_items'
    | 'discount_codes'
    | 'claimed_reward_ids'
    | 'date'
  >
>;

/** What an order consists of, as the domain means it. */
export function readContents(body: ContentsBody, currency: string): Contents {
  const minor = (amount: Amount) => minorUnits(amount, currency);
  const discount_codes = (body.discount_codes ?? []).map(({ code, amount }) => ({
    code,
    amount_minor: minor(amount),
  }));
  const byCodes = discount_codes.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  return {
    number: body.number ?? null,
    total_minor: minor(body.total),
    shipping_minor: minor(body.total_shipping ?? 0),
    tax_minor: minor(body.total_tax ?? 0),
    discounts_minor: body.total_discounts === undefined ? byCodes : minor(body.total_discounts),
    line_items: (body.line_items ?? []).map(
      (line): OrderLine => ({
        id: line.id ?? null,
        product_id: line.product_id,
        variant_id: line.variant_id,
        collection_ids: line.collection_ids ?? [],
        quantity: line.quantity,
        price_minor: minor(line.price),
        attributes: (line.attributes ?? []).map(({ key, value }) => ({ key, value: value ?? '' })),
      }),
    ),
    discount_codes,
    claimed_reward_ids: body.claimed_reward_ids ?? [],
    date: body.date === undefined ? null : parseTimestamp(body.date)!,
  };
}

interface StateBody {
  payment_status: OrderInput['payment_status'];
  total_paid: Amount;
  refund_status?: 'not_refunded' | 'partially_refunded' | 'refunded';
  cancellation_status?: 'not_cancelled' | 'cancelled';
  total_refunded?: Amount;
}

/** How far an order has come, as the domain means it. */
export function readState(body: StateBody, currency: string) {
  return {
    payment_status: body.payment_status,
    paid_minor: minorUnits(body.total_paid, currency),
    refund_status: body.refund_status ?? ('not_refunded' as const),
    refunded_minor: minorUnits(body.total_refunded ?? 0, currency),
    cancelled: body.cancellation_status === 'cancelled',
  };
}
