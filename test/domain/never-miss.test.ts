import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../../src/domain/core/pagination.ts';
import { listActivities } from '../../src/domain/listings/activity-store.ts';
import { listAuditEntries } from '../../src/domain/listings/audit-store.ts';
import { listOrders } from '../../src/domain/listings/order-store.ts';
import { listTransactions } from '../../src/domain/listings/transaction-store.ts';
import { exportTransactionPage } from '../../src/domain/listings/transactions-csv.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import { ruleDefinition } from '../support/factories.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { ORDINARY } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain({ poolSize: 24 });

const WRITERS = 20;
const ROUNDS = 20;

/** One writer: rows of every kind that the domain makes, one by one and many in a statement. */
async function write(merchantId: string, customerId: number): Promise<void> {
  const { deps, program } = domain;
  for (let round = 0; round < ROUNDS; round += 1) {
    const by = { customer: merchantId, hooks: round % 2 ? ORDINARY : undefined };
    await domain.complete('now', by);
    await domain.complete('later', by);
    await adjustPoints(deps, { program, customer_id: customerId, points: 1, note: null, by: TESTER });
    if (round % 5 === 0) {
      await recordOrder(
        deps,
        orderInput(program, { merchant_id: `${merchantId}-${round}`, customer_id: merchantId }),
      );
    }
    if (round % 10 === 9) {
      domain.clock.advance(60_000);
      await sweepOnce(deps);
    }
  }
}

/** The ids of a page of transactions as csv tells them. */
async function transactionsOfCsv(request: PageRequest): Promise<{ rows: { id: number }[] }> {
  const { csv } = await exportTransactionPage(domain.deps, domain.program.id, request);
  const lines = Buffer.concat(csv).toString().split('\n').slice(0, -1);
  return { rows: lines.map((line) => ({ id: Number(line.split(',')[0]) })) };
}

type List = (request: PageRequest) => Promise<{ rows: { id: number }[] }>;

const request = (rest: Partial<PageRequest>, since_id: number | null): PageRequest => ({
  order: 'oldest_first',
  from: null,
  limit: 50,
  offset: 0,
  ...rest,
  filters: { customer_id: null, since_id, created_at_min: null, created_at_max: null },
});

/** Reads on from the last id that it saw, until there is nothing more and nobody writes any more. */
async function pollBySinceId(list: List, limit: number, writing: () => boolean): Promise<number[]> {
  const seen: number[] = [];
  for (let over = false; ; ) {
    const { rows } = await list(request({ limit }, seen.at(-1) ?? 0));
    seen.push(...rows.map((row) => row.id));
    if (rows.length === 0 && over) return seen;
    over = rows.length === 0 && !writing();
  }
}

/** Reads on from the cursor of the last page. */
async function pollByCursor(list: List, limit: number, writing: () => boolean): Promise<number[]> {
  const seen: number[] = [];
  let from: PageRequest['from'] = null;
  for (let over = false; ; ) {
    const { rows } = await list(request({ limit, from }, 0));
    seen.push(...rows.map((row) => row.id));
    if (rows.length > 0) from = { way: 'next', id: rows.at(-1)!.id };
    if (rows.length === 0 && over) return seen;
    over = rows.length === 0 && !writing();
  }
}

describe('whoever reads on while twenty write', () => {
  it('sees each transaction, activity, order and audit entry exactly once, by since_id and by cursor', async () => {
    await domain.begin({
      rules: [
        { key: 'now', definition: ruleDefinition() },
        { key: 'later', definition: ruleDefinition({ approval_period_seconds: 60 }) },
        {
          key: 'purchase',
          definition: ruleDefinition({
            kind: 'purchase',
            properties: {},
            result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
          }),
        },
      ],
    });
    const customers = [];
    for (let i = 0; i < WRITERS; i += 1) customers.push(await domain.customer({ merchant_id: `w-${i}` }));
    let writing = true;
    const isWriting = () => writing;
    const writers = customers.map(({ merchant_id, id }) => write(merchant_id, id));

    const transactions: List = (asked) => listTransactions(domain.deps, domain.program.id, asked);
    const activities: List = (asked) => listActivities(domain.deps, domain.program.id, asked);
    const orders: List = (asked) => listOrders(domain.deps, domain.program.id, asked);
    const everything = { action: null, actor_kind: null, actor_id: null };
    const audit: List = (asked) =>
      listAuditEntries(domain.deps, domain.program.id, {
        ...asked,
        filters: { ...asked.filters, ...everything },
      });
    const readers = {
      transactions: [
        pollBySinceId(transactions, 20, isWriting),
        pollByCursor(transactions, 500, isWriting),
        pollBySinceId(transactionsOfCsv, 25, isWriting),
      ],
      activities: [pollBySinceId(activities, 15, isWriting), pollByCursor(activities, 300, isWriting)],
      orders: [pollBySinceId(orders, 5, isWriting), pollByCursor(orders, 50, isWriting)],
      audit_entries: [pollBySinceId(audit, 10, isWriting), pollByCursor(audit, 200, isWriting)],
    };
    try {
      await Promise.all(writers);
      await sweepOnce(domain.deps);
    } finally {
      writing = false;
    }

    const least = { transactions: 800, activities: 800, orders: WRITERS * 3, audit_entries: 400 };
    for (const table of ['transactions', 'activities', 'orders', 'audit_entries'] as const) {
      const stored = (await domain.rows(table)).map((row) => row.id);
      expect(stored.length).toBeGreaterThan(least[table]);
      for (const seen of await Promise.all(readers[table])) expect(seen).toEqual(stored);
    }
    // Whoever announced ids has let go: nothing holds the listings back any more.
    const { rows } = await sql<{ held: number }>`
      select count(*) as held from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(
      domain.deps.db,
    );
    expect(rows[0]!.held).toBe(0);
  });

  it('meets each order and activity as it is in the end, in the order of changes, and none twice in one state', async () => {
    const PURCHASE = ruleDefinition({
      kind: 'purchase',
      properties: {},
      approval_period_seconds: 60,
      result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
    });
    await domain.begin({ rules: [{ key: 'purchase', definition: PURCHASE }] });
    const { deps, program } = domain;
    for (let i = 0; i < WRITERS; i += 1) await domain.customer({ merchant_id: `w-${i}` });
    let writing = true;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let round = 0; round < 6; round += 1) {
        const merchant_id = `${writer}-${round}`;
        const customer_id = `w-${writer}`;
        await recordOrder(deps, orderInput(program, { merchant_id, customer_id }));
        for (const refunded_minor of [200, 400, 2000].slice(0, 1 + (round % 3))) {
          // An older order of another's, so that places are taken by many at once and go far back.
          const other = `${(writer + 1) % WRITERS}-${Math.max(0, round - 1)}`;
          await updateOrder(deps, orderUpdate(program, { refunded_minor }, merchant_id));
          await updateOrder(deps, orderUpdate(program, { refunded_minor }, other)).catch(() => {});
        }
        if (round % 3 === 2) {
          domain.clock.advance(60_000);
          await sweepOnce(deps);
        }
      }
    });
    const orders = (asked: PageRequest) => listOrders(deps, program.id, asked);
    const activities = (asked: PageRequest) => listActivities(deps, program.id, asked);
    const readers = [7, 100].flatMap((limit) => [
      pollChanges(
        orders,
        limit,
        () => writing,
        (order) => String(order.refunded_minor),
      ),
      pollChanges(
        activities,
        limit,
        () => writing,
        (activity) => `${activity.state} ${activity.value}`,
      ),
    ]);
    try {
      await Promise.all(writers);
      domain.clock.advance(60_000);
      await sweepOnce(deps);
    } finally {
      writing = false;
    }
    const inTheEnd = {
      orders: (await domain.rows('orders')).map(({ id, refunded_minor }) => [id, String(refunded_minor)]),
      activities: (await listActivities(deps, program.id, request({ limit: 1000 }, 0))).rows.map(
        ({ id, state, value }) => [id, `${state} ${value}`],
      ),
    };
    expect(inTheEnd.orders).toHaveLength(WRITERS * 6);
    for (const [index, reader] of (await Promise.all(readers)).entries()) {
      const { states, places, met } = reader;
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      expect(Object.entries(states).map(([id, state]) => [Number(id), state])).toEqual(
        inTheEnd[index % 2 === 0 ? 'orders' : 'activities'],
      );
      expect(met).toBeGreaterThan(WRITERS * 6);
    }
  }, 120_000);
});

/** Reads on from the last place that it saw, until there is nothing more and nobody writes any more. */
async function pollChanges<Row extends { id: number; change_id: number }>(
  list: (request: PageRequest) => Promise<{ rows: Row[] }>,
  limit: number,
  writing: () => boolean,
  stateOf: (row: Row) => string,
) {
  const states: Record<number, string> = {};
  const places: number[] = [];
  let met = 0;
  for (let over = false; ; ) {
    const asked = request({ limit }, null);
    const filters = { ...asked.filters, updated_since: places.at(-1) ?? 0 };
    const { rows } = await list({ ...asked, filters });
    for (const row of rows) {
      states[row.id] = stateOf(row);
      places.push(row.change_id);
      met += 1;
    }
    if (rows.length === 0 && over) return { states, places, met };
    over = rows.length === 0 && !writing();
  }
}
