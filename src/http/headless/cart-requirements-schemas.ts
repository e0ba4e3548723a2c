import { type Static, Type } from '@sinclair/typebox';
import { MoneySchema } from '../schema-helpers.ts';

const NoRequirementSchema = Type.Object(
  { state: Type.Literal('no_requirement') },
  { title: 'NoRequirement' },
);
const RequirementMetSchema = Type.Object(
  { state: Type.Literal('requirement_met') },
  { title: 'RequirementMet' },
);

/** A cart compared with a reward's requirements, without redeemed products. */
export const CartRequirementsDetailSchema = Type.Object(
  {
    minimum_cart_total: Type.Union([
      NoRequirementSchema,
      RequirementMetSchema,
      Type.Object(
        { state: Type.Literal('requirement_not_met'), additional_amount_required: MoneySchema },
        { title: 'CartTotalNotMet' },
      ),
    ]),
    minimum_line_item_quantity: Type.Union([
      NoRequirementSchema,
      RequirementMetSchema,
      Type.Object(
        { state: Type.Literal('requirement_not_met'), additional_quantity_required: Type.Integer() },
        { title: 'LineItemQuantityNotMet' },
      ),
    ]),
  },
  { title: 'CartRequirementsDetail' },
);
export type CartRequirementsDetailBody = Static<typeof CartRequirementsDetailSchema>;
