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
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { programSettings, tierDefinition } from '../support/factories.ts';
import { merge } from '../support/merging.ts';
import { orderInput } from '../support/orders.ts';
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
