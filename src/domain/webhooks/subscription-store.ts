import type { Kysely, Selectable } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { WebhookEndpointsTable } from '../../db/webhook-tables.ts';
import type { Tx } from '../core/transaction.ts';
import type { WebhookTopic } from '../outbox/topics.ts';

export type EndpointRow = Selectable<WebhookEndpointsTable>;

/** One topic at one address, with the health of that address. Moments in ms of the wall clock. */
export type WebhookRecord = Pick<
  EndpointRow,
  'address' | 'failing_since' | 'paused_until' | 'disabled_at' | 'disabled_reason'
> & { id: number; program_id: number; endpoint_id: number; topic: WebhookTopic; created_at: number };

const records = (db: Kysely<DB>, programId: number) =>
  db
    .selectFrom('webhooks as w')
    .innerJoin('webhook_endpoints as e', (join) =>
      join.onRef('e.program_id', '=', 'w.program_id').onRef('e.id', '=', 'w.endpoint_id'),
    )
    .select(['w.id', 'w.program_id', 'w.endpoint_id', 'w.topic', 'w.created_at'])
    .select(['e.address', 'e.failing_since', 'e.paused_until', 'e.disabled_at', 'e.disabled_reason'])
    .where('w.program_id', '=', programId)
    .where('e.listens_until', 'is', null);

/** The subscriptions of a program, without those of listening commands, in the order of their creation. */
export async function listWebhookRecords(db: Kysely<DB>, programId: number): Promise<WebhookRecord[]> {
  return (await records(db, programId).orderBy('w.id').execute()) as WebhookRecord[];
}

export async function findWebhook(
  db: Kysely<DB>,
  programId: number,
  id: number,
): Promise<WebhookRecord | undefined> {
  return (await records(db, programId).where('w.id', '=', id).executeTakeFirst()) as
    | WebhookRecord
    | undefined;
}

/** The locked endpoint of an address to which operators subscribed. */
export async function lockEndpointOfAddress(
  tx: Tx,
  programId: number,
  address: string,
): Promise<EndpointRow | undefined> {
  return tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('program_id', '=', programId)
    .where('address', '=', address)
    .where('listens_until', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function lockEndpoint(tx: Tx, programId: number, id: number): Promise<EndpointRow | undefined> {
  return tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertEndpoint(
  tx: Tx,
  endpoint: Pick<EndpointRow, 'program_id' | 'address' | 'secret' | 'created_at' | 'listens_until'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('webhook_endpoints')
    .values({
      ...endpoint,
      created_at: ts(endpoint.created_at),
      listens_until: endpoint.listens_until === null ? null : ts(endpoint.listens_until),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Resets an endpoint's health: its pending deliveries are tried again, and it gets new events. */
export async function enableEndpoint(tx: Tx, { program_id, id }: EndpointRow): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({
      failing_since: null,
      failures_in_row: 0,
      paused_until: null,
      disabled_at: null,
      disabled_reason: null,
    })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute();
}

export async function updateSecret(
  tx: Tx,
  { program_id, id }: Pick<EndpointRow, 'program_id' | 'id'>,
  secrets: { secret: Buffer; previous_secret: Buffer | null; previous_secret_until: number | null },
): Promise<void> {
  const { previous_secret_until: until } = secrets;
  await tx
    .updateTable('webhook_endpoints')
    .set({ ...secrets, previous_secret_until: until === null ? null : ts(until) })
    .where('program_id', '=', program_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteEndpoint(tx: Tx, programId: number, id: number): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('program_id', '=', programId).where('id', '=', id).execute();
}

/** Returns the subscription, and whether it is new. */
export async function insertWebhook(
  tx: Tx,
  webhook: { program_id: number; endpoint_id: number; topic: WebhookTopic; created_at: number },
): Promise<{ id: number; isNew: boolean }> {
  const inserted = await tx
    .insertInto('webhooks')
    .values({ ...webhook, created_at: ts(webhook.created_at) })
    .onConflict((conflict) => conflict.columns(['program_id', 'topic', 'endpoint_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return { id: inserted.id, isNew: true };
  const { id } = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('program_id', '=', webhook.program_id)
    .where('topic', '=', webhook.topic)
    .where('endpoint_id', '=', webhook.endpoint_id)
    .executeTakeFirstOrThrow();
  return { id, isNew: false };
}

/** Deletes a subscription. Returns how many other subscriptions its endpoint has. */
export async function deleteWebhookRow(tx: Tx, webhook: WebhookRecord): Promise<number> {
  const { program_id, id, endpoint_id } = webhook;
  await tx.deleteFrom('webhooks').where('program_id', '=', program_id).where('id', '=', id).execute();
  const left = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('program_id', '=', program_id)
    .where('endpoint_id', '=', endpoint_id)
    .execute();
  return left.length;
}

export async function countWebhooks(tx: Tx, programId: number): Promise<number> {
  return (await listWebhookRecords(tx, programId)).length;
}
