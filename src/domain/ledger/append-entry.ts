import { sql } from 'kysely';
import type { TransactionResource } from '../../db/ledger-tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { insertLot, moveLots, type NewLot } from './lot-store.ts';
import type { LotMove } from './lots.ts';

/** One change of points. `approved`, `pending` and `spent` are added to the counters of the same names. */
export interface LedgerEntry {
  source:
    | { resource: Extract<TransactionResource, 'activity'>; activity_id: number }
    | { resource: Extract<TransactionResource, 'adjustment'>; adjustment_id: number }
    | { resource: Extract<TransactionResource, 'claimed_reward'>; claimed_reward_id: number }
    | { resource: Extract<TransactionResource, 'expiry'>; expiry_id: number };
  approved: number;
  pending: number;
  spent: number;
  note?: string;
  /** The moment at which it is recorded, from `entryMoment`. */
  at: number;
  /** The moment at which it took effect, if it fell due before it is recorded; otherwise `at`. */
  effective_at?: number;
  /** The moment at which the points were earned. Their expiry counts from it; default: `at`. */
  earned_at?: number;
}

/** The effect of an entry on the lots of a customer that has lots. */
export interface LotChange {
  moves: LotMove[];
  formed: NewLot | null;
}

interface Appended {
  customer: CustomerRow;
  /** The program's at that moment. */
  points_expiry_since: number | null;
  configuration_version: number;
}

/**
 * Writes one immutable transaction, moves the counters by it, and then moves the lots of the locked customer, if it has
 * lots. The customer becomes due for processing at `due` at the latest.
 */
export async function appendEntry(
  tx: Tx,
  customer: CustomerRow,
  entry: LedgerEntry,
  due: number | null,
  lots: LotChange | null,
): Promise<Appended> {
  const { transaction_id, points_expiry_since, configuration_version, ...after } = await writeEntry(
    tx,
    customer,
    entry,
    due,
  );
  if (lots && lots.moves.length > 0) {
    await moveLots(tx, customer, lots.moves, {
      transaction_id,
      claimed_reward_id: entry.source.resource === 'claimed_reward' ? entry.source.claimed_reward_id : null,
      expires: entry.source.resource === 'expiry',
    });
  }
  if (lots?.formed) await insertLot(tx, customer, lots.formed, entry.at, transaction_id);
  return { customer: after, points_expiry_since, configuration_version };
}

async function writeEntry(tx: Tx, customer: CustomerRow, entry: LedgerEntry, due: number | null) {
  const { program_id, id } = customer;
  const effective = ts(entry.effective_at ?? entry.at);
  return tx
    .with('entry', (db) =>
      db
        .insertInto('transactions')
        .values({
          program_id,
          customer_id: id,
          points_approved: entry.approved,
          points_pending: entry.pending,
          points_spent: entry.spent,
          ...entry.source,
          note: entry.note ?? null,
          created_at: ts(entry.at),
        })
        .returning('id'),
    )
    .updateTable('customers')
    .set((eb) => ({
      points_approved: eb('points_approved', '+', entry.approved),
      points_pending: eb('points_pending', '+', entry.pending),
      points_spent: eb('points_spent', '+', entry.spent),
      ...(entry.approved === 0 || entry.source.resource === 'expiry'
        ? {}
        : { balance_changed_at: sql<number>`greatest(balance_changed_at, ${effective})` }),
      ...(due === null ? {} : { next_due_at: sql<number>`least(next_due_at, ${ts(due)})` }),
      last_entry_at: ts(entry.at),
      updated_at: ts(entry.at),
    }))
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .returningAll()
    .returning((eb) => [
      eb.selectFrom('entry').select('entry.id').$asScalar().$notNull().as('transaction_id'),
      eb
        .selectFrom('programs')
        .select('programs.points_expiry_since')
        .where('programs.id', '=', program_id)
        .as('points_expiry_since'),
      eb
        .selectFrom('programs')
        .select('programs.configuration_version')
        .where('programs.id', '=', program_id)
        .$asScalar()
        .$notNull()
        .as('configuration_version'),
    ])
    .executeTakeFirstOrThrow();
}
