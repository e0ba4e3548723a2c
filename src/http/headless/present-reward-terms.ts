import type { Reward } from '../../domain/programs/configuration.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { storefrontRewardOf } from './reward-kinds.ts';
import type { AvailableRewardBody } from './reward-schemas.ts';

type Terms<Body> = Body extends unknown ? Omit<Body, 'variant' | 'context'> : never;
/** The part of a reward that is the same for all customers, except its stock. */
type RewardTermsBody = Terms<AvailableRewardBody>;

/** The terms of a reward. Its stock is the initial one of the program file. */
export function presentRewardTerms(view: StorefrontView, reward: Reward): RewardTermsBody {
  const { id, limit, properties } = reward;
  const { kind } = properties;
  return {
    id,
    limit: limit && { count: limit.count, interval: limit.interval },
    kind,
    properties: storefrontRewardOf(kind).presentProperties(view, properties),
  } as RewardTermsBody;
}

/** The same terms with the rest of each variant's stock. */
export function withStock<Body extends RewardTermsBody>(body: Body, stock: StockLevels): Body {
  const { properties } = body;
  if (!('product' in properties && 'variants' in properties.product)) return body;
  const { product } = properties;
  if (product.variants.every((variant) => variant.inventory_count === null)) return body;
  const variants = product.variants.map((variant) => ({
    ...variant,
    inventory_count: variant.inventory_count === null ? null : stock.remaining(body.id, variant.id),
  }));
  return { ...body, properties: { ...properties, product: { ...product, variants } } };
}
