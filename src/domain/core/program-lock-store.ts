import { sql } from 'kysely';
import { ownLockKey } from '../../db/own-lock-key.ts';
import type { Tx } from './transaction.ts';

/**
 * The first key of each lock; the second stands for the program. Locks with two int4 keys have their own space: the
 * horizon of listings reads every lock of the space with one bigint key.
 */
const SPACES = {
  events: 0x77_68_65,
  subscriptions: 0x77_68_73,
  drafts: 0x64_72_66,
  /** The function `is_unknown_order` of the database names it too. */
  order_names: 0x6f_72_64,
} as const;

type LockSpace = Exclude<keyof typeof SPACES, 'order_names'>;

/**
 * Takes a lock of a program until the transaction ends, so that only one transaction at a time does this work. Waits
 * for others.
 */
export async function lockInProgram(tx: Tx, space: LockSpace, programId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SPACES[space]}::int4, ${keyOf(programId)})`.execute(tx);
}

/** Takes the same lock, or returns false if another transaction holds it. */
export async function tryLockInProgram(tx: Tx, space: LockSpace, programId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${SPACES[space]}::int4, ${keyOf(programId)}) as locked`.execute(tx);
  return rows[0]!.locked;
}

function keyOf(programId: number) {
  return ownLockKey(sql<number>`hashint8(${programId}::bigint)`);
}

/**
 * Takes the lock of an order's name until the transaction ends. Whoever uses something on an order that may not be
 * recorded yet shares the lock; whoever undoes the order, or records it as undone, has it alone. So what was used is seen
 * by the step that gives it back, or whoever uses it sees the undone order. Take it before the locks of customers.
 */
export async function lockOrderName(
  tx: Tx,
  order: { program_id: number; merchant_key: string },
  mode: 'shared' | 'alone',
): Promise<void> {
  const key = sql`order_name_lock(${order.program_id}::bigint, ${order.merchant_key})`;
  const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`select ${lock}(${SPACES.order_names}::int4, ${key})`.execute(tx);
}
