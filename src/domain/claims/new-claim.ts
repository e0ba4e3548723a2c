import type { ClaimedRewardsTable } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { platformKey } from '../customers/customer-key.ts';
import type { Channel, Program, Reward, RewardVariant, Site } from '../programs/configuration.ts';
import { randomCode } from '../random-code.ts';
import type { ClaimTerms } from './claim-record.ts';
import { giftCardCode, giftCardHash, voucherCode } from './codes.ts';

/** An unused product redemption lapses after a day, unless its reward says otherwise. */
const CART_REDEMPTION_SECONDS = 24 * 60 * 60;

export interface ClaimRequest {
  source: { kind: ClaimedRewardsTable['source_kind']; id: number | null; activity_id: number | null };
  points_cost: number;
  /** product_cart: the platform's id of the variant, in any of its forms. */
  variant_id: string | null;
  cart_id: string | null;
  platform_action_id: string | null;
  session: { kind: 'cart' | 'checkout' | 'custom'; token: string } | null;
  channel: Channel | null;
}

/** A claim about to be written. `stock_variant_ids` are the stock rows it takes one from. */
export interface NewClaim {
  values: Omit<ClaimedRewardsTable, 'id' | 'quantity' | 'usage_status' | 'terms'> & { terms: ClaimTerms };
  stock_variant_ids: string[];
  /** A gift card's whole code: told once, never stored. */
  full_code: string | null;
}

/** Draws up a claim of `reward` at `at` (ms): its terms as they are now, its code, its end. Writes nothing. */
export function newClaim(
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  home: Site,
  customerId: number,
  reward: Reward,
  variant: RewardVariant,
  request: ClaimRequest,
  at: number,
): NewClaim {
  const redeemable = newRedeemable(deps, reward, request, at);
  const refundSeconds = autoRefundSeconds(reward);
  return {
    values: {
      program_id: program.id,
      customer_id: customerId,
      reward_id: reward.id,
      kind: reward.kind,
      title: titleIn(variant.title, home.languages[0]),
      state: 'approved',
      source_kind: request.source.kind,
      source_id: request.source.id,
      activity_id: request.source.activity_id,
      points_cost: request.points_cost,
      claimed_at: at,
      created_at: at,
      auto_refund_at: refundSeconds === null ? null : at + refundSeconds * 1000,
      expires_at: reward.expires_after_seconds === null ? null : at + reward.expires_after_seconds * 1000,
      resolved_at: null,
      used_at: null,
      used_by_order_id: null,
      platform_action_id: request.platform_action_id,
      session_kind: request.session?.kind ?? null,
      session_token: request.session?.token ?? null,
      channel: request.channel,
      code_key: redeemable.values.code,
      stock_variant_ids: stockVariants(reward, request.variant_id),
      fulfilment_explanation: null,
      seen_in_cart_at: null,
      ...redeemable.values,
    },
    stock_variant_ids: stockVariants(reward, request.variant_id),
    full_code: redeemable.full_code,
  };
}

/** How long after the claim an unused one lapses; null: never. */
export function autoRefundSeconds(reward: Pick<Reward, 'kind' | 'auto_refund_seconds'>): number | null {
  return reward.auto_refund_seconds ?? (reward.kind === 'product_cart' ? CART_REDEMPTION_SECONDS : null);
}

/** The variant of a product reward that an id in any of its forms names. */
export function productVariant(reward: Reward, variantId: string) {
  if (reward.properties.kind !== 'product_cart') return undefined;
  const key = platformKey(variantId);
  return reward.properties.product.variants.find((variant) => platformKey(variant.id) === key);
}

/** Which stock rows a claim of this reward and variant takes from: the reward's own, the variant's, both or none. */
export function stockVariants(reward: Reward, variantId: string | null): string[] {
  const tracked = reward.stock === null ? [] : [''];
  const variant = variantId === null ? undefined : productVariant(reward, variantId);
  return variant && variant.inventory_count !== null ? [...tracked, variant.id] : tracked;
}

type Redeemable = Pick<
  NewClaim['values'],
  | 'terms'
  | 'code'
  | 'code_hash'
  | 'code_last_characters'
  | 'initial_balance_minor'
  | 'current_balance_minor'
  | 'variant_id'
  | 'redemption_id'
  | 'cart_id'
  | 'fulfilled_at'
>;

const NOTHING: Omit<Redeemable, 'terms'> = {
  code: null,
  code_hash: null,
  code_last_characters: null,
  initial_balance_minor: null,
  current_balance_minor: null,
  variant_id: null,
  redemption_id: null,
  cart_id: null,
  fulfilled_at: null,
};

function newRedeemable(
  deps: Pick<Deps, 'random' | 'secret'>,
  reward: Reward,
  request: ClaimRequest,
  at: number,
): { values: Redeemable; full_code: string | null } {
  const { properties } = reward;
  switch (properties.kind) {
    case 'cart_discount_voucher':
      return {
        values: { ...NOTHING, terms: properties, code: voucherCode(deps.random), fulfilled_at: at },
        full_code: null,
      };
    case 'gift_card': {
      const code = giftCardCode(deps.random);
      const balance = properties.initial_balance_minor;
      return {
        values: {
          ...NOTHING,
          terms: properties,
          code_hash: giftCardHash(deps.secret, code),
          code_last_characters: code.slice(-4),
          initial_balance_minor: balance,
          current_balance_minor: balance,
          fulfilled_at: at,
        },
        full_code: code,
      };
    }
    case 'product_cart': {
      const { variants: _, ...product } = properties.product;
      const variant = productVariant(reward, request.variant_id!)!;
      return {
        values: {
          ...NOTHING,
          terms: {
            kind: 'product_cart',
            product,
            variant: { id: variant.id, title: variant.title },
            cart_requirements: properties.cart_requirements,
          },
          variant_id: variant.id,
          redemption_id: randomCode(deps.random, 16),
          cart_id: request.cart_id,
        },
        full_code: null,
      };
    }
  }
}

function titleIn(title: RewardVariant['title'], language: string | undefined): string {
  if (typeof title === 'string') return title;
  return (language !== undefined && title[language]) || (Object.values(title)[0] ?? '');
}
