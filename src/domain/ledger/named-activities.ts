import type { Kysely } from 'kysely';
import type { ResolutionState } from '../../db/ledger-tables.ts';
import type { DB } from '../../db/tables.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { ActivityRecord } from './activities.ts';

/**
 * The name under which callers refer to activities: those of one report, or one activity without a merchant_id, by its
 * own id.
 */
export interface ActivityName {
  name: string;
  merchant_id: string;
}

/** The customer that owns the activities of a name and merchant_id; undefined if the program has none. */
export async function findActivityOwner(
  db: Kysely<DB>,
  programId: number,
  named: ActivityName,
): Promise<number | undefined> {
  const reported = await ofName(db, programId, named).select('customer_id').executeTakeFirst();
  if (reported) return reported.customer_id;
  return (await ofOwnId(db, programId, named)?.select('customer_id').executeTakeFirst())?.customer_id;
}

/**
 * The named activities of the locked customer, oldest first. Their states cannot change before this transaction ends.
 */
export async function listNamedActivities(
  tx: Tx,
  customer: CustomerRow,
  named: ActivityName,
): Promise<ActivityRecord[]> {
  const { program_id, id } = customer;
  const reported = await ofName(tx, program_id, named)
    .selectAll()
    .where('customer_id', '=', id)
    .orderBy('id')
    .execute();
  if (reported.length > 0) return reported as ActivityRecord[];
  const own = await ofOwnId(tx, program_id, named)?.selectAll().where('customer_id', '=', id).execute();
  return (own ?? []) as ActivityRecord[];
}

/**
 * The activity of the locked customer with this id of our own, and those of the same report, oldest first; none if the
 * customer has no such activity. The id is never read as an id of the store.
 */
export async function listActivitiesBeside(
  tx: Tx,
  customer: CustomerRow,
  activityId: number,
): Promise<ActivityRecord[]> {
  const { program_id, id: customer_id } = customer;
  const own = await tx
    .selectFrom('activities')
    .selectAll()
    .where('program_id', '=', program_id)
    .where('id', '=', activityId)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst();
  if (!own) return [];
  const { name, merchant_id } = own;
  if (merchant_id === null) return [own as ActivityRecord];
  return listNamedActivities(tx, customer, { name, merchant_id });
}

/**
 * Stores the state that a back end asked for when it resolved an activity of the locked customer, so that it may repeat
 * the request.
 */
export async function recordResolution(
  tx: Tx,
  activity: ActivityRecord,
  told_as: ResolutionState,
): Promise<void> {
  await tx
    .insertInto('told_resolutions')
    .values({ program_id: activity.program_id, activity_id: activity.id, told_as })
    .onConflict((conflict) => conflict.columns(['program_id', 'activity_id']).doUpdateSet({ told_as }))
    .execute();
}

/** Whether one of the activities was last resolved with this state. */
export async function wasResolvedAs(
  tx: Tx,
  activities: readonly ActivityRecord[],
  told_as: ResolutionState,
): Promise<boolean> {
  const found = await tx
    .selectFrom('told_resolutions')
    .select('activity_id')
    .where('program_id', '=', activities[0]!.program_id)
    .where(
      'activity_id',
      'in',
      activities.map(({ id }) => id),
    )
    .where('told_as', '=', told_as)
    .executeTakeFirst();
  return found !== undefined;
}

function ofName(db: Kysely<DB>, programId: number, { name, merchant_id }: ActivityName) {
  return db
    .selectFrom('activities')
    .where('program_id', '=', programId)
    .where('name', '=', name)
    .where('merchant_id', '=', merchant_id);
}

/** An activity without a merchant_id is listed with its id in the place of one. */
function ofOwnId(db: Kysely<DB>, programId: number, { name, merchant_id }: ActivityName) {
  const id = /^[1-9]\d{0,15}$/.test(merchant_id) ? Number(merchant_id) : Number.NaN;
  if (!Number.isSafeInteger(id)) return undefined;
  return db
    .selectFrom('activities')
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .where('name', '=', name)
    .where('merchant_id', 'is', null);
}
