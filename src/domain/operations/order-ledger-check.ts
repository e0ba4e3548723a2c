import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { WHOLE_SERVER } from '../audit/server-deeds.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { insertOrderedRound } from '../ledger/round-store.ts';
import type { Deps } from '../programs/deps.ts';

/**
 * Orders a check of the whole ledger. A new round begins now, in the place of the present one, and goes through all
 * customers without pauses; any server may work on it. Returns `{ ordered: false }` if an ordered round is already
 * under way.
 */
export async function orderLedgerCheck(
  deps: Pick<Deps, 'db' | 'clock'>,
  { by }: { by: Actor },
  hooks?: Hooks<{ ordered: boolean }>,
): Promise<{ ordered: boolean }> {
  return runInTransaction(deps, hooks, async (tx) => {
    const id = await insertOrderedRound(tx, await deps.clock.shared(tx));
    if (id === undefined) return { ordered: false };
    await recordAudit(tx, deps, {
      program_id: WHOLE_SERVER,
      actor: by,
      action: 'ledger.check_ordered',
      subject: { kind: 'ledger', id },
    });
    return { ordered: true };
  });
}
