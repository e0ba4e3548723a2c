import type { ClaimedRewardsTable } from '../../db/claim-tables.ts';
import type { Random } from '../core/deps.ts';
import type { Program, Reward, RewardVariant, Site } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Channel } from '../programs/program-settings.ts';
import { type ClaimTerms, formOf } from '../programs/reward-kinds.ts';
import type { ChosenDiscount } from './chosen-discount.ts';
import { isHandedOver } from './claim-record.ts';
import { titleAsClaimed } from './claim-title.ts';
import { generateCode, normaliseCode } from './codes.ts';
import { type Promised, promisedAmount, promisedToday } from './promised-amounts.ts';
import type { ReservedInventory } from './reserve-inventory.ts';
import { givesVoucherCode, redeemableOf } from './reward-kinds.ts';

/** An unused product redemption lapses after a day, unless its reward says otherwise. */
const CART_REDEMPTION_SECONDS = 24 * 60 * 60;

export interface ClaimRequest {
  source: { kind: ClaimedRewardsTable['source_kind']; id: number | null; activity_id: number | null };
  /** For the whole `quantity`. */
  points_cost: number;
  quantity: number;
  inventory: ReservedInventory;
  /** null unless the reward's kind leaves the discount open. */
  discount: ChosenDiscount | null;
  /**
   * The currency in which the claim is given. The reward's terms are converted to it at today's rate; null: the home
   * site's currency.
   */
  currency: string | null;
  /** For a product: the platform's id of the variant, in any of its forms. */
  variant_id: string | null;
  cart_id: string | null;
  /** Whether a reward that the store fulfils by hand is fulfilled together with the claim. */
  fulfill_immediately: boolean;
  /** The order on which it is used at once: the key by which orders are compared, and our id if the order is known. */
  used_on: { order_key: string; order_id: number | null } | null;
  platform_action_id: string | null;
  session: { kind: 'cart' | 'checkout' | 'custom'; token: string } | null;
  channel: Channel | null;
}

/** A claim that a rule or a tier gives: quantity one, free of charge. */
export function givenClaim(
  source: ClaimRequest['source'],
  inventory: ReservedInventory,
  channel: Channel | null,
): ClaimRequest {
  return {
    source,
    points_cost: 0,
    quantity: 1,
    inventory,
    discount: null,
    currency: null,
    variant_id: null,
    cart_id: null,
    fulfill_immediately: false,
    used_on: null,
    platform_action_id: null,
    session: null,
    channel,
  };
}

/** A claim about to be written. */
export interface NewClaim {
  values: Omit<
    ClaimedRewardsTable,
    'id' | 'terms' | 'quantity' | 'usage_status' | 'stock_variant_ids' | 'linked_to_cart_at' | 'code_seen_at'
  > & {
    terms: ClaimTerms;
    quantity: number;
    usage_status: 'not_used' | 'used';
    stock_variant_ids: string[];
  };
  /** A gift card's whole code. It is shown once and never stored in the clear. */
  full_code: string | null;
}

/** Makes a claim of `reward` at `at` (ms): its present terms, its code, its expiry. Writes nothing. */
export function newClaim(
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  {
    home,
    customer_id: customerId,
    reward,
    variant,
    request,
    at,
  }: {
    home: Site;
    customer_id: number;
    reward: Reward;
    variant: RewardVariant;
    request: ClaimRequest;
    at: number;
  },
): NewClaim {
  const promised = promisedToday(program, request.currency ?? home.currency);
  const { terms, columns, full_code = null } = redeemableOf({ deps, program, promised, reward, request, at });
  const { used_on } = request;
  const { fulfilled_at = null } = columns;
  const isOpen = used_on === null && !isHandedOver({ terms, fulfilled_at });
  const refundSeconds = isOpen ? autoRefundSeconds(reward) : null;
  const code = voucherCode(deps.random, reward, request.inventory);
  return {
    values: {
      program_id: program.id,
      customer_id: customerId,
      reward_id: reward.id,
      kind: reward.kind,
      title: titleAsClaimed(
        variant.title,
        home.languages[0],
        terms,
        (minor) => ({
          minor: givenWorth(program, promised, terms, minor),
          currency: promised.currency,
        }),
        { points: request.points_cost, expires_in: reward.expires_after_seconds },
      ),
      state: 'approved',
      source_kind: request.source.kind,
      source_id: request.source.id,
      activity_id: request.source.activity_id,
      points_cost: request.points_cost,
      quantity: request.quantity,
      claimed_at: at,
      created_at: at,
      auto_refund_at: refundSeconds === null ? null : at + refundSeconds * 1000,
      expires_at: reward.expires_after_seconds === null ? null : at + reward.expires_after_seconds * 1000,
      resolved_at: null,
      usage_status: used_on === null ? 'not_used' : 'used',
      used_at: used_on === null ? null : at,
      used_by_order_id: used_on?.order_id ?? null,
      used_by_order_key: used_on?.order_key ?? null,
      platform_action_id: request.platform_action_id,
      session_kind: request.session?.kind ?? null,
      session_token: request.session?.token ?? null,
      channel: request.channel,
      code,
      code_key: code === null ? null : normaliseCode(code),
      stock_variant_ids: request.inventory.stock_variant_ids,
      fulfilment_explanation: null,
      seen_in_cart_at: null,
      currency: promised.currency,
      currency_rate: promised.currency_rate,
      terms,
      code_hash: columns.code_hash ?? null,
      code_last_characters: columns.code_last_characters ?? null,
      code_sealed: columns.code_sealed ?? null,
      initial_balance_minor: columns.initial_balance_minor ?? null,
      current_balance_minor: columns.current_balance_minor ?? null,
      variant_id: columns.variant_id ?? null,
      redemption_id: columns.redemption_id ?? null,
      cart_id: columns.cart_id ?? null,
      fulfilled_at,
    },
    full_code,
  };
}

/** The worth of a claim, in the currency in which it is given. */
function givenWorth(program: Program, promised: Promised, terms: ClaimTerms, minor: number): number {
  if ('asked_minor' in terms && terms.asked_minor !== undefined) return terms.asked_minor;
  return promisedAmount(program, promised, minor, promised.currency!);
}

/** The moment at which a new claim falls due, in ms; null: never. */
export function claimDue({ values }: NewClaim): number | null {
  if (values.usage_status === 'used') return null;
  const dues = [values.auto_refund_at, values.expires_at].filter((due) => due !== null);
  return dues.length > 0 ? Math.min(...dues) : null;
}

/** The number of seconds after which an unused claim lapses; null: never. */
export function autoRefundSeconds(reward: Pick<Reward, 'kind' | 'auto_refund_seconds'>): number | null {
  return reward.auto_refund_seconds ?? (formOf(reward.kind) === 'cart_line' ? CART_REDEMPTION_SECONDS : null);
}

function voucherCode(random: Random, reward: Reward, inventory: ReservedInventory): string | null {
  if (!givesVoucherCode(reward.properties)) return null;
  if (reward.codes.kind === 'generated') return generateCode(random, reward.codes);
  if (inventory.pooled_code === null) throw new Error(`no code was taken from the pool of ${reward.key}`);
  return inventory.pooled_code;
}
