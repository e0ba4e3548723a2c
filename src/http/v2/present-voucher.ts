import type { ClaimRecord } from '../../domain/claims/claim-record.ts';
import { givenAmount, type Promised, promisedAmount } from '../../domain/claims/promised-amounts.ts';
import { toDecimal } from '../../domain/core/money.ts';
import type { FriendsVoucher } from '../../domain/operations/get-voucher.ts';
import type { VoucherOwner } from '../../domain/orders/voucher-fast-path.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { presentCustomerSummary } from '../shared/present-customer-summary.ts';
import { presentProgramClaimedReward } from '../shared/present-program-claimed-reward.ts';
import { rewardInBackEnds, type TakenOff } from '../shared/reward-kinds.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { VoucherDiscount } from '../shared/voucher-terms-schemas.ts';
import type { Voucher } from './voucher-schema.ts';

/**
 * A claim with a code, as a checkout needs it at `now` (ms): the discount, its conditions, and whether it is still
 * valid.
 */
export function presentVoucher(
  view: StorefrontView,
  currency: string,
  customer: VoucherOwner & { id: number },
  claim: ClaimRecord,
  stock: StockLevels,
  now: number,
): Voucher {
  const { program } = view;
  return {
    code: claim.code,
    state: stateOf(claim, now),
    currency,
    ...presentTerms(program, currency, claim),
    customer: presentCustomerSummary(customer),
    claimed_reward: presentProgramClaimedReward(view, customer, claim, stock),
    referral: null,
  };
}

/** The voucher of a referred friend, in the same form. */
export function presentFriendsVoucher(
  program: Program,
  currency: string,
  { referral, referrer, terms }: FriendsVoucher,
): Voucher {
  return {
    code: referral.code,
    state: referral.used_at === null ? 'usable' : 'used',
    currency,
    ...presentTerms(program, currency, { ...referral, terms, current_balance_minor: null }),
    customer: null,
    claimed_reward: null,
    referral: { id: referral.id, referrer: presentCustomerSummary(referrer) },
  };
}

/** A partly used gift card stays approved after its date has passed. */
function stateOf({ state, usage_status, expires_at }: ClaimRecord, now: number): Voucher['state'] {
  if (state === 'void' || state === 'declined') return 'refunded';
  if (usage_status === 'used') return 'used';
  return state === 'expired' || (expires_at !== null && expires_at <= now) ? 'expired' : 'usable';
}

const UNCONDITIONAL: Voucher['conditions'] = {
  minimum_spend: null,
  minimum_spend_after_discount: null,
  order_type: 'all',
  recurring_cycle_limit: null,
  collection_ids: [],
  product: null,
};

function presentTerms(
  program: Program,
  currency: string,
  claim: Promised & Pick<ClaimRecord, 'terms' | 'current_balance_minor'>,
): Pick<Voucher, 'discount' | 'conditions'> {
  const decimal = (minor: number) => toDecimal(promisedAmount(program, claim, minor, currency), currency);
  const orNull = (minor: number | null) => (minor === null ? null : decimal(minor));
  const given = (minor: number) => toDecimal(givenAmount(program, claim, minor, currency), currency);
  const { terms, current_balance_minor } = claim;
  const presentOff = (off: TakenOff): VoucherDiscount => {
    switch (off.kind) {
      case 'amount': {
        const { kind, minor, given_minor } = off;
        return { kind, amount: given_minor === undefined ? decimal(minor) : given(given_minor) };
      }
      case 'free_shipping':
        return { kind: off.kind, max_shipping: orNull(off.max_shipping_minor) };
      case 'balance':
        return { kind: off.kind, amount: given(current_balance_minor!) };
      default:
        return off;
    }
  };
  const { takenOff, conditions } = rewardInBackEnds(terms.kind);
  if (!takenOff) throw new Error(`a reward of the kind ${terms.kind} has no code`);
  return {
    discount: presentOff(takenOff(terms)),
    conditions: { ...UNCONDITIONAL, ...conditions?.(terms, orNull) },
  };
}
