import { type Static, Type } from '@sinclair/typebox';
import { DecimalInput } from '../amounts.ts';
import { CurrencyInput, Integer, Name, Nullable, StringEnum, TaggedUnion, Text } from '../schema-helpers.ts';

export const CartAmountSchema = Type.Object(
  { amount: DecimalInput(), currency_code: CurrencyInput() },
  { title: 'CartAmount' },
);

const CartLineInputSchema = Type.Object(
  {
    id: Name({ description: "The line's id in the cart." }),
    quantity: Integer({ minimum: 0, maximum: 1_000_000 }),
    cost: Type.Object({ total_amount: CartAmountSchema, amount_per_quantity: CartAmountSchema }),
    merchandise: Type.Object({
      id: Name({ description: "The product variant's id in the store's platform." }),
    }),
    attributes: Type.Array(Type.Object({ key: Text(), value: Nullable(Text({ maxLength: 10_000 })) }), {
      maxItems: 250,
      description: 'Of a redeemed product, `_loyalty_redemption_id` among them.',
    }),
  },
  { title: 'SessionCartLine' },
);

const PlatformCartSchema = Type.Object(
  {
    kind: Type.Literal('platform'),
    id: Name({ description: 'The cart, as redemptions name it.' }),
    cost: Type.Object({ total_amount: CartAmountSchema }),
    lines: Type.Array(CartLineInputSchema, { maxItems: 500 }),
  },
  { title: 'PlatformCart' },
);

export const CartInputSchema = TaggedUnion(
  'kind',
  [
    Type.Object(
      { kind: Type.Literal('empty') },
      { title: 'EmptyCart', description: 'There is no cart. No redemption is refunded for it.' },
    ),
    PlatformCartSchema,
  ],
  { title: 'SessionCart' },
);
export type CartInput = Static<typeof CartInputSchema>;

export const RequestedCartActionSchema = Type.Object(
  {
    kind: Type.Literal('remove_cart_line'),
    reason: StringEnum(['redemption_expired', 'redemption_cart_requirements_not_met'], {
      description: 'Either way the points have returned, where they were not spent.',
    }),
    cart_line_to_remove: Type.Object({
      kind: Type.Literal('platform'),
      id: Type.String(),
      merchandise_id: Type.String(),
      attributes: Type.Array(Type.Object({ key: Type.String(), value: Nullable(Type.String()) })),
    }),
    cart_redemption: Type.Object({ id: Type.String() }),
  },
  { title: 'RequestedCartAction', description: 'What the storefront has to do with its cart.' },
);
export type RequestedCartActionBody = Static<typeof RequestedCartActionSchema>;
