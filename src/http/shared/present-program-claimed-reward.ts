import type { ClaimRecord } from '../../domain/claims/claim-record.ts';
import { givenAmount } from '../../domain/claims/promised-amounts.ts';
import { localDate } from '../../domain/core/calendar.ts';
import { Unavailable } from '../../domain/core/errors.ts';
import { toDecimal } from '../../domain/core/money.ts';
import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import type { Program, Site } from '../../domain/programs/configuration.ts';
import { isInForm } from '../../domain/programs/reward-kinds.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { nullableTimestamp, timestamp } from '../schema-helpers.ts';
import { platformInteger } from './platform-integer.ts';
import { presentRewardDefinition } from './present-reward-definition.ts';
import type { ProgramClaimedReward } from './record-schemas.ts';
import { rewardInBackEnds } from './reward-kinds.ts';
import type { StorefrontView } from './storefront-view.ts';

/**
 * A claim of `customer` in the program-level family: its contents as claimed, its reward as it is now. `full_code` is a
 * gift card's whole code. Only the answer to the claim itself shows it.
 */
export function presentProgramClaimedReward(
  view: StorefrontView,
  customer: Pick<CustomerRow, 'site_id' | 'tier_id'>,
  claim: ClaimRecord,
  stock: StockLevels,
  options: { full_code?: string | null } = {},
): ProgramClaimedReward {
  const { program } = view;
  const home = program.site(customer.site_id)!;
  const reward = program.reward(claim.reward_id);
  if (!reward) {
    // The claim's reward is newer than the configuration that this request uses.
    throw new Unavailable('none', 'The configuration has just changed. Send the request again.');
  }
  return {
    id: claim.id,
    claimed_at: timestamp(claim.claimed_at),
    point_cost: claim.points_cost,
    redeemable: presentRedeemable(program, home, claim, options.full_code ?? null),
    reward: presentRewardDefinition(view, home, customer.tier_id, reward, stock),
    state: claim.state,
    session: presentSession(claim),
    auto_refund_at: nullableTimestamp(claim.auto_refund_at),
    expires_at: nullableTimestamp(claim.expires_at),
  };
}

/**
 * The session as it was sent with the claim. For a product that a storefront redeemed, it is the cart with the product.
 */
function presentSession({
  session_kind,
  session_token,
  cart_id,
}: ClaimRecord): ProgramClaimedReward['session'] {
  if (session_kind !== null) return { kind: session_kind, token: session_token! };
  return cart_id === null ? null : { kind: 'cart', token: cart_id };
}

function presentRedeemable(
  program: Program,
  home: Site,
  claim: ClaimRecord,
  fullCode: string | null,
): ProgramClaimedReward['redeemable'] {
  const common = {
    fulfilled: claim.fulfilled_at !== null,
    fulfilled_at: nullableTimestamp(claim.fulfilled_at),
    expires_on: claim.expires_at === null ? null : localDate(claim.expires_at, home.time_zone),
  };
  const { terms } = claim;
  const balance = (minor: number) =>
    toDecimal(givenAmount(program, claim, minor, program.currency), program.currency);
  if (isInForm(terms, 'balance')) {
    return {
      redeemable_type: 'gift_card',
      ...common,
      code: fullCode,
      code_last_characters: claim.code_last_characters!,
      initial_balance: balance(claim.initial_balance_minor!),
      current_balance: balance(claim.current_balance_minor!),
    };
  }
  if (isInForm(terms, 'cart_line')) {
    return {
      redeemable_type: 'product',
      ...common,
      product: { id: platformInteger(terms.product.id), variant_id: platformInteger(terms.variant.id) },
      used_at: nullableTimestamp(claim.used_at),
    };
  }
  if (isInForm(terms, 'by_store') && terms.fulfillment_type === 'store_fulfillment')
    return { redeemable_type: 'fulfilment', ...common };
  const off = rewardInBackEnds(terms.kind).takenOff!(terms);
  return {
    redeemable_type: 'voucher',
    ...common,
    code: claim.code!,
    discount_amount: off.kind === 'amount' ? toDecimal(off.minor, program.currency) : null,
    usage_count: claim.usage_status === 'used' ? 1 : 0,
    usage_limit: 1,
  };
}
