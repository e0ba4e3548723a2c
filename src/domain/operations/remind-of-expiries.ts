import { localDate } from '../core/calendar.ts';
import { oneByOne } from '../core/one-by-one.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { BATCH_SIZE, type DueCustomer, listDueCustomers } from '../ledger/approve-batch.ts';
import { inactivityDeadline, keepsLots } from '../ledger/points-expiry.ts';
import type { WebhookTopic } from '../outbox/topics.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import {
  insertReminders,
  listAskedTopics,
  listEndingClaims,
  listExpiringLots,
  listTakingPart,
  type Near,
} from '../webhooks/reminder-store.ts';

const POINTS: WebhookTopic = 'program_events/customer.approaching_points_expiration';
const REWARDS: WebhookTopic = 'program_events/customer.approaching_reward_expiration';
const DAY = 24 * 60 * 60 * 1000;

/**
 * Makes customers due for a reminder if their points or unused rewards end within the time of the program's settings,
 * once for each end; for points, by the local day on which the next points expire. Does so only if a webhook is
 * subscribed to the reminder. Customers of a program that is being moved are reminded in the schema that gets it. If a
 * program fails, the others go on, and its error is thrown at the end. `signal` ends it early.
 */
export async function remindOfExpiries(
  deps: Pick<Deps, 'db' | 'clock' | 'programs'>,
  signal?: AbortSignal,
): Promise<void> {
  const asked = await listAskedTopics(deps.db, [POINTS, REWARDS]);
  if (asked.length === 0) return;
  const stamps = await deps.programs.stamps(asked.map(({ program_id }) => program_id));
  await oneByOne(stamps, async (stamp) => {
    const program = await deps.programs.get(stamp);
    const topics = asked.filter(({ program_id }) => program_id === program.id).map(({ topic }) => topic);
    await remindProgram(deps, program, topics, signal);
  });
}

/** A customer whose points or reward end by this moment is due by this moment at the latest. */
async function remindProgram(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Program,
  topics: readonly WebhookTopic[],
  signal?: AbortSignal,
): Promise<void> {
  const now = deps.clock.now(program);
  const { points_expiration_days, reward_expiration_days } = program.settings.reminders;
  const points_until = topics.includes(POINTS) ? now + points_expiration_days * DAY : now;
  const rewards_until = topics.includes(REWARDS) ? now + reward_expiration_days * DAY : now;
  let due: DueCustomer[] = [];
  do {
    if (signal?.aborted) return;
    const until = Math.max(points_until, rewards_until);
    due = await listDueCustomers(deps.db, program.id, until, { after: due.at(-1) });
    const ids = due.map(({ id }) => id);
    await runInTransaction(deps, undefined, async (tx) => {
      const customers = await listTakingPart(tx, program.id, ids);
      const near = [
        ...(await nearPoints(tx, program, customers, { now, until: points_until })),
        ...(await nearClaims(tx, program, customers, { now, until: rewards_until })),
      ];
      await insertReminders(tx, program.id, near, now);
    });
  } while (due.length === BATCH_SIZE);
}

interface Window {
  now: number;
  until: number;
}

async function nearPoints(
  tx: Tx,
  program: Program,
  customers: readonly CustomerRow[],
  window: Window,
): Promise<Near[]> {
  if (program.settings.points_expiry === null || window.until <= window.now) return [];
  const ids = customers.map(({ id }) => id);
  const zoneOf = new Map(customers.map(({ id, site_id }) => [id, program.site(site_id)!.time_zone]));
  if (!keepsLots(program.settings.points_expiry)) {
    return customers.flatMap((customer) => {
      const zone = zoneOf.get(customer.id)!;
      const at = customer.points_approved > 0 ? inactivityDeadline(program, customer, zone) : null;
      if (at === null || at <= window.now || at > window.until) return [];
      return [nearOf(customer.id, zone, customer.points_approved, at)];
    });
  }
  const near = new Map<number, Near & { details: { points: number; expires_at: number } }>();
  for (const { customer_id, expires_at, remaining } of await listExpiringLots(tx, program.id, ids, window)) {
    const zone = zoneOf.get(customer_id)!;
    const first = near.get(customer_id);
    if (!first) near.set(customer_id, nearOf(customer_id, zone, remaining, expires_at));
    else if (first.occasion === localDate(expires_at, zone)) first.details.points += remaining;
  }
  return [...near.values()];
}

function nearOf(customer_id: number, zone: string, points: number, expires_at: number) {
  const occasion = localDate(expires_at, zone);
  const details = { points, expires_at };
  return { customer_id, kind: 'points_expiration' as const, occasion, subject_id: null, details };
}

async function nearClaims(
  tx: Tx,
  program: Program,
  customers: readonly CustomerRow[],
  window: Window,
): Promise<Near[]> {
  if (window.until <= window.now) return [];
  const ids = customers.map(({ id }) => id);
  return (await listEndingClaims(tx, program.id, ids, window)).map(({ id, customer_id, ends_at }) => ({
    customer_id,
    kind: 'reward_expiration',
    occasion: String(id),
    subject_id: id,
    details: { ends_at },
  }));
}
