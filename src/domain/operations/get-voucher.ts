import type { ClaimRecord } from '../claims/claim-record.ts';
import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findCustomerById } from '../customers/store.ts';
import { findClaimByCode } from '../orders/voucher-store.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { findIncentiveReward, type IncentiveTerms } from '../referrals/incentive-reward.ts';
import { findByCode } from '../referrals/incentive-store.ts';
import type { ReferralRow } from '../referrals/store.ts';
import { processDue } from './process-due.ts';

/** The voucher that a referred friend was given. No customer owns it. */
export interface FriendsVoucher {
  referral: ReferralRow;
  referrer: CustomerRow;
  terms: IncentiveTerms;
}

/** The owner of a code. */
type Voucher =
  | { kind: 'claim'; claim: ClaimRecord; customer: CustomerRow }
  | { kind: 'incentive'; incentive: FriendsVoucher };

/**
 * Finds a code's claim, with its customer after its due work is processed, or the friend's voucher. Throws not_found.
 */
export async function getVoucher(deps: Deps, program: Program, code: string): Promise<Voucher> {
  const claim = await findClaimByCode(deps.db, deps, program.id, code);
  if (!claim) return { kind: 'incentive', incentive: await getFriendsVoucher(deps.db, program, code) };
  const owner = (await findCustomerById(deps.db, program.id, claim.customer_id))!;
  const customer = await processDue(deps, program, owner);
  if (customer === owner) return { kind: 'claim', claim, customer };
  return {
    kind: 'claim',
    claim: (await findClaimByCode(deps.db, deps, program.id, code))!,
    customer,
  };
}

/**
 * Reads on the pool, or inside a transaction with its own writes. A code from before terms were kept has today's terms.
 */
export async function getFriendsVoucher(
  db: Deps['db'] | Tx,
  program: Program,
  code: string,
): Promise<FriendsVoucher> {
  const referral = await findByCode(db, program.id, code);
  const terms =
    (referral?.terms as IncentiveTerms | null | undefined) ?? findIncentiveReward(program)?.properties;
  const referrer = referral && (await findCustomerById(db, program.id, referral.referrer_id));
  if (!referrer || !terms) throw new DomainError('not_found', 'There is no such voucher.');
  return { referral, referrer, terms };
}
