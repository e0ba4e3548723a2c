import { type Static, Type } from '@sinclair/typebox';
import { REMOVAL_REASONS } from '../../domain/claims/carts/plan-cart.ts';
import { AmountInput } from '../amounts.ts';
import {
  CurrencyInput,
  Integer,
  Nullable,
  PlatformId,
  StringEnum,
  TaggedUnion,
  Text,
} from '../schema-helpers.ts';

export const CartAmountSchema = Type.Object(
  { amount: AmountInput(), currency_code: CurrencyInput() },
  { title: 'CartAmount' },
);

const CartLineInputSchema = Type.Object(
  {
    id: PlatformId({ description: "The line's id in the cart." }),
    quantity: Integer({ minimum: 0, maximum: 1_000_000 }),
    cost: Type.Object({ total_amount: CartAmountSchema, amount_per_quantity: CartAmountSchema }),
    merchandise: Type.Object({
      id: PlatformId({ description: "The product variant's id in the store's platform." }),
    }),
    attributes: Type.Array(Type.Object({ key: Text(), value: Nullable(Text({ maxLength: 10_000 })) }), {
      maxItems: 250,
      description: 'The attributes of the line. The line of a redeemed product has `_loyalty_redemption_id`.',
    }),
  },
  { title: 'SessionCartLine' },
);

const PlatformCartSchema = Type.Object(
  {
    kind: Type.Literal('platform'),
    id: PlatformId({ description: 'The id of the cart, as redemptions give it in `cart_id`.' }),
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
      {
        title: 'EmptyCart',
        description: 'The customer has no cart. No redemption is refunded for this reason.',
      },
    ),
    PlatformCartSchema,
  ],
  { title: 'SessionCart' },
);
export type CartInput = Static<typeof CartInputSchema>;

const lineFields = {
  kind: Type.Literal('platform'),
  id: Type.String(),
  merchandise_id: Type.String(),
  attributes: Type.Array(Type.Object({ key: Type.String(), value: Nullable(Type.String()) })),
};
const CartRedemptionSchema = Type.Object({ id: Type.String() });

export const RequestedCartActionSchema = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('remove_cart_line'),
        reason: StringEnum([...REMOVAL_REASONS], {
          description:
            'Why the storefront must take the line out of the cart: the redemption was refunded, because it expired or because the cart does not meet its requirements; or the line was never redeemed, because it has other merchandise or is a second line with the same redemption.',
        }),
        cart_line_to_remove: Type.Object(lineFields),
        cart_redemption: CartRedemptionSchema,
      },
      { title: 'RemoveCartLine' },
    ),
    Type.Object(
      {
        kind: Type.Literal('set_cart_line'),
        reason: StringEnum(['redemption_quantity_mismatch']),
        cart_line_to_set: Type.Object({
          ...lineFields,
          quantity: Type.Integer({ description: 'The quantity that was redeemed. The line must have it.' }),
        }),
        cart_redemption: CartRedemptionSchema,
      },
      { title: 'SetCartLine' },
    ),
  ],
  { title: 'RequestedCartAction', description: 'A change that the storefront must make to its cart.' },
);
export type RequestedCartActionBody = Static<typeof RequestedCartActionSchema>;
