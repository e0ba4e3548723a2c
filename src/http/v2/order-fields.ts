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

/** Beyond so many entries the complaint is about the list itself, and no entry is checked. */
export const MOST_ENTRIES = 1_000;

export const lineItem = (options: ObjectOptions) =>
  Type.Object(
    {
      id: Type.Optional(Nullable(PlatformId())),
      product_id: PlatformId(),
      variant_id: Type.Optional(Nullable(PlatformId())),
      collection_ids: Type.Optional(Type.Array(PlatformId(), { maxItems: MOST_ENTRIES })),
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

/** The option to refuse unknown fields also applies to nested objects; the title does not. */
function unnamed({ additionalProperties }: ObjectOptions): ObjectOptions {
  return additionalProperties === undefined ? {} : { additionalProperties };
}

/**
 * The states in which orders are told; absent: nothing of the kind has happened yet. The schema says so without a
 * `default`, since generated clients take a default to mean that the field is always there.
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

export const FORCE_FIELD = {
  force: Type.Optional(
    Type.Boolean({
      description:
        'Takes also what is otherwise refused with `implausible_amount`: more refunded than paid, or more paid than ten ' +
        'times the total and 100 units.',
    }),
  ),
};

export const PAYMENT_FIELDS = {
  total_paid: AmountInput(),
  payment_status: StringEnum(['not_paid', 'partially_paid', 'paid']),
};

export const CORRECT_FIELD = {
  correct: Type.Optional(
    Type.Boolean({
      description:
        'Makes of the order what this says, also where that goes back: a refund or a cancellation that was told by mistake, ' +
        'an edited total, edited lines. What was taken of points is given again. A payment that was told stays told.',
    }),
  ),
};

/** The fields that a correction may edit; absent: as it is. */
export const EDITED_FIELDS = (lineOptions: ObjectOptions) => {
  const { total, total_shipping, total_tax, total_discounts, line_items } = orderFields(lineOptions);
  return { total: Type.Optional(total), total_shipping, total_tax, total_discounts, line_items };
};

/** The fields of an order's contents. `lineOptions` says how unknown fields of its lines and codes are treated. */
export const orderFields = (lineOptions: ObjectOptions) => ({
  number: Type.Optional(Nullable(Name({ description: 'As shoppers see it.' }))),
  total: AmountInput({ description: 'With shipping and tax, after discounts.' }),
  total_shipping: Type.Optional(AmountInput()),
  total_tax: Type.Optional(AmountInput()),
  total_discounts: Type.Optional(
    AmountInput({ description: 'What discounts took off; what `discount_codes` come to where absent.' }),
  ),
  line_items: Type.Optional(Type.Array(lineItem(lineOptions), { maxItems: MOST_ENTRIES })),
  currency: voucherCurrencyFields.currency,
  site_id: Type.Optional(
    Id({ description: 'The site that sold it; its currency is meant where `currency` is absent.' }),
  ),
  claimed_reward_ids: Type.Optional(
    Type.Array(Id(), { maxItems: 250, description: 'Claimed rewards that the order used, by their ids.' }),
  ),
  channel: Type.Optional(StringEnum(CHANNELS)),
  date: Type.Optional(TimestampInput({ description: 'When it was placed; now where absent.' })),
});

/** A number of units or its text. */
export type Amount = number | string;

export interface DiscountCode {
  code: string;
  amount: Amount;
}

/** One object stands for a list of one, as some platforms' clients send it; an empty object stands for no codes. */
export type DiscountCodes = DiscountCode[] | DiscountCode | Record<string, never>;

/** One schema rather than a union of two, so that complaints are about the value that was sent. */
export const discountCodes = (options: ObjectOptions) => {
  const members = {
    code: Name({ description: 'A voucher or gift card that the order used, or a code of others.' }),
    amount: AmountInput({ description: 'What it took off.' }),
  };
  return Type.Unsafe<DiscountCodes>({
    type: ['array', 'object'],
    description: 'A list; where there is one code alone, its object is taken too.',
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
      description: `${notes.description} Null: whoever has \`customer_email\`, or a guest named by it, who becomes one with the customer that later comes with that email and an id.`,
    }),
  );
