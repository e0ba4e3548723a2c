import { type ObjectOptions, Type } from '@sinclair/typebox';
import { CHANNELS } from '../../domain/programs/program-settings.ts';
import { AmountInput } from '../amounts.ts';
import {
  Id,
  Integer,
  Name,
  Nullable,
  PlatformId,
  StringEnum,
  Text,
  TimestampInput,
} from '../schema-helpers.ts';
import { voucherCurrencyFields } from './voucher-currency.ts';

/** The most entries of a list. For a longer list the complaint is about the list itself, and no entry is checked. */
export const MOST_ENTRIES = 1_000;

export const lineItem = (options: ObjectOptions) =>
  Type.Object(
    {
      id: Type.Optional(Nullable(PlatformId())),
      product_id: PlatformId(),
      variant_id: Type.Optional(Nullable(PlatformId())),
      collection_ids: Type.Optional(Type.Array(PlatformId(), { maxItems: MOST_ENTRIES })),
      quantity: Integer({ minimum: 0, maximum: 1_000_000 }),
      price: AmountInput({ description: 'The price of one piece.', examples: [50] }),
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

/** The option to refuse unknown fields also applies to nested objects; the title does not. */
function unnamed({ additionalProperties }: ObjectOptions): ObjectOptions {
  return additionalProperties === undefined ? {} : { additionalProperties };
}

/**
 * The states with which orders are sent; absent: nothing of the kind has happened yet. The schema has no `default` for
 * this: generated clients would conclude from a default that the field is always present.
 */
export const ORDER_STATE_FIELDS = {
  refund_status: Type.Optional(
    StringEnum(['not_refunded', 'partially_refunded', 'refunded'], {
      description: 'Absent: `not_refunded`.',
    }),
  ),
  cancellation_status: Type.Optional(
    StringEnum(['not_cancelled', 'cancelled'], { description: 'Absent: `not_cancelled`.' }),
  ),
  total_refunded: Type.Optional(
    AmountInput({ description: 'The sum of all refunds so far.', examples: [0] }),
  ),
};

export const FORCE_FIELD = {
  force: Type.Optional(
    Type.Boolean({
      examples: [false],
      description:
        'Accepts amounts that are otherwise refused with `implausible_amount`: a refund of more than was paid, or a payment of more than ten times the total plus 100 units of the currency.',
    }),
  ),
};

export const PAYMENT_FIELDS = {
  total_paid: AmountInput(),
  payment_status: StringEnum(['not_paid', 'partially_paid', 'paid'], { examples: ['paid'] }),
};

export const CORRECT_FIELD = {
  correct: Type.Optional(
    Type.Boolean({
      examples: [false],
      description:
        'Corrects the order to this state, even if this is a step back: after a refund or a cancellation that was reported by mistake, an edited total, or edited lines. The server gives back the points that it took. A payment that was reported stays.',
    }),
  ),
};

/** The fields that a correction may edit; absent: the field stays as it is. */
export const EDITED_FIELDS = (lineOptions: ObjectOptions) => {
  const { total, total_shipping, total_tax, total_discounts, line_items } = orderFields(lineOptions);
  return { total: Type.Optional(total), total_shipping, total_tax, total_discounts, line_items };
};

/** The fields of an order's contents. `lineOptions` says how unknown fields of its lines and codes are treated. */
export const orderFields = (lineOptions: ObjectOptions) => ({
  number: Type.Optional(Nullable(Name({ description: "The order's number, as the shopper sees it." }))),
  total: AmountInput({ description: 'The amount to pay, with shipping and tax, after discounts.' }),
  total_shipping: Type.Optional(
    AmountInput({ description: 'The price of shipping. It is part of `total`.', examples: [4.9] }),
  ),
  total_tax: Type.Optional(AmountInput({ description: 'The tax. It is part of `total`.', examples: [7.5] })),
  total_discounts: Type.Optional(
    AmountInput({
      description: 'The sum of all discounts. Absent: the sum of `discount_codes`.',
      examples: [5],
    }),
  ),
  line_items: Type.Optional(Type.Array(lineItem(lineOptions), { maxItems: MOST_ENTRIES })),
  currency: voucherCurrencyFields.currency,
  site_id: Type.Optional(
    Id({ description: 'The site that sold the order. Its currency is used if `currency` is absent.' }),
  ),
  claimed_reward_ids: Type.Optional(
    Type.Array(Id(), { maxItems: 250, description: 'The ids of the claimed rewards that the order used.' }),
  ),
  channel: Type.Optional(StringEnum(CHANNELS)),
  date: Type.Optional(TimestampInput({ description: 'The moment when the order was placed. Absent: now.' })),
});

/** A number of units, or its text. */
export type Amount = number | string;

export interface DiscountCode {
  code: string;
  amount: Amount;
}

/** One object means a list of one, as some platforms' clients send it. An empty object means no codes. */
export type DiscountCodes = DiscountCode[] | DiscountCode | Record<string, never>;

/** This is one schema and not a union of two, so that complaints are about the value that was sent. */
export const discountCodes = (options: ObjectOptions) => {
  const members = {
    code: Name({
      description: 'The code of a voucher or gift card that the order used, or another code of the store.',
    }),
    amount: AmountInput({ description: 'The amount of the discount by this code.', examples: [5] }),
  };
  return Type.Unsafe<DiscountCodes>({
    type: ['array', 'object'],
    description: 'The codes of the order. One object without a list is accepted for one code.',
    maxItems: 250,
    items: Type.Object(members, options),
    properties: members,
    dependencies: { code: ['amount'], amount: ['code'] },
    ...unnamed(options),
  });
};

/** The customer of an order. An email alone may name it. */
export const BuyerId = (notes: { description: string }) =>
  Nullable(
    PlatformId({
      description: `${notes.description} Null: the customer with \`customer_email\`. If nobody has it, a guest with that email, which becomes one with the customer that later comes with the email and an id.`,
    }),
  );
