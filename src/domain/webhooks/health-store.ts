import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import { type EndpointHealth, FAILURES_TO_PAUSE } from './retry-plan.ts';
import type { EndpointRow } from './subscription-store.ts';

/** Writes the health of a locked endpoint. Returns the ids of its webhooks. */
export async function updateHealth(
  tx: Tx,
  { program_id, id }: EndpointRow,
  health: EndpointHealth,
  disabled: { reason: 'gone' | 'failing'; at: number } | undefined,
): Promise<number[]> {
  const { failing_since, failures_in_row, paused_until } = health;
  await tx
    .updateTable('webhook_endpoints')
    .set({
      failing_since: failing_since === null ? null : ts(failing_since),
      failures_in_row,
      paused_until: paused_until === null ? null : ts(paused_until),
      ...(disabled && { disabled_at: ts(disabled.at), disabled_reason: disabled.reason }),
    })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute();
  const webhooks = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('program_id', '=', program_id)
    .where('endpoint_id', '=', id)
    .orderBy('id')
    .execute();
  return webhooks.map((webhook) => webhook.id);
}

/**
 * Webhooks that need an operator's attention, sorted by program key: disabled, or failing since before `before` (ms).
 */
export async function listAilingWebhooks(
  db: Kysely<DB>,
  before: number,
): Promise<{ id: number; program: string; disabled: boolean }[]> {
  const { rows } = await sql<{ id: number; program: string; disabled: boolean }>`
    select w.id, p.key as program, e.disabled_at is not null as disabled
      from webhook_endpoints e
        join webhooks w on w.program_id = e.program_id and w.endpoint_id = e.id
        join programs p on p.id = e.program_id
      where e.listens_until is null and (e.disabled_at is not null or e.failing_since <= ${ts(before)})
      order by p.key, w.id`.execute(db);
  return rows;
}

/** Reserves the probe of an endpoint until the lease ends. Returns false if another process has reserved it. */
export async function takeProbe(
  db: Kysely<DB>,
  { program_id, id }: Pick<EndpointRow, 'program_id' | 'id'>,
  { now, lease_until }: { now: number; lease_until: number },
): Promise<boolean> {
  const taken = await db
    .updateTable('webhook_endpoints')
    .set({ paused_until: ts(lease_until) })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .where('failures_in_row', '>=', FAILURES_TO_PAUSE)
    .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', ts(now))]))
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}
