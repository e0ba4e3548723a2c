import { autoRefundSeconds } from '../../domain/claims/new-claim.ts';
import { type Reward, type Site, variantFor } from '../../domain/programs/configuration.ts';
import { CHANNELS } from '../../domain/programs/program-settings.ts';
import { hasVariants, isInForm, type ProductDiscountProperties } from '../../domain/programs/reward-kinds.ts';
import { leastCost } from '../../domain/rewards/points-cost.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { platformInteger } from './platform-integer.ts';
import { presentDiscountTerms } from './present-discount-terms.ts';
import type { RewardDefinition } from './reward-definition-schema.ts';
import { offeredDescription, offeredTitle } from './reward-title.ts';
import { type StorefrontView, storefrontView } from './storefront-view.ts';

type TargetProduct = RewardDefinition['target_products'][number];
/** The variant id that means: the discount applies to all variants of the product. */
const ALL_VARIANTS = 0;

type Constant = Omit<RewardDefinition, 'target_products'>;
const constants = new WeakMap<StorefrontView, Map<string, Constant>>();

/**
 * The reward as it is now for customers of a home site and a tier: texts in the view's language, amounts in the
 * program's currency. `stock` has the rest of its stock.
 */
export function presentRewardDefinition(
  view: StorefrontView,
  home: Site,
  tierId: number | null,
  reward: Reward,
  stock: StockLevels,
): RewardDefinition {
  let held = constants.get(view);
  if (!held) {
    held = new Map();
    constants.set(view, held);
  }
  const key = `${home.id} ${tierId} ${reward.id}`;
  let constant = held.get(key);
  if (!constant) {
    constant = constantPart(view, home, tierId, reward);
    held.set(key, constant);
  }
  return { ...constant, target_products: targetProducts(reward, stock) };
}

function constantPart(view: StorefrontView, home: Site, tierId: number | null, reward: Reward): Constant {
  const { program } = view;
  const variant = variantFor(reward, tierId);
  const texts = (speaking: StorefrontView) => ({
    title: offeredTitle(speaking, reward, variant),
    description: offeredDescription(speaking, reward, variant) ?? '',
  });
  const expires = reward.expires_after_seconds;
  const expiry = expires === null ? null : ({ kind: 'relative', seconds: expires } as const);
  return {
    id: reward.id,
    ...texts(view),
    title_template: view.text(variant.title),
    sort_key: reward.position,
    content: Object.fromEntries(
      home.languages.map((tag) => [tag, texts(storefrontView(program, home, tag, program.currency))]),
    ),
    point_cost: leastCost(reward, variant, program.currency),
    ...presentDiscountTerms(reward.properties, program.currency),
    usage_limit: 1,
    site_id: home.id,
    target_site: { id: home.id, name: home.name, url: home.url },
    session_options: isInForm(reward.properties, 'cart_line')
      ? { kind: 'cart', max_redemptions: reward.properties.max_redemptions_per_cart }
      : null,
    auto_refund_seconds: autoRefundSeconds(reward),
    expiry_options: expiry ?? { kind: 'none', seconds: null },
    redeemable_expiry_options: expiry,
    supported_channels: reward.channels.length > 0 ? reward.channels : [...CHANNELS],
    kind: reward.kind,
  };
}

function targetProducts({ id: rewardId, properties }: Reward, stock: StockLevels): TargetProduct[] {
  if (!('product' in properties)) return [];
  if (!hasVariants(properties)) return [discountedProduct(properties)];
  const { product } = properties;
  return product.variants.map((variant, index) => ({
    inventory_count: variant.inventory_count === null ? null : stock.remaining(rewardId, variant.id),
    sort_key: index + 1,
    id: platformInteger(product.id),
    variant_id: platformInteger(variant.id),
    sku: variant.sku,
    url: product.url,
    image_url: product.image_url,
    title: variant.title ?? product.title,
    handle: product.handle,
  }));
}

/** The program knows the product's address in the store, and its image. */
function discountedProduct({ product }: ProductDiscountProperties): TargetProduct {
  return {
    inventory_count: null,
    sort_key: 1,
    id: platformInteger(product.id),
    variant_id: product.variant_id === null ? ALL_VARIANTS : platformInteger(product.variant_id),
    sku: null,
    url: null,
    image_url: product.image_url,
    title: null,
    handle: null,
  };
}
