import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import type { WebhookAttemptsTable } from '../../db/webhook-tables.ts';
import { endOf, whereInRange } from '../core/keyset-range.ts';
import { NO_BOUND, type Page, type PageRequest, readPage } from '../core/pagination.ts';
import type { DeliveryRow } from './delivery-store.ts';

type AttemptRow = Selectable<WebhookAttemptsTable>;

/** A delivery and every attempt at it, in order. */
export type DeliveryRecord = Pick<
  DeliveryRow,
  'id' | 'message_id' | 'topic' | 'state' | 'next_attempt_at' | 'created_at' | 'finished_at'
> & { attempts: AttemptRow[] };

/**
 * A page of a webhook's deliveries. One process at a time takes the ids of a program's deliveries, so deliveries become
 * visible in the order of ids, and the page needs no horizon.
 */
export async function listDeliveries(
  db: Kysely<DB>,
  programId: number,
  webhookId: number,
  request: PageRequest,
): Promise<Page<DeliveryRecord>> {
  const page = await readPage(request, NO_BOUND - 1, async (range) => {
    const { rows } = await sql<Omit<DeliveryRecord, 'attempts'>>`
      select t.id, t.message_id, t.topic, t.state, t.next_attempt_at, t.created_at, t.finished_at
        from webhook_deliveries t
        where ${whereInRange(programId, range)} and t.webhook_id = ${webhookId} ${endOf(range)}`.execute(db);
    return rows;
  });
  const attempts = await listAttempts(
    db,
    programId,
    page.rows.map(({ id }) => id),
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      attempts: attempts.filter(({ delivery_id }) => delivery_id === row.id),
    })),
  };
}

async function listAttempts(
  db: Kysely<DB>,
  programId: number,
  deliveryIds: readonly number[],
): Promise<AttemptRow[]> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('program_id', '=', programId)
    .where(sql<boolean>`delivery_id = any(${deliveryIds}::bigint[])`)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute();
}
