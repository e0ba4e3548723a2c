import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program } from '../programs/configuration.ts';
import { ensureLots } from './ensure-lots.ts';
import { listLotsToSpend, moveLots, readExpiryTerms, setLotTerms } from './lot-store.ts';
import { takeFrom } from './lots.ts';
import {
  type Allocation,
  emptyLots,
  insertAllocations,
  insertEntries,
  insertMergeAdjustment,
  insertTakenOver,
  listPending,
  type MergeEntry,
  moveCounters,
  readHeldBooks,
} from './merge-store.ts';
import { type HeldBooks, planTakeover, type TakenOverLot } from './plan-takeover.ts';
import { pointsExpireAt } from './points-expiry.ts';

/**
 * Moves the points of one locked and processed customer to another, by new transactions of both. Every claim's cost
 * returns to the merged customer and is taken from the survivor. Every pending point becomes pending for the survivor.
 * One adjustment moves the balance and the lifetime spend that no claim carries; a debt moves in an adjustment of its
 * own. Afterwards the merged customer has nothing, and no record of it moves points any more. Returns the survivor as
 * it is after.
 */
export async function mergeBalances(
  tx: Tx,
  program: Program,
  merged: CustomerRow,
  survivor: CustomerRow,
  at: number,
): Promise<CustomerRow> {
  const terms = await readExpiryTerms(tx, program.id);
  const from = await ensureLots(tx, program, terms, merged, at);
  const into = await keepLotsLike(tx, from, await ensureLots(tx, program, terms, survivor, at), at);
  const since = into.lots_dated_since;
  const zone = program.site(into.site_id)!.time_zone;
  const anew = since === null ? null : pointsExpireAt(terms, zone, since);

  const books = await readHeldBooks(tx, from);
  const plan = planTakeover(books, into.points_approved, anew);
  const moved = { ...plan, lots: into.lots_since === null ? [] : plan.lots };
  const pending = await listPending(tx, from);
  const given = await takeAll(tx, from, into, { books, plan: moved, pending, at });
  await takeOver(tx, into, from, { books, plan: moved, pending, at });
  await insertAllocations(tx, program.id, given);
  await emptyLots(tx, from);
  return moveCounters(tx, from, into, at);
}

/** After a merge the survivor has lots if either customer had them. */
async function keepLotsLike(tx: Tx, from: CustomerRow, into: CustomerRow, at: number): Promise<CustomerRow> {
  if (from.lots_since === null || into.lots_since !== null) return into;
  const held = { activity_id: null, adjustment_id: null, expires_at: null, lent: 0, owed: 0, taken: [] };
  const points = into.points_approved;
  if (points > 0) await insertTakenOver(tx, into, [{ ...held, points, remaining: points }], at);
  return setLotTerms(tx, into, { since: at, dated_since: from.lots_dated_since, due: null });
}

type Plan = ReturnType<typeof planTakeover>;
type Moved = Pick<Plan, 'points' | 'spent'>;
type Pending = Awaited<ReturnType<typeof listPending>>;

/**
 * Writes the merged customer's side. Returns the points that its transactions gave back to its lots and took from them.
 */
async function takeAll(
  tx: Tx,
  from: CustomerRow,
  into: CustomerRow,
  {
    books,
    plan: { points, spent, debt },
    pending,
    at,
  }: { books: HeldBooks; plan: Plan; pending: Pending; at: number },
): Promise<Allocation[]> {
  const adjust = (moved: Moved) => adjustment(tx, from, moved, `merged into customer ${into.id}`, at);
  const written = await insertEntries(
    tx,
    from.program_id,
    [
      ...(debt > 0 ? [await adjust({ points: debt, spent: 0 })] : []),
      ...books.claims.map(({ claimed_reward_id, cost }) => ({
        customer_id: from.id,
        approved: cost,
        pending: 0,
        spent: -cost,
        claimed_reward_id,
      })),
      ...(points > 0 || spent > 0 ? [await adjust({ points: -points, spent: -spent })] : []),
      ...pending.map((activity) => pendingEntry(from, activity.activity_id, -activity.points)),
    ],
    at,
  );
  const byClaim = transactionsByClaim(written);
  const whole = new Map(books.lots.map((lot) => [lot.lot_id, lot.remaining]));
  const returned = books.taken.map((part): Allocation => {
    whole.set(part.lot_id, whole.get(part.lot_id)! + part.points);
    return {
      transaction_id: byClaim.get(part.claimed_reward_id)!,
      lot_id: part.lot_id,
      customer_id: from.id,
      claimed_reward_id: part.claimed_reward_id,
      points: -part.points,
    };
  });
  const last = written.findLast((entry) => entry.adjustment_id !== null);
  const taken = [...whole]
    .filter(([, held]) => held > 0)
    .map(
      ([lot_id, held]): Allocation => ({
        transaction_id: last!.id,
        lot_id,
        customer_id: from.id,
        claimed_reward_id: null,
        points: held,
      }),
    );
  return [...returned, ...taken];
}

/**
 * Writes the survivor's side. Incoming points form lots, the claims take from these lots again, and then a debt does.
 */
async function takeOver(
  tx: Tx,
  into: CustomerRow,
  from: CustomerRow,
  { books, plan, pending, at }: { books: HeldBooks; plan: Plan; pending: Pending; at: number },
): Promise<void> {
  const { points, spent, debt, lots } = plan;
  const adjust = (moved: Moved) => adjustment(tx, into, moved, `merged from customer ${from.id}`, at);
  const written = await insertEntries(
    tx,
    into.program_id,
    [
      ...(points > 0 || spent > 0 ? [await adjust({ points, spent })] : []),
      ...books.claims.map(({ claimed_reward_id, cost }) => ({
        customer_id: into.id,
        approved: -cost,
        pending: 0,
        spent: cost,
        claimed_reward_id,
      })),
      ...(debt > 0 ? [await adjust({ points: -debt, spent: 0 })] : []),
      ...pending.map((activity) => pendingEntry(into, activity.activity_id, activity.points)),
    ],
    at,
  );
  const lotIds = await insertTakenOver(tx, into, lots, at);
  await insertAllocations(tx, into.program_id, [
    ...takenAgain(into, lots, lotIds, transactionsByClaim(written)),
    ...lentOut(into, lots, lotIds, written[0]?.id),
  ]);
  if (debt === 0 || into.lots_since === null) return;
  // A debt moves alone: a customer in debt has no points in lots.
  const held = Math.min(debt, Math.max(0, into.points_approved));
  if (held === 0) return;
  const paying = takeFrom(await listLotsToSpend(tx, into, held, null), held);
  const lending = paying.map((move) => ({ ...move, lent: move.points }));
  await moveLots(tx, into, lending, {
    transaction_id: written.findLast((entry) => entry.adjustment_id !== null)!.id,
    claimed_reward_id: null,
    expires: false,
  });
}

function takenAgain(
  into: CustomerRow,
  lots: readonly TakenOverLot[],
  lotIds: readonly number[],
  byClaim: ReadonlyMap<number, number>,
): Allocation[] {
  return lots.flatMap((lot, index) =>
    lot.taken.map(({ claimed_reward_id, points }) => ({
      transaction_id: byClaim.get(claimed_reward_id)!,
      lot_id: lotIds[index]!,
      customer_id: into.id,
      claimed_reward_id,
      points,
    })),
  );
}

/**
 * Points that a lot has lent are out of it from the beginning, by the adjustment that brought them, which stands first.
 */
function lentOut(
  into: CustomerRow,
  lots: readonly TakenOverLot[],
  lotIds: readonly number[],
  transactionId: number | undefined,
): Allocation[] {
  return lots.flatMap(({ lent }, index) =>
    lent === 0
      ? []
      : [
          {
            transaction_id: transactionId!,
            lot_id: lotIds[index]!,
            customer_id: into.id,
            claimed_reward_id: null,
            points: lent,
          },
        ],
  );
}

async function adjustment(
  tx: Tx,
  customer: CustomerRow,
  moved: Moved,
  note: string,
  at: number,
): Promise<MergeEntry> {
  const adjustment_id = await insertMergeAdjustment(tx, customer, moved, note, at);
  const { points: approved, spent } = moved;
  return { customer_id: customer.id, approved, pending: 0, spent, adjustment_id, note };
}

function pendingEntry(customer: CustomerRow, activity_id: number, points: number): MergeEntry {
  return { customer_id: customer.id, approved: 0, pending: points, spent: 0, activity_id };
}

function transactionsByClaim(
  written: readonly { id: number; claimed_reward_id?: number | null }[],
): Map<number, number> {
  return new Map(
    written.flatMap(({ id, claimed_reward_id: claim }) => (claim ? [[claim, id] as const] : [])),
  );
}
