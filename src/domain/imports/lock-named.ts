import { platformKey } from '../core/platform-key.ts';
import { StaleReadError } from '../core/stale-read.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { type DueDeps, processDueIn } from '../due/process-due-in.ts';
import { isDue } from '../ledger/due.ts';
import { byCustomer } from '../ledger/opening-rows.ts';
import { listPendingOfAll, type PendingPart } from '../ledger/post-pending.ts';
import type { Program } from '../programs/configuration.ts';
import type { GivenCustomer } from './import-fields.ts';
import { findNamed, lockAll } from './store.ts';

/** The field by which rows name their customers. */
export type Identity = 'merchant_id' | 'email';

export function nameOf(row: GivenCustomer, identity: Identity): string {
  return identity === 'email' ? row.email! : platformKey(row.merchant_id!);
}

/** The customers that rows name, by these names, locked and with their due work processed. Throws StaleReadError. */
export async function lockNamed(
  tx: Tx,
  deps: DueDeps,
  { program, identity }: { program: Program; identity: Identity },
  given: readonly GivenCustomer[],
): Promise<{ known: Map<string, CustomerRow>; now: number }> {
  const names = given.map((row) => nameOf(row, identity));
  const found = await findNamed(tx, program.id, identity, names);
  const ids = [...found.values()].map(({ id }) => id);
  const locked = new Map<number, CustomerRow>();
  const rows = await lockAll(tx, program.id, ids);
  const now = deps.clock.now(program);
  for (const row of rows) {
    const isStill = row.merged_into === null && isDue(program, row, now);
    locked.set(row.id, isStill ? await processDueIn(tx, deps, program, row, now) : row);
  }
  const known = new Map<string, CustomerRow>();
  for (const [name, { id, email, merchant_key }] of found) {
    const customer = locked.get(id);
    const isNamed =
      customer && (identity === 'email' ? customer.email === email : customer.merchant_key === merchant_key);
    if (!isNamed) throw new StaleReadError();
    known.set(name, customer);
  }
  return { known, now };
}

/** The pending points of the locked customers, by customer id, if their rows have values for pending points. */
export async function listHeldPending(
  tx: Tx,
  { program, identity }: { program: Program; identity: Identity },
  given: readonly GivenCustomer[],
  known: ReadonlyMap<string, CustomerRow>,
): Promise<Map<number, PendingPart[]>> {
  const saying = given.filter(({ pending }) => pending !== null);
  const ids = saying.flatMap((row) => known.get(nameOf(row, identity))?.id ?? []);
  return byCustomer(await listPendingOfAll(tx, program.id, ids));
}
