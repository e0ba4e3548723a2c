import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import type { DB } from '../../src/db/tables.ts';
import {
  readTimeline,
  TIMELINE_KINDS,
  type TimelineItem,
} from '../../src/domain/listings/customer-timeline.ts';
import { addNote } from '../../src/domain/operations/keep-notes.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { resolveActivityReport } from '../../src/domain/operations/resolve-activity-report.ts';
import { setTier, unsetTier } from '../../src/domain/operations/set-tier.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { entryOf, programSettings, tierDefinition } from '../support/factories.ts';
import { merge } from '../support/merging.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { scansOf } from '../support/plans.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A customer to whom something of every kind happened, some of it in one millisecond. */
async function lived(): Promise<number> {
  const program = await domain.begin({
    settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
    tiers: [{ key: 'base', definition: tierDefinition() }],
  });
  const { id } = await domain.customer({ points: 700 });
  for (const n of [1, 2, 3]) {
    const order = { merchant_id: `o-${n}`, number: `#${5010 + n}`, total_minor: 48_00 };
    await recordOrder(domain.deps, orderInput(program, order));
    await addNote(domain.deps, { program, customer_id: id, text: `Note ${n}`, by: TESTER });
    if (n > 1) domain.clock.advance(HOUR);
  }
  await domain.complete('follow');
  await domain.claim('gift_card');
  for (const blocked of [true, false])
    await updateCustomer(domain.deps, { program, customer_id: id, changes: { blocked }, by: TESTER });
  await domain.customer({ merchant_id: 'twin', points: 30 });
  await merge(domain, 'twin', '1001');
  domain.clock.advance(15 * DAY);
  await domain.settle(id);
  return id;
}

async function read(
  customer_id: number,
  limit: number,
  before: TimelineItem | null = null,
  db: Kysely<DB> = domain.deps.db,
) {
  return readTimeline({ db }, domain.program.id, { customer_id, kinds: TIMELINE_KINDS, before, limit });
}

const named = ({ kind, id }: TimelineItem) => `${kind} ${id}`;

it('a timeline is read on page by page, and nothing is missed or met twice', async () => {
  const id = await lived();
  const whole = (await read(id, 100)).items;
  expect(new Set(whole.map(({ kind }) => kind))).toEqual(
    new Set(TIMELINE_KINDS.filter((kind) => kind !== 'gift')),
  );
  expect(whole.map(({ at }) => at)).toEqual(whole.map(({ at }) => at).sort((a, b) => b - a));
  const paged: TimelineItem[] = [];
  for (let more = true; more; ) {
    const page = await read(id, 2, paged.at(-1) ?? null);
    paged.push(...page.items);
    more = page.more;
    // Whatever happens meanwhile comes at the beginning.
    if (paged.length < 6) domain.clock.advance(HOUR);
    if (paged.length < 6)
      await addNote(domain.deps, { program: domain.program, customer_id: id, text: 'Meanwhile', by: TESTER });
  }
  expect(paged.map(named)).toEqual(whole.map(named));
});

it('a timeline has what a merged customer earned and paid, and its points make up the balance', async () => {
  await domain.begin();
  await domain.customer({ merchant_id: 'twin', points: 700 });
  await domain.claim('gift_card', {}, { customer: 'twin' });
  const { id } = await domain.customer({ points: 30 });
  domain.clock.advance(HOUR);
  await merge(domain, 'twin', '1001');
  const { items } = await read(id, 100);
  const moved = items.flatMap((item) => (item.kind === 'transaction' ? [item.transaction] : []));
  const claimed = moved.filter(({ resource }) => resource === 'claimed_reward');
  expect(claimed.map(({ points_approved, created_at }) => [points_approved, created_at])).toEqual([
    [-500, domain.clock.real() - HOUR],
  ]);
  expect(moved).toHaveLength(5);
  const sum = moved.reduce((points, { points_approved }) => points + points_approved, 0);
  expect(sum).toBe((await domain.row(id)).points_approved);
});

it('a timeline reads no more of the ledger than a customer and those merged into it have', async () => {
  const id = await lived();
  await domain.database.asOwner(`
    insert into customers (program_id, site_id, merchant_id, merchant_key, referral_id, last_entry_at, created_at, updated_at)
      select program_id, site_id, 'm' || n, 'm' || n, 'r' || n, now(), now(), now()
        from customers, generate_series(1, 3000) n where id = ${id};
    insert into tier_entries (program_id, customer_id, tier_id, date, created_at)
      select program_id, id, 1, now(), now() from customers where merchant_id like 'm%';
    analyze customers, tier_entries`);
  const scans = await scansOf(domain.database, (db) => read(id, 20, null, db));
  const ledger = scans.filter(({ table }) => ['customers', 'tier_entries'].includes(table));
  expect(ledger.filter(({ kind }) => kind === 'Seq Scan')).toEqual([]);
  expect(Math.max(...ledger.map(({ rows }) => rows))).toBeLessThan(100);
});

/** The tiers that the reasons of points name, newest first. */
const tiersOf = async (id: number) =>
  (await read(id, 100)).items.flatMap((item) =>
    item.kind === 'transaction' && item.caused?.kind === 'activity' ? [item.caused.tier_id] : [],
  );

it('the reason of points names a tier, and none that the customer may have left', async () => {
  const program = await domain.begin({
    settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
    tiers: [{ key: 'vip', definition: tierDefinition({ lower_bound: null }) }],
  });
  const { id } = await domain.customer();
  const vip = entryOf(program.conditional_tiers, 'vip').id;
  const of = { program, customer_merchant_id: '1001', by: TESTER };
  const earn = async () => {
    domain.clock.advance(5 * DAY);
    await domain.complete('follow');
  };
  await setTier(domain.deps, { ...of, tier_key: 'vip' });
  await earn();
  domain.clock.advance(5 * DAY);
  await unsetTier(domain.deps, of);
  await earn();
  expect(await tiersOf(id)).toEqual([null, vip]);
});

it('points that a refund took were not taken by hand, though the rest was', async () => {
  const program = await domain.begin();
  const { id } = await domain.customer();
  await recordOrder(domain.deps, orderInput(program));
  domain.clock.advance(30 * DAY);
  await domain.settle(id);
  await updateOrder(domain.deps, orderUpdate(program, { refunded_minor: 500 }));
  domain.clock.advance(HOUR);
  const [activity] = await domain.rows('activities');
  const own = { program, customer_id: id, activity_id: activity!.id };
  await resolveActivityReport(domain.deps, { ...own, state: 'void', by: TESTER });
  const taken = (await read(id, 100)).items.flatMap((item) =>
    item.kind === 'transaction' && item.transaction.points_approved < 0 && item.caused?.kind === 'activity'
      ? [item.caused.voided_by_hand]
      : [],
  );
  expect(taken).toEqual([true, false]);
});

it('a timeline takes as many statements however long it is', async () => {
  const id = await lived();
  const counts: number[] = [];
  for (const limit of [1, 5, 100]) {
    let sent = 0;
    const db = domain.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        sent += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await read(id, limit, null, db);
    counts.push(sent);
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(5);
});
