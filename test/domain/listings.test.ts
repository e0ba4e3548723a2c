import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Replicas } from '../../src/db/replicas.ts';
import { ts } from '../../src/db/timestamps.ts';
import type { PageRequest } from '../../src/domain/core/pagination.ts';
import { runInTransaction, type Tx } from '../../src/domain/core/transaction.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { listActivities } from '../../src/domain/listings/activity-store.ts';
import { listTransactions } from '../../src/domain/listings/transaction-store.ts';
import { exportTransactionPage, exportTransactions } from '../../src/domain/listings/transactions-csv.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { ProgramCache } from '../../src/domain/programs/cache.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { TestClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, programDefinition } from '../support/factories.ts';
import { LIGHT_PASSWORDS } from '../support/light-passwords.ts';
import { TESTER } from '../support/tester.ts';

interface World {
  database: TestDatabase;
  deps: Deps;
  program: Program;
  customers: CustomerRow[];
}

async function createWorld(customerCount: number, poolSize = 6): Promise<World> {
  const database = await createTestDatabase({ poolSize });
  const deps: Deps = {
    db: database.db,
    hot: database.hot,
    programs: new ProgramCache(database.db),
    clock: new TestClock(),
    random: { bytes: randomBytes },
    password_cost: LIGHT_PASSWORDS,
    logger: pino({ level: 'silent' }),
    secret: Buffer.alloc(32, 1),
    formerSecrets: [],
    publicUrl: 'http://loyalty.test',
    outbound: new Outbound({ allow_private: true }),
  };
  await applyProgram(deps, programDefinition(), TESTER);
  const program = (await deps.programs.all())[0]!;
  const customers: CustomerRow[] = [];
  for (let index = 0; index < customerCount; index += 1) {
    customers.push(await createCustomer(deps, program, { merchant_id: `c${index}` }));
  }
  return { database, deps, program, customers };
}

function asked(
  rest: Partial<Omit<PageRequest, 'filters'>> & { filters?: Partial<PageRequest['filters']> } = {},
): PageRequest {
  return {
    order: 'newest_first',
    from: null,
    limit: 100,
    offset: 0,
    ...rest,
    filters: {
      customer_id: null,
      since_id: null,
      created_at_min: null,
      created_at_max: null,
      ...rest.filters,
    },
  };
}

describe('a listing while others write', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(2);
  });
  afterAll(() => world.database.close());

  const write = (tx: Tx, customer: CustomerRow) =>
    sql<{ id: number }>`
      insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, expiry_id, created_at)
      values (${customer.program_id}, ${customer.id}, 1, 0, 0, 'expiry', 1, now()) returning id`
      .execute(tx)
      .then(({ rows }) => rows[0]!.id);

  it('shows no row while one with a lower id may still come', async () => {
    const { deps, program, customers } = world;
    const newest = async (customer_id: number | null = null) =>
      (await listTransactions(deps, program.id, asked({ limit: 1, filters: { customer_id } }))).rows[0]?.id;
    const before = await newest();
    let later = 0;
    await runInTransaction(deps, undefined, async (open) => {
      const first = await write(open, customers[0]!);
      later = await runInTransaction(deps, undefined, (tx) => write(tx, customers[1]!));
      expect(later).toBeGreaterThan(first);
      expect(await newest()).toBe(before);
      // One customer's rows come in the order of their ids: it sees its own at once.
      expect(await newest(customers[1]!.id)).toBe(later);
    });
    expect(await newest()).toBe(later);
  });

  it('tells csv no row either, whatever it is asked, while one with a lower id may still come', async () => {
    const { deps, program, customers } = world;
    const csvOf = async (filters: Partial<PageRequest['filters']>) => {
      const request = asked({ order: 'oldest_first', filters });
      const { csv } = await exportTransactionPage(deps, program.id, request);
      const whole = await collect(await exportTransactions(deps, program.id, request));
      expect(Buffer.concat(csv).toString()).toBe(whole);
      return whole
        .split('\n')
        .filter(Boolean)
        .map((line) => Number(line.split(',')[0]));
    };
    let later = 0;
    await runInTransaction(deps, undefined, async (open) => {
      const since_id = (await write(open, customers[0]!)) - 1;
      later = await runInTransaction(deps, undefined, (tx) => write(tx, customers[1]!));
      expect(await csvOf({ since_id })).toEqual([]);
      expect(await csvOf({ created_at_min: 0 })).not.toContain(later);
      expect(await csvOf({ since_id, customer_id: customers[1]!.id })).toEqual([later]);
    });
    expect(await csvOf({ since_id: later - 2 })).toEqual([later - 1, later]);
  });

  it('of a table is held back by no write to another', async () => {
    const { rows } = await sql<{ namespace: string; sequences: string[] }>`
      select arguments[2] as namespace, array_agg(distinct arguments[1]) as sequences
        from pg_trigger t join pg_proc f on f.oid = t.tgfoid
          cross join lateral string_to_array(replace(encode(tgargs, 'escape'), '\\000', ','), ',') arguments
        where f.proname = 'announce_ids' group by 1`.execute(world.database.db);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ sequences }) => sequences.length > 1)).toEqual([]);
  });

  it('is not held back by a transaction that was rolled back', async () => {
    const { deps, program, customers } = world;
    const undone = runInTransaction(deps, undefined, async (tx) => {
      await write(tx, customers[0]!);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const id = await runInTransaction(deps, undefined, (tx) => write(tx, customers[1]!));
    expect((await listTransactions(deps, program.id, asked({ limit: 1 }))).rows[0]!.id).toBe(id);
  });

  it('of activities waits for lower ids as well', async () => {
    const { deps, program, customers } = world;
    const insert = (tx: Tx, customer: CustomerRow) =>
      sql`insert into activities (program_id, customer_id, name, value, state, date, created_at)
          values (${program.id}, ${customer.id}, '$test', 0, 'approved', now(), now())`.execute(tx);
    const count = async () => (await listActivities(deps, program.id, asked({ limit: 500 }))).rows.length;
    const before = await count();
    await runInTransaction(deps, undefined, async (open) => {
      await insert(open, customers[0]!);
      await runInTransaction(deps, undefined, (tx) => insert(tx, customers[1]!));
      expect(await count()).toBe(before);
    });
    expect(await count()).toBe(before + 2);
  });

  it('gives each row exactly once to whoever polls by since_id or by cursor', async () => {
    const { database, deps, program, customers } = await createWorld(20, 24);
    let writing = true;
    const writers = customers.map(async (customer) => {
      for (let round = 0; round < 40; round += 1) {
        await adjustPoints(deps, { program, customer_id: customer.id, points: 1, note: null, by: TESTER });
      }
    });

    const pollBySinceId = async (limit: number) => {
      const seen: number[] = [];
      for (let last = false; ; ) {
        const { rows } = await listTransactions(
          deps,
          program.id,
          asked({ order: 'oldest_first', limit, filters: { since_id: seen.at(-1) ?? 0 } }),
        );
        seen.push(...rows.map(({ id }) => id));
        if (rows.length > 0) continue;
        if (last) return seen;
        last = !writing;
      }
    };
    const pollByCursor = async (limit: number) => {
      const seen: number[] = [];
      let from: PageRequest['from'] = null;
      for (let last = false; ; ) {
        const page: Awaited<ReturnType<typeof listTransactions>> = await listTransactions(
          deps,
          program.id,
          asked({ order: 'oldest_first', limit, from, filters: { since_id: 0 } }),
        );
        seen.push(...page.rows.map(({ id }) => id));
        if (page.rows.length > 0) {
          from = { way: 'next', id: page.rows.at(-1)!.id };
          continue;
        }
        if (last) return seen;
        last = !writing;
      }
    };
    const readers = [pollBySinceId(7), pollBySinceId(100), pollByCursor(13)];
    await Promise.all(writers);
    writing = false;

    const stored = await deps.db.selectFrom('transactions').select('id').orderBy('id').execute();
    expect(stored).toHaveLength(20 * 40);
    for (const seen of await Promise.all(readers)) expect(seen).toEqual(stored.map(({ id }) => id));
    await expectLedgerBalanced(deps);
    await database.close();
  });
});

describe('a window of moments', () => {
  let world: World;
  const START = Date.parse('2026-01-01T00:00:00Z');
  const HOUR = 3_600_000;

  /** Three stretches of ten rows an hour apart, ids a million apart: as in a table of many programs. */
  beforeAll(async () => {
    world = await createWorld(2);
    const { database, program, customers } = world;
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    for (let stretch = 0; stretch < 3; stretch += 1) {
      await owner.query(`select setval('transaction_ids', ${(stretch + 1) * 1_000_000})`);
      for (let index = 0; index < 10; index += 1) {
        await sql`
          insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, expiry_id, created_at)
          values (${program.id}, ${customers[index % 2]!.id}, ${stretch * 10 + index + 1}, 0, 0, 'expiry', 1,
                  ${ts(START + (stretch * 10 + index) * HOUR)})`.execute(database.db);
      }
    }
    await owner.end();
  });
  afterAll(() => world.database.close());

  /** Which of the thirty, by their number, page by page. */
  async function pages(
    from: number | null,
    to: number | null,
    rest: Partial<PageRequest> = {},
  ): Promise<number[][]> {
    const filters = {
      created_at_min: from === null ? null : START + from * HOUR,
      created_at_max: to === null ? null : START + to * HOUR,
    };
    const found: number[][] = [];
    let request = asked({ limit: 4, ...rest, filters });
    for (;;) {
      const page = await listTransactions(world.deps, world.program.id, request);
      found.push(page.rows.map(({ points_approved }) => points_approved - 1));
      if (!page.has_next) return found;
      request = { ...request, from: { way: 'next', id: page.rows.at(-1)!.id } };
    }
  }

  it('is found far from where the listing begins', async () => {
    expect(await pages(2, 8)).toEqual([
      [7, 6, 5, 4],
      [3, 2],
    ]);
    expect(await pages(22, 28, { order: 'oldest_first' })).toEqual([
      [22, 23, 24, 25],
      [26, 27],
    ]);
  });

  it('may lie over gaps in the ids', async () => {
    expect(await pages(8, 22)).toEqual([
      [21, 20, 19, 18],
      [17, 16, 15, 14],
      [13, 12, 11, 10],
      [9, 8],
    ]);
    expect(await pages(8, 22, { order: 'oldest_first' })).toEqual([
      [8, 9, 10, 11],
      [12, 13, 14, 15],
      [16, 17, 18, 19],
      [20, 21],
    ]);
  });

  it('has each row once where it goes on beyond the ids that are read first', async () => {
    const { database, deps, program, customers } = await createWorld(1);
    // 200 000 ids are read first: from the beginning, those up to 200 000; from the end, those from 200 002 on.
    const ids = [200_000, 200_001, 200_002, 400_001];
    for (const id of ids) {
      await database.asOwner(`select setval('transaction_ids', ${id - 1})`);
      await sql`
        insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, expiry_id, created_at)
        values (${program.id}, ${customers[0]!.id}, 1, 0, 0, 'expiry', 1, ${ts(START)})`.execute(database.db);
    }
    const filters = { created_at_min: START };
    for (const [order, expected] of [
      ['oldest_first', ids],
      ['newest_first', ids.toReversed()],
    ] as const) {
      const page = await listTransactions(deps, program.id, asked({ order, filters }));
      expect(page.rows.map(({ id }) => id)).toEqual(expected);
      const csv = await collect(await exportTransactions(deps, program.id, asked({ order, filters })));
      expect(
        csv
          .trimEnd()
          .split('\n')
          .map((line) => Number(line.split(',')[0])),
      ).toEqual(expected);
    }
    await database.close();
  });

  it('may be open on either side, or hold nothing', async () => {
    expect((await pages(27, null)).flat()).toEqual([29, 28, 27]);
    expect((await pages(null, 3)).flat()).toEqual([2, 1, 0]);
    expect(await pages(30, null)).toEqual([[]]);
    expect(await pages(-5, 0)).toEqual([[]]);
  });

  it('is exported whole', async () => {
    for (const [order, expected] of [
      ['newest_first', [21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8]],
      ['oldest_first', [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]],
    ] as const) {
      const request = asked({
        order,
        filters: { created_at_min: START + 8 * HOUR, created_at_max: START + 22 * HOUR },
      });
      const csv = await collect(await exportTransactions(world.deps, world.program.id, request));
      expect(
        csv
          .trimEnd()
          .split('\n')
          .map((line) => Number(line.split(',')[3]) - 1),
      ).toEqual(expected);
    }
    const nothing = asked({ filters: { created_at_min: START + 30 * HOUR } });
    expect(await collect(await exportTransactions(world.deps, world.program.id, nothing))).toBe('');
  });
});

describe('an export', () => {
  let world: World;
  const ROWS = 60_000;

  beforeAll(async () => {
    world = await createWorld(3);
    const { database, program, customers } = world;
    await sql`
      insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, expiry_id, created_at)
      select ${program.id}, (array[${sql.join(customers.map(({ id }) => sql.lit(id)))}])[1 + n % 3], n, 0, 0, 'expiry', 1, now()
      from generate_series(1, ${ROWS}) n`.execute(database.db);
  });
  afterAll(() => world.database.close());

  it('of many slices has every row once and in order', async () => {
    for (const order of ['newest_first', 'oldest_first'] as const) {
      const csv = await collect(await exportTransactions(world.deps, world.program.id, asked({ order })));
      const points = csv
        .trimEnd()
        .split('\n')
        .map((line) => Number(line.split(',')[3]));
      const expected = [...Array(ROWS)].map((_, index) =>
        order === 'oldest_first' ? index + 1 : ROWS - index,
      );
      expect(points).toEqual(expected);
    }
    const one = asked({ filters: { customer_id: world.customers[0]!.id } });
    const csv = await collect(await exportTransactions(world.deps, world.program.id, one));
    expect(csv.trimEnd().split('\n')).toHaveLength(ROWS / 3);
  });

  it('reads each record of a slice once, also of rows that came after the last statistics', async () => {
    const { database, deps, program, customers } = await createWorld(3);
    for (const table of ['transactions', 'activities'])
      await database.asOwner(`alter table ${table} set (autovacuum_enabled = false)`);
    const insert = (count: number) =>
      sql`with made as (
          insert into activities (program_id, customer_id, name, value, state, date, created_at)
          select ${program.id}, (array[${sql.join(customers.map(({ id }) => sql.lit(id)))}])[1 + n % 3], '$test', 0, 'approved', now(), now()
          from generate_series(1, ${count}::int) n
          returning id, customer_id)
        insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
        select ${program.id}, customer_id, 1, 0, 0, 'activity', id, now() from made order by id`.execute(
        database.db,
      );
    await insert(15_000);
    await database.asOwner('analyze transactions');
    await database.asOwner('analyze activities');
    await insert(3_000);
    const copies: string[] = [];
    const watched: Deps = {
      ...deps,
      hot: Object.assign(Object.create(deps.hot), {
        copyOut(text: string) {
          copies.push(text);
          return deps.hot.copyOut(text);
        },
      }),
    };
    const newest = asked({ order: 'oldest_first', filters: { since_id: 15_000 } });
    const csv = await collect(await exportTransactions(watched, program.id, newest));
    expect(csv.trimEnd().split('\n')).toHaveLength(3_000);
    expect(copies).toHaveLength(1);
    const query = copies[0]!.replace(/^copy \(/, '').replace(/\) to stdout.*$/, '');
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
      explain (analyze, format json) ${sql.raw(query)}`.execute(database.db);
    expect(comparedRows(rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(10 * 3_000);
    await database.close();
  });

  it('holds no connection and no statement while its reader is slow', async () => {
    const { deps, database, program } = world;
    let begun = 0;
    let readAhead = () => {};
    const secondRead = new Promise<void>((resolve) => {
      readAhead = resolve;
    });
    const watched: Deps = {
      ...deps,
      hot: Object.assign(Object.create(deps.hot), {
        async *copyOut(text: string) {
          begun += 1;
          const mine = begun;
          yield* deps.hot.copyOut(text);
          if (mine === 2) readAhead();
        },
      }),
    };
    const reader = await exportTransactions(watched, program.id, asked());
    await reader.next();
    await secondRead;
    const busy = async () => {
      const { rows } = await sql<{ busy: number }>`
        select count(*)::int as busy from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
        database.db,
      );
      return rows[0]!.busy;
    };
    // Postgres may take a moment to say that it is done.
    while ((await busy()) > 0);
    expect(begun).toBe(2);
    await collect(reader);
    expect(begun).toBeGreaterThan(2);
  });

  it('reads half as much at once after a slice that took long', async () => {
    const { deps, program } = world;
    const slices: number[] = [];
    let moment = 0;
    const slow: Deps = {
      ...deps,
      clock: { now: () => moment, real: () => moment, shared: async () => moment },
      hot: Object.assign(Object.create(deps.hot), {
        async *copyOut(text: string) {
          let rows = 0;
          for await (const chunk of deps.hot.copyOut(text)) {
            rows += chunk.toString().split('\n').length - 1;
            yield chunk;
          }
          slices.push(rows);
          if (slices.length === 2) moment += 2_001;
        },
      }),
    };
    await collect(await exportTransactions(slow, program.id, asked()));
    expect(slices).toEqual([5_000, 20_000, 10_000, ROWS - 35_000]);
  });

  it('leaves nothing behind when its reader goes', async () => {
    const { deps, program } = world;
    for (let index = 0; index < 10; index += 1) {
      const reader = await exportTransactions(deps, program.id, asked());
      await reader.next();
      await reader.return(undefined);
    }
    // More than the pool has connections: none was kept.
    expect((await listTransactions(deps, program.id, asked({ limit: 1 }))).rows).toHaveLength(1);
  });

  it('passes rows on as they come where the primary takes the place of a replica', async () => {
    const { deps, program } = world;
    let go = () => {};
    const rest = new Promise<void>((resolve) => {
      go = resolve;
    });
    let copies = 0;
    async function* copyOut(text: string) {
      copies += 1;
      if (copies === 1) return yield* deps.hot.copyOut(text);
      yield Buffer.from('the second slice begins');
      await rest;
    }
    const hot = Object.assign(Object.create(deps.hot), { copyOut });
    const replicas = { reads: {}, at: () => (_: unknown, orElse: () => Promise<unknown>) => orElse() };
    const refused = { ...deps, hot, replicas: replicas as unknown as Replicas };
    const reader = await exportTransactions(refused, program.id, asked());
    for await (const chunk of reader) if (chunk.toString() === 'the second slice begins') go();
    expect(copies).toBeGreaterThan(1);
  });

  it('plans a slice anew where that failed while the one before was read', async () => {
    const { deps, program } = world;
    let reads = 0;
    const at = () => async (_: unknown, orElse: () => Promise<unknown>) => {
      reads += 1;
      // The first slice is planned and read before.
      if (reads === 3) throw new Error('no connection is free');
      return orElse();
    };
    const replicas = { reads: {}, at } as unknown as Replicas;
    const csv = await collect(await exportTransactions({ ...deps, replicas }, program.id, asked()));
    expect(csv.trimEnd().split('\n')).toHaveLength(ROWS);
    expect(reads).toBeGreaterThan(4);
  });

  it('ends with an error, not with a part, when the database is lost on the way', async () => {
    const { deps, program } = world;
    const failing: Deps = {
      ...deps,
      hot: Object.assign(Object.create(deps.hot), {
        copies: 0,
        copyOut(text: string) {
          this.copies += 1;
          return deps.hot.copyOut(this.copies < 3 ? text : 'copy (select 1 / 0) to stdout');
        },
      }),
    };
    const reader = await exportTransactions(failing, program.id, asked());
    await expect(collect(reader)).rejects.toThrow('division by zero');
  });
});

async function collect(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}

interface PlanNode {
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** The pairs of rows that joins took up and dropped. */
function comparedRows({ Plans: parts = [], ...node }: PlanNode): number {
  const dropped = (node['Rows Removed by Join Filter'] ?? 0) * node['Actual Loops'];
  return parts.reduce((sum, part) => sum + comparedRows(part), dropped);
}
