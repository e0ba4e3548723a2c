import { createHash } from 'node:crypto';
import { autoRefundSeconds } from '../../domain/claims/new-claim.ts';
import { platformKey } from '../../domain/customers/customer-key.ts';
import { toDecimal } from '../../domain/money.ts';
import {
  CHANNELS,
  type Program,
  type Reward,
  type RewardProperties,
  type Site,
  variantFor,
} from '../../domain/programs/configuration.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { localize } from '../../texts/language.ts';
import type { RewardDefinition } from './reward-definition-schema.ts';

const DIGITS = /^[0-9]{1,16}$/;

/**
 * A platform's id as an integer: its digits, also those of a `gid://…/1001`. An id of another form is
 * stood for by 48 bits of its hash, which stay the same however the program file is rearranged.
 */
export function platformInteger(id: string): number {
  const key = platformKey(id);
  const digits = DIGITS.test(key) ? Number(key) : Number.NaN;
  return Number.isSafeInteger(digits) ? digits : createHash('sha256').update(key).digest().readUIntBE(0, 6);
}

type Constant = Omit<RewardDefinition, 'target_products'>;
const constants = new WeakMap<Program, Map<string, Constant>>();

/**
 * The reward as it is now for customers of a home site and a tier: texts in the site's first language,
 * amounts in the program's currency. What is left of stock is read from `stock`.
 */
export function presentRewardDefinition(
  program: Program,
  home: Site,
  tierId: number | null,
  reward: Reward,
  stock: StockLevels,
): RewardDefinition {
  let held = constants.get(program);
  if (!held) {
    held = new Map();
    constants.set(program, held);
  }
  const key = `${home.id} ${tierId} ${reward.id}`;
  let constant = held.get(key);
  if (!constant) {
    constant = constantPart(program, home, tierId, reward);
    held.set(key, constant);
  }
  return { ...constant, target_products: targetProducts(reward, stock) };
}

function constantPart(program: Program, home: Site, tierId: number | null, reward: Reward): Constant {
  const variant = variantFor(reward, tierId);
  const language = home.languages[0]!;
  const text = (of: typeof variant.description, tag: string) =>
    of === null ? '' : localize(of, tag, language);
  const title = localize(variant.title, language, language);
  const expires = reward.expires_after_seconds;
  return {
    id: reward.id,
    title,
    title_template: title,
    description: text(variant.description, language),
    sort_key: reward.position,
    content: Object.fromEntries(
      home.languages.map((tag) => [
        tag,
        { title: localize(variant.title, tag, language), description: text(variant.description, tag) },
      ]),
    ),
    point_cost: variant.cost.kind === 'fixed' ? variant.cost.points : 0,
    ...discountPart(reward.properties, program.currency),
    usage_limit: 1,
    min_redemption_amount: 0,
    max_redemption_amount: 0,
    max_free_shipping: null,
    site_id: home.id,
    target_site: { id: home.id, name: home.name, url: home.url },
    session_options: null,
    auto_refund_seconds: autoRefundSeconds(reward),
    expiry_options:
      expires === null ? { kind: 'none', seconds: null } : { kind: 'relative', seconds: expires },
    redeemable_expiry_options: null,
    supported_channels: reward.channels.length > 0 ? reward.channels : [...CHANNELS],
    kind: reward.kind,
  };
}

function discountPart(properties: RewardProperties, currency: string) {
  switch (properties.kind) {
    case 'cart_discount_voucher': {
      const { discount } = properties;
      return {
        method: 'voucher' as const,
        discount_type: discount.discount_type === 'fixed' ? ('flat' as const) : discount.discount_type,
        discount_amount:
          discount.discount_type === 'fixed'
            ? toDecimal(discount.amount_minor, currency)
            : discount.percentage,
        minimum_spend: toDecimal(properties.minimum_spend_minor ?? 0, currency),
        order_type: properties.applies_to_order_type,
        target_type: properties.target_collections.length > 0 ? ('collection' as const) : ('all' as const),
        target_collections: properties.target_collections,
        recurring_cycle_limit: properties.recurring_cycle_limit ?? 0,
      };
    }
    case 'gift_card':
      return {
        method: 'gift_card' as const,
        discount_type: 'flat' as const,
        discount_amount: toDecimal(properties.initial_balance_minor, currency),
        minimum_spend: 0,
        order_type: 'all' as const,
        target_type: 'all' as const,
        target_collections: [],
        recurring_cycle_limit: 0,
      };
    case 'product_cart':
      return {
        method: 'store_fulfilment' as const,
        discount_type: 'custom' as const,
        discount_amount: 0,
        minimum_spend: toDecimal(properties.cart_requirements.minimum_cart_total_minor ?? 0, currency),
        order_type: 'all' as const,
        target_type: 'product' as const,
        target_collections: [],
        recurring_cycle_limit: 0,
      };
  }
}

function targetProducts(reward: Reward, stock: StockLevels): RewardDefinition['target_products'] {
  if (reward.properties.kind !== 'product_cart') return [];
  const { product } = reward.properties;
  return product.variants.map((variant, index) => ({
    inventory_count: variant.inventory_count === null ? null : stock.remaining(reward.id, variant.id),
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
