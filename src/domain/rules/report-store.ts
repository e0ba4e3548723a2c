import type { Kysely } from 'kysely';
import type { ResolutionState } from '../../db/ledger-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { ActivityReport } from './activity-report.ts';

export async function findReport(
  db: Kysely<DB>,
  programId: number,
  name: string,
  merchantId: string,
): Promise<ActivityReport | undefined> {
  const report = await db
    .selectFrom('reported_activities')
    .selectAll()
    .where('program_id', '=', programId)
    .where('name', '=', name)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return report as ActivityReport | undefined;
}

/** Inserts a report of the locked customer. Returns undefined if its name and merchant_id were reported before. */
export async function insertReport(
  tx: Tx,
  customer: CustomerRow,
  report: Pick<
    ActivityReport,
    'name' | 'merchant_id' | 'channel' | 'date' | 'created_at' | 'awaits_enrolment'
  >,
): Promise<ActivityReport | undefined> {
  const inserted = await tx
    .insertInto('reported_activities')
    .values({
      program_id: customer.program_id,
      customer_id: customer.id,
      ...report,
      date: ts(report.date),
      created_at: ts(report.created_at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted as ActivityReport | undefined;
}

/**
 * Notes how a back end resolved a report of the locked customer. A report that was taken back no longer waits for an
 * enrolment.
 */
export async function updateResolution(
  tx: Tx,
  report: ActivityReport,
  { resolution, told_as }: { resolution: ResolutionState; told_as: ResolutionState },
): Promise<void> {
  await tx
    .updateTable('reported_activities')
    .set({ resolution, told_as, ...(resolution !== 'approved' && { awaits_enrolment: false }) })
    .where('program_id', '=', report.program_id)
    .where('id', '=', report.id)
    .execute();
}

/** Takes the reports of the locked customer from its time as a guest, oldest first. No second caller gets them. */
export async function takeAwaitingReports(tx: Tx, customer: CustomerRow): Promise<ActivityReport[]> {
  const reports = await tx
    .updateTable('reported_activities')
    .set({ awaits_enrolment: false })
    .where('program_id', '=', customer.program_id)
    .where('customer_id', '=', customer.id)
    .where('awaits_enrolment', '=', true)
    .returningAll()
    .execute();
  return (reports as ActivityReport[]).sort((a, b) => a.date - b.date || a.id - b.id);
}
