import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Tx } from '../core/transaction.ts';
import { giveBack } from './attempt-store.ts';
import { type ClaimedDelivery, type DeliveryRow, isFirst, type NewDelivery } from './delivery-store.ts';
import { FULFILLMENT_TOPIC } from './fulfillment.ts';
import { takeProbe } from './health-store.ts';
import { FAILURES_TO_PAUSE } from './retry-plan.ts';
import type { EndpointRow } from './subscription-store.ts';

/** A delivery for the process that leased it. Its body is the bytes that are signed and sent. */
export type LeasedDelivery = Omit<DeliveryRow, 'state' | 'finished_at' | 'body'> & { body: Buffer } & Pick<
    EndpointRow,
    'address' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'listens_until'
  > & {
    /**
     * False if nobody needs it any more: no webhook of the endpoint subscribes to its topic, or the reward that it asks
     * for was taken back or handed over.
     */
    wanted: boolean;
    /** Whether the delivery is sent to find out whether a paused endpoint works again. */
    probe: boolean;
  };

/** An endpoint with deliveries that are due. */
interface DueEndpoint extends EndpointPart {
  id: number;
  /**
   * Whether the endpoint failed several times in a row, and its pause is over. One delivery finds out whether it works
   * again.
   */
  probe: boolean;
  /** The subscriptions of the endpoint. */
  webhook_ids: number[];
}

type EndpointPart = Pick<
  EndpointRow,
  'program_id' | 'address' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'listens_until'
>;

/**
 * A leased delivery with the data of its endpoint. Each member is named, because V8 makes slow objects from spreads,
 * and there is one object for each delivery.
 */
export function toLeased(
  endpoint: EndpointPart,
  delivery: ClaimedDelivery,
  { wanted, probe }: Pick<LeasedDelivery, 'wanted' | 'probe'>,
): LeasedDelivery {
  return {
    program_id: endpoint.program_id,
    id: delivery.id,
    endpoint_id: delivery.endpoint_id,
    webhook_id: delivery.webhook_id,
    customer_id: delivery.customer_id,
    message_id: delivery.message_id,
    topic: delivery.topic,
    body: delivery.body,
    attempts: delivery.attempts,
    attempts_before: delivery.attempts_before,
    next_attempt_at: delivery.next_attempt_at,
    created_at: delivery.created_at,
    address: endpoint.address,
    secret: endpoint.secret,
    previous_secret: endpoint.previous_secret,
    previous_secret_until: endpoint.previous_secret_until,
    listens_until: endpoint.listens_until,
    wanted,
    probe,
  };
}

/** An endpoint to which a new delivery may be sent at once. */
type ReadyEndpoint = EndpointPart & { id: number };

/** The endpoints, among these, to which servers deliver and which work, as far as is known. */
export async function listReadyEndpoints(
  db: Kysely<DB>,
  programId: number,
  ids: readonly number[],
): Promise<ReadyEndpoint[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select([
      'program_id',
      'id',
      'address',
      'secret',
      'previous_secret',
      'previous_secret_until',
      'listens_until',
    ])
    .where('program_id', '=', programId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('listens_until', 'is', null)
    .where('disabled_at', 'is', null)
    .where('failures_in_row', '=', 0)
    .where('paused_until', 'is', null)
    .execute();
}

/**
 * Endpoints with deliveries that are due at `now`: those to which servers deliver, or the own endpoint of a listening
 * command.
 */
export async function listDueEndpoints(
  db: Kysely<DB>,
  now: number,
  listening: { program_id: number; endpoint_id: number } | null,
): Promise<DueEndpoint[]> {
  const whose = listening
    ? sql`e.program_id = ${listening.program_id} and e.id = ${listening.endpoint_id}`
    : sql`e.listens_until is null`;
  const { rows } = await sql<DueEndpoint>`
    select e.program_id, e.id, e.address, e.secret, e.previous_secret, e.previous_secret_until, e.listens_until,
        e.failures_in_row >= ${FAILURES_TO_PAUSE} as probe,
        array(select w.id from webhooks w where w.program_id = e.program_id and w.endpoint_id = e.id) as webhook_ids
      from webhook_endpoints e
      where ${whose} and e.disabled_at is null and (e.paused_until is null or e.paused_until <= ${ts(now)})
        and exists (select from webhook_deliveries d
          where d.program_id = e.program_id and d.endpoint_id = e.id and d.next_attempt_at <= ${ts(now)})`.execute(
    db,
  );
  return rows;
}

/**
 * Leases due deliveries of an endpoint, up to a number, those that are due for longest first. To probe an endpoint it
 * leases one delivery, and only if no other process probes the endpoint. Simultaneous callers get different deliveries.
 * At `lease_until` the caller counts as dead.
 *
 * A due delivery that is not the first of its line is put back to wait for the first: an earlier one was replayed, or two
 * were being sent when their customers were merged and the sender crashed. If only such deliveries are found, others are
 * leased in their place, because a probe would otherwise end without an attempt.
 */
export async function leaseDueDeliveries(
  db: Kysely<DB>,
  endpoint: DueEndpoint,
  claim: { now: number; lease_until: number; most: number },
): Promise<LeasedDelivery[]> {
  if (endpoint.probe && !(await takeProbe(db, endpoint, claim))) return [];
  for (;;) {
    const { leased, behind } = await leaseDue(db, endpoint, claim);
    await giveBack(db, behind, claim.now);
    if (leased.length > 0 || behind.length === 0) return leased;
  }
}

async function leaseDue(
  db: Kysely<DB>,
  endpoint: DueEndpoint,
  claim: { now: number; lease_until: number; most: number },
): Promise<{ leased: LeasedDelivery[]; behind: LeasedDelivery[] }> {
  const { program_id, id: endpoint_id, probe, webhook_ids } = endpoint;
  const { rows } = await sql<AsText<ClaimedDelivery> & { is_settled: boolean; is_first: boolean }>`
    update webhook_deliveries d set attempts = attempts + 1, next_attempt_at = ${ts(claim.lease_until)}
      where d.program_id = ${program_id} and d.id = any(array(
        select id from webhook_deliveries
          where program_id = ${program_id} and endpoint_id = ${endpoint_id} and next_attempt_at <= ${ts(claim.now)}
          order by next_attempt_at, id limit ${probe ? 1 : claim.most} for update skip locked))
      returning id, endpoint_id, webhook_id, customer_id, message_id, topic, body, attempts, attempts_before,
        next_attempt_at, created_at, ${asksForSettled(program_id)} as is_settled,
        ${isFirst} as is_first`.execute(db);
  const leased: LeasedDelivery[] = [];
  const behind: LeasedDelivery[] = [];
  for (const row of rows.sort((a, b) => a.id - b.id)) {
    const wanted = webhook_ids.includes(row.webhook_id) && !row.is_settled;
    const delivery = toLeased(endpoint, inBytes<ClaimedDelivery>(row), { probe, wanted });
    (row.is_first ? leased : behind).push(delivery);
  }
  return { leased, behind };
}

/** Whether the delivery `d` asks the store for a reward that was taken back or handed over since. Tests have no customer. */
function asksForSettled(programId: number) {
  return sql<boolean>`case when d.topic = ${FULFILLMENT_TOPIC} and d.customer_id is not null then exists (
    select from claimed_rewards c
      where c.program_id = ${programId} and c.id = (d.body::json #>> '{payload,properties,claimed_reward,id}')::bigint
        and (c.state <> 'approved' or c.fulfilled_at is not null)) else false end`;
}

/** The columns of a LeasedDelivery except `probe`, of the delivery `d` and its endpoint `e`. */
const CLAIMED = sql`d.program_id, d.id, d.endpoint_id, d.webhook_id, d.customer_id, d.message_id, d.topic, d.body, d.attempts,
  d.attempts_before, d.next_attempt_at, d.created_at, e.address, e.secret, e.previous_secret, e.previous_secret_until, e.listens_until,
  exists (select from webhooks w where w.program_id = d.program_id and w.id = d.webhook_id) as wanted`;

/** Leases an ended delivery for another attempt; undefined if it is pending or its endpoint is gone. */
export async function leaseEnded(
  tx: Tx,
  delivery: { program_id: number; id: number; lease_until: number },
): Promise<LeasedDelivery | undefined> {
  const { rows } = await sql<AsText<LeasedDelivery>>`
    update webhook_deliveries d
      set state = 'pending', finished_at = null, attempts_before = d.attempts, attempts = d.attempts + 1,
        next_attempt_at = ${ts(delivery.lease_until)}
      from webhook_endpoints e
      where d.program_id = ${delivery.program_id} and d.id = ${delivery.id} and d.state <> 'pending'
        -- Of a customer who was erased nothing is left to be sent.
        and d.body <> ''
        and e.program_id = d.program_id and e.id = d.endpoint_id
      returning ${CLAIMED}, false as probe`.execute(tx);
  return rows[0] && inBytes(rows[0]);
}

/** Inserts a delivery that the caller is about to try. */
export async function insertLeased(
  tx: Tx,
  delivery: NewDelivery,
  leaseUntil: number,
): Promise<LeasedDelivery> {
  const { id } = await tx
    .insertInto('webhook_deliveries')
    .values({
      ...delivery,
      state: 'pending',
      attempts: 1,
      next_attempt_at: ts(leaseUntil),
      created_at: ts(delivery.created_at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<AsText<LeasedDelivery>>`
    select ${CLAIMED}, false as probe from webhook_deliveries d
      join webhook_endpoints e on e.program_id = d.program_id and e.id = d.endpoint_id
      where d.program_id = ${delivery.program_id} and d.id = ${id}`.execute(tx);
  return inBytes(rows[0]!);
}

/** A row in the form in which Postgres returns it. */
type AsText<T> = Omit<T, 'body'> & { body: string };

function inBytes<T>(row: AsText<T>): Omit<T, 'body'> & { body: Buffer } {
  return Object.assign(row, { body: Buffer.from(row.body) });
}
