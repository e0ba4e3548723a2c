import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { parseTimestamp } from '../../domain/calendar.ts';
import type { OrderInput } from '../../domain/orders/order.ts';
import { recordOrder } from '../../domain/orders/record-order.ts';
import { CHANNELS, type Channel, type Program } from '../../domain/programs/configuration.ts';
import { AmountInput, readAmount } from '../amounts.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { requestContext } from '../request-context.ts';
import { Id, Integer, Name, Nullable, StringEnum, Text, TimestampInput } from '../schema-helpers.ts';

const LineItemSchema = Type.Object(
  {
    id: Type.Optional(Nullable(Name())),
    product_id: Name(),
    variant_id: Name(),
    collection_ids: Type.Optional(Type.Array(Name(), { maxItems: 1000 })),
    quantity: Integer({ minimum: 0, maximum: 1_000_000 }),
    price: AmountInput({ description: 'Of one.' }),
    attributes: Type.Optional(
      Type.Array(Type.Object({ key: Text(), value: Nullable(Text({ maxLength: 10_000 })) }), {
        maxItems: 250,
      }),
    ),
  },
  { title: 'NewOrderLine' },
);

const BodySchema = Type.Object(
  {
    customer_id: Name({
      description: "The customer's id in the store's platform; an unknown customer is created.",
    }),
    customer_email: Nullable(Name()),
    merchant_id: Name({ description: "The order's id in the store's platform; a repeat is without effect." }),
    number: Type.Optional(Nullable(Name({ description: 'As shoppers see it.' }))),
    total: AmountInput({ description: 'With shipping and tax.' }),
    total_shipping: Type.Optional(AmountInput()),
    total_paid: AmountInput(),
    payment_status: StringEnum(['not_paid', 'partially_paid', 'paid']),
    line_items: Type.Optional(Type.Array(LineItemSchema, { maxItems: 1000 })),
    discount_codes: Type.Array(
      Type.Object({
        code: Name({ description: 'A voucher or gift card that the order used, or a code of others.' }),
        amount: AmountInput({ description: 'What it took off.' }),
      }),
      { maxItems: 250 },
    ),
    claimed_reward_ids: Type.Optional(
      Type.Array(Id(), { maxItems: 250, description: 'Claimed rewards that the order used, by their ids.' }),
    ),
    channel: Type.Optional(StringEnum(CHANNELS)),
    date: Type.Optional(TimestampInput({ description: 'When it was placed; now where absent.' })),
  },
  { title: 'NewOrder' },
);
type Body = Static<typeof BodySchema>;

export function createOrderRoute(app: App, deps: Deps): void {
  app.post(
    '/orders',
    {
      config: { scope: 'write_orders', complaints: amountComplaints },
      schema: {
        operationId: 'createOrder',
        tags: ['Program-level'],
        summary: 'Record an order',
        description:
          "Amounts are in the program's currency. The order earns by the purchase rules, counts towards spend tiers, " +
          'and marks used what it used: vouchers and gift cards in `discount_codes`, products by the ' +
          '`_loyalty_redemption_id` among the attributes of a line.',
        body: BodySchema,
        response: { 201: Type.Null({ description: 'Recorded; also where it was recorded before.' }) },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) =>
          recordOrder(
            deps,
            orderInput(request.program, request.body, requestContext(request).channel),
            hooks,
          ),
        present: async ({ customer_id }) => ({ status: 201, body: undefined, customer_id }),
      }),
  );
}

/** Every amount of a body that may be of any shape, by its parameter. */
function* amountsOf(body: unknown): Generator<[parameter: string, amount: unknown]> {
  const order = record(body);
  for (const name of ['total', 'total_shipping', 'total_paid']) yield [name, order[name]];
  for (const [index, line] of list(order.line_items))
    yield [`line_items[${index}].price`, record(line).price];
  for (const [index, code] of list(order.discount_codes)) {
    yield [`discount_codes[${index}].amount`, record(code).amount];
  }
}

const record = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
const list = (value: unknown): Iterable<[number, unknown]> => (Array.isArray(value) ? value.entries() : []);

/** Complaints about amounts that the schema accepts and the program's currency does not. */
function amountComplaints(request: FastifyRequest): Record<string, string> {
  const complaints: Record<string, string> = {};
  for (const [parameter, amount] of amountsOf(request.body)) {
    const isAmount =
      typeof amount === 'number' ? amount >= 0 : typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount);
    if (!isAmount) continue;
    const read = readAmount(amount as number | string, request.program.currency);
    if ('complaint' in read) complaints[parameter] = read.complaint;
  }
  return complaints;
}

function orderInput(program: Program, body: Body, channel: Channel): OrderInput {
  const minor = (amount: number | string) => {
    const read = readAmount(amount, program.currency);
    if ('complaint' in read) throw new Error(`an amount that was not refused: ${read.complaint}`);
    return read.minor;
  };
  return {
    program,
    customer_id: body.customer_id,
    customer_email: body.customer_email,
    merchant_id: body.merchant_id,
    number: body.number ?? null,
    total_minor: minor(body.total),
    shipping_minor: minor(body.total_shipping ?? 0),
    paid_minor: minor(body.total_paid),
    payment_status: body.payment_status,
    line_items: (body.line_items ?? []).map((line) => ({
      id: line.id ?? null,
      product_id: line.product_id,
      variant_id: line.variant_id,
      collection_ids: line.collection_ids ?? [],
      quantity: line.quantity,
      price_minor: minor(line.price),
      attributes: (line.attributes ?? []).map(({ key, value }) => ({ key, value: value ?? '' })),
    })),
    discount_codes: body.discount_codes.map(({ code, amount }) => ({ code, amount_minor: minor(amount) })),
    claimed_reward_ids: body.claimed_reward_ids ?? [],
    channel: body.channel ?? channel,
    date: body.date === undefined ? null : parseTimestamp(body.date)!,
  };
}
