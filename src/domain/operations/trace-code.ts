import type { ClaimRecord } from '../claims/claim-record.ts';
import { findPooledCode } from '../claims/code-pool-store.ts';
import { normaliseCode } from '../claims/codes.ts';
import type { Secrets } from '../core/secrets.ts';
import { findClaimByCode } from '../orders/voucher-store.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { findByCode } from '../referrals/incentive-store.ts';

/** The history of a code, as far as it is known. */
export interface TracedCode {
  /** The pool that it was imported into; null: it was generated, or is not known. */
  pool: { reward_id: number; created_at: number; taken_at: number | null } | null;
  /** The claim that has it. */
  claim: ClaimRecord | null;
  /** The customer whose friend got it. */
  referrer_id: number | null;
}

/** Finds where a code went, in whatever form it is typed. undefined: the program does not know it. */
export async function traceCode(
  deps: Secrets & Pick<Deps, 'db'>,
  program: Program,
  code: string,
): Promise<TracedCode | undefined> {
  const key = normaliseCode(code);
  if (key === '') return undefined;
  const [pool, claim, referral] = await Promise.all([
    findPooledCode(deps.db, program.id, key),
    findClaimByCode(deps.db, deps, program.id, code),
    findByCode(deps.db, program.id, code),
  ]);
  if (!pool && !claim && !referral) return undefined;
  return { pool: pool ?? null, claim: claim ?? null, referrer_id: referral?.referrer_id ?? null };
}
