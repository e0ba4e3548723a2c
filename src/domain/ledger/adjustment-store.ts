import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { ReasonCode } from './reason-codes.ts';

/** Inserts an adjustment by hand of the locked customer's points; returns its id. */
export async function insertAdjustment(
  tx: Tx,
  customer: CustomerRow,
  { points, note, reason_code }: { points: number; note: string | null; reason_code?: ReasonCode },
  at: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('adjustments')
    .values({
      program_id: customer.program_id,
      customer_id: customer.id,
      points,
      note,
      reason_code: reason_code ?? null,
      date: ts(at),
      created_at: ts(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
