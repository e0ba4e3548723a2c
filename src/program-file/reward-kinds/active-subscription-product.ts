import { fileRewardKind } from '../reward-kind.ts';
import { fixedCostReward, ProductSchema } from '../reward-properties.ts';
import { checkVariants, toProduct } from '../reward-values.ts';

export const ACTIVE_SUBSCRIPTION_PRODUCT = fileRewardKind({
  is: "A product added to the next delivery of the customer's running subscription.",
  title: 'A product in a subscription',
  description:
    'A reward that adds a product to a subscription. It needs an integration with a subscription service.',
  keys: { ...fixedCostReward, product: ProductSchema },
  properties: ({ product }) => ({ product: toProduct(product) }),
  write: ({ product }) => ({ product }),
  hasAmount: () => false,
  neverGiven: 'needs a running subscription',
  check: (_, { product }, path, report) => checkVariants(product, [...path, 'product'], report),
});
