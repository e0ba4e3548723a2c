import { takeUnseenCards } from '../claims/card-code-store.ts';
import type { ClaimView } from '../claims/claim-record.ts';
import { readOrRenew } from '../claims/read-card-code.ts';
import type { Secrets } from '../core/secrets.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { isInForm } from '../programs/reward-kinds.ts';

type ShowDeps = Secrets & Pick<Deps, 'db' | 'random' | 'clock'>;

/** Whether a claim is a gift card that a rule or a tier gave and whose code was never shown. */
function isUnshownCard(claim: ClaimView): boolean {
  return (
    isInForm(claim.terms, 'balance') &&
    claim.source_kind !== 'points_redemption' &&
    claim.code_seen_at === null &&
    claim.state === 'approved'
  );
}

export function hasUnshownCodes(claims: readonly ClaimView[]): boolean {
  return claims.some(isUnshownCard);
}

/**
 * Prepares claims for an answer to their customer, with the whole codes of gift cards that a rule or a tier gave. Each
 * code is shown in one answer, the first, however many requests come at once. Runs on the pool, or inside `tx` with its
 * writes. Costs nothing if there is no such card.
 */
export async function withUnshownCodes(
  deps: ShowDeps,
  program: Program,
  claims: ClaimView[],
  tx?: Tx,
): Promise<ClaimView[]> {
  const ids = claims.filter(isUnshownCard).map(({ id }) => id);
  if (ids.length === 0) return claims;
  const tell = async (in_: Tx) => {
    const told = new Map<number, string>();
    for (const card of await takeUnseenCards(in_, program.id, ids, deps.clock.now(program))) {
      told.set(card.id, (await readOrRenew(in_, deps, card)).code);
    }
    return told;
  };
  const told = await (tx ? tell(tx) : runInTransaction(deps, undefined, tell));
  return claims.map((claim) => {
    const full_code = told.get(claim.id);
    return full_code === undefined
      ? claim
      : { ...claim, full_code, code_last_characters: full_code.slice(-4) };
  });
}
