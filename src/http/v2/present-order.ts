import { type Static, Type } from '@sinclair/typebox';
import { toDecimalString } from '../../domain/core/money.ts';
import type { ListedOrder } from '../../domain/listings/order-store.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import { CHANNELS } from '../../domain/programs/program-settings.ts';
import { Nullable, nullableTimestamp, StringEnum, Timestamp, timestamp } from '../schema-helpers.ts';
import { presentCustomerSummary } from '../shared/present-customer-summary.ts';
import { ChangeId, CustomerSummarySchema } from '../shared/record-schemas.ts';

const Decimal = (description?: string) =>
  Type.String({ examples: ['49.90'], ...(description && { description }) });

export const OrderSchema = Type.Object(
  {
    id: Type.Integer(),
    merchant_id: Type.String({ description: "The order's id in the store's platform, as first given." }),
    number: Nullable(Type.String()),
    customer: CustomerSummarySchema,
    currency: Type.String({
      description:
        "The currency in which the order was recorded. All amounts in this answer are in the program's currency.",
      examples: ['USD'],
    }),
    exchange_rate: Nullable(
      Type.Number({
        description: "Units of the order's currency for one unit of the program's. Null: both are the same.",
      }),
    ),
    site_id: Nullable(Type.Integer()),
    total: Decimal('The amount to pay, with shipping and tax, after discounts.'),
    total_shipping: Decimal(),
    total_tax: Decimal(),
    total_discounts: Decimal(),
    total_paid: Decimal(),
    total_refunded: Decimal('The sum of all refunds so far.'),
    payment_status: StringEnum(['not_paid', 'partially_paid', 'paid']),
    refund_status: StringEnum(['not_refunded', 'partially_refunded', 'refunded']),
    cancellation_status: StringEnum(['not_cancelled', 'cancelled']),
    paid_at: Nullable(Timestamp()),
    cancelled_at: Nullable(Timestamp()),
    line_items: Type.Array(
      Type.Object(
        {
          id: Nullable(Type.String()),
          product_id: Type.String(),
          variant_id: Nullable(Type.String()),
          collection_ids: Type.Array(Type.String()),
          quantity: Type.Integer(),
          price: Decimal('The price of one piece.'),
          attributes: Type.Array(Type.Object({ key: Type.String(), value: Type.String() })),
        },
        { title: 'OrderLine' },
      ),
    ),
    discount_codes: Type.Array(Type.Object({ code: Type.String(), amount: Decimal() })),
    claimed_reward_ids: Type.Array(Type.Integer()),
    channel: Nullable(StringEnum(CHANNELS)),
    date: Timestamp({ description: 'The moment when the order was placed.' }),
    created_at: Timestamp({ description: 'The moment when the order was recorded.' }),
    updated_at: Timestamp(),
    change_id: ChangeId(),
  },
  { title: 'Order' },
);

export function presentOrder(program: Program, order: ListedOrder): Static<typeof OrderSchema> {
  const decimal = (minor: number) => toDecimalString(minor, program.currency);
  return {
    id: order.id,
    merchant_id: order.merchant_id,
    number: order.number,
    customer: presentCustomerSummary(order.customer),
    currency: order.currency ?? program.currency,
    exchange_rate: order.currency_rate,
    site_id: order.site_id,
    total: decimal(order.total_minor),
    total_shipping: decimal(order.shipping_minor),
    total_tax: decimal(order.tax_minor),
    total_discounts: decimal(order.discounts_minor),
    total_paid: decimal(order.paid_minor),
    total_refunded: decimal(order.refunded_minor),
    payment_status: order.payment_status,
    refund_status: order.refund_status,
    cancellation_status: order.cancelled_at === null ? 'not_cancelled' : 'cancelled',
    paid_at: nullableTimestamp(order.paid_at),
    cancelled_at: nullableTimestamp(order.cancelled_at),
    line_items: order.line_items.map(({ price_minor, told_price_minor: _told, ...line }) => ({
      ...line,
      price: decimal(price_minor),
    })),
    discount_codes: order.discount_codes.map(({ code, amount_minor }) => ({
      code,
      amount: decimal(amount_minor),
    })),
    claimed_reward_ids: order.claimed_reward_ids,
    channel: order.channel,
    date: timestamp(order.date),
    created_at: timestamp(order.created_at),
    updated_at: timestamp(order.updated_at),
    change_id: order.change_id,
  };
}
