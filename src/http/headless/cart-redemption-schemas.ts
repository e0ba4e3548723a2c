import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../schema-helpers.ts';
import { CartRequirementsDetailSchema } from './cart-requirements-schemas.ts';
import { productFields } from './reward-fields.ts';

export const ProductSchema = Type.Object(
  {
    ...productFields,
    variant: Type.Object(
      {
        id: Type.String({ description: "The variant's id in the store's platform." }),
        title: Nullable(Type.String()),
        inventory_count: Nullable(
          Type.Integer({ description: 'The number of pieces that are left. Null: stock is not tracked.' }),
        ),
      },
      { title: 'ProductVariant' },
    ),
  },
  { title: 'Product' },
);

export const ActiveCartRedemptionSchema = Type.Object(
  {
    id: Type.String(),
    claimed_reward_id: Type.Integer(),
    expires_at: Timestamp({
      description:
        'The moment when the redemption lapses, if it is still unused. Its points are then returned.',
    }),
    product: ProductSchema,
    quantity: Type.Integer(),
    cart_id: Type.String(),
    cart_line: Type.Object(
      {
        kind: Type.Literal('platform'),
        merchandise_id: Type.String(),
        product_id: Type.String(),
        quantity: Type.Integer(),
        attributes: Type.Array(
          Type.Object({ key: Type.String(), value: Type.String() }, { title: 'CartLineAttribute' }),
        ),
      },
      {
        title: 'CartLine',
        description: 'The line that the storefront must put into its cart, with the attributes.',
      },
    ),
    current_cart_state: Type.Object(
      {
        in_cart: Type.Boolean(),
        cart_requirements_met: Type.Boolean(),
        cart_requirements_detail: CartRequirementsDetailSchema,
      },
      {
        title: 'CurrentCartState',
        description:
          'Whether the cart meets the requirements. The server uses the last cart that a session sent for this `cart_id`. Without one, the cart counts as empty.',
      },
    ),
  },
  { title: 'ActiveCartRedemption' },
);
export type ActiveCartRedemptionBody = Static<typeof ActiveCartRedemptionSchema>;
