import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { judgePartitions } from '../../src/cli/doctor/judge-schema.ts';
import { analystsOf } from '../../src/db/analysts.ts';
import { MOVING } from '../../src/db/connection-errors.ts';
import { copyDatabase } from '../../src/db/copy/copy-database.ts';
import { listAilingObjects, readLastPartition } from '../../src/db/inspect-schema.ts';
import { fenceOff } from '../../src/db/move/fence.ts';
import { listProgramTables } from '../../src/db/move/program-table.ts';
import { resumeWrites, stopWrites } from '../../src/db/stopped-writes.ts';
import { isConstraintViolation } from '../../src/domain/core/database-errors.ts';
import { verifyLedgerIn } from '../../src/domain/ledger/verify.ts';
import { readDatabaseFacts } from '../../src/domain/listings/database-store.ts';
import { listTransactions } from '../../src/domain/listings/transaction-store.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { createTestDatabase } from '../support/database.ts';
import { ROOT } from '../support/docs.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { ruleDefinition } from '../support/factories.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();
let owner: pg.Client;
let customer_id: number;

const addPoints = () =>
  adjustPoints(domain.deps, { program: domain.program, customer_id, points: 5, note: null, by: TESTER });

/** A script, with partitions of a thousand ids. */
const script = (name: string) =>
  readFileSync(`${ROOT}examples/partitions/${name}`, 'utf8').replace('= 50000000', '= 1000');

const run = (name: string) => owner.query(script(name));

/** The two transactions of the script that moves a partition, as psql sends them. */
function moveOf(partition: string): { copy: string; swap: string } {
  const [copy, swap] = script('move-partition.sql')
    .replace(/^\\set .*$/m, '')
    .replace(":'partition'", `'${partition}'`)
    .replace(":'tablespace'", "'pg_default'")
    .split(/^begin;$/m);
  return { copy: copy!, swap: `begin;${swap}` };
}

const transactions = async () =>
  (await owner.query('select *, tableoid::regclass::text from transactions order by id')).rows;

const PARTS = ['up_to_3000', 'up_to_2000', 'first'].map((part) => `transactions_parts.${part}`);

/** Programs that left the schema: the first one before there were partitions. */
const LEFT = [987_654, 987_655];

const leave = async (program_id: number) => fenceOff(owner, program_id, await listProgramTables(owner));

const NONE = { created_at_min: null, created_at_max: null, updated_at_min: null, updated_at_max: null };

async function listAll(since_id: number): Promise<number[]> {
  const { rows } = await listTransactions(domain.deps, domain.program.id, {
    order: 'oldest_first',
    filters: { ...NONE, customer_id: null, since_id, updated_since: null },
    from: null,
    limit: 100,
    offset: 0,
  });
  return rows.map(({ id }) => id);
}

beforeAll(async () => {
  owner = new pg.Client({ connectionString: domain.database.ownerUrl });
  await owner.connect();
  await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition() }] });
  customer_id = (await domain.customer()).id;
  await addPoints();
  await domain.complete('follow');
  await leave(LEFT[0]!);
  await run('partition-transactions.sql');
  await addPoints();
  // The last id of the first partition.
  await owner.query("select setval('transaction_ids', 998)");
  await addPoints();
  await addPoints();
  await run('add-partition.sql');
  await owner.query("select setval('transaction_ids', 1999)");
  await addPoints();
});
afterAll(() => owner.end());

describe('transactions in partitions', () => {
  it('are written and listed across them, and the ledger adds up', async () => {
    const all = await listAll(0);
    expect(all.slice(-3)).toEqual([999, 1000, 2000]);
    expect(await listAll(998)).toEqual([999, 1000, 2000]);
    expect(all).toHaveLength(6);
    expect((await domain.row(customer_id)).points_approved).toBeGreaterThan(20);
    await expectLedgerBalanced(domain.deps);
    const { rows } = await owner.query(
      'select tableoid::regclass::text as part from transactions order by id desc limit 3',
    );
    expect(rows.map(({ part }) => part)).toEqual(PARTS);
  });

  it('have the indexes and triggers of the migrations, and analysts see all of them', async () => {
    expect(await listAilingObjects(owner)).toEqual([]);
    const { views } = analystsOf(inject('cluster').schema ?? 'public');
    const { rows } = await owner.query(`select count(*)::int as count from ${views}.transactions`);
    expect(rows).toEqual([{ count: 6 }]);
  });

  it('take no rows of programs that left the schema, before or after there were partitions', async () => {
    await leave(LEFT[1]!);
    for (const program_id of LEFT)
      for (const place of ['transactions', ...PARTS])
        await expect(
          owner.query(
            `insert into ${place} select (jsonb_populate_record(t, $1)).* from ${place} t order by id desc limit 1`,
            [{ program_id }],
          ),
        ).rejects.toMatchObject({ code: MOVING });
  });

  it('are one table in the database room', async () => {
    await owner.query('analyze transactions');
    const { tables } = await readDatabaseFacts(domain.deps.db);
    const { rows } = await owner.query(
      `select sum(pg_total_relation_size(relid))::int as bytes from pg_partition_tree('transactions') where isleaf`,
    );
    expect(tables.filter(({ name }) => name === 'transactions')).toEqual([
      { name: 'transactions', bytes: rows[0].bytes, rows: 6 },
    ]);
  });

  it('move in a partition that is full, and in no other', async () => {
    const before = await transactions();
    await expect(owner.query(moveOf('up_to_3000').copy)).rejects.toThrow('is not full');
    const { copy, swap } = moveOf('first');
    await owner.query(copy);
    await owner.query(
      `alter table transactions_parts.moved disable trigger append_only;
       delete from transactions_parts.moved where id = 999`,
    );
    await expect(owner.query(swap)).rejects.toThrow('does not have the transactions');
    await owner.query('rollback');
    for (const _again of [1, 2]) {
      await owner.query(copy);
      await owner.query(swap);
    }
    expect(await transactions()).toEqual(before);
    expect(await listAll(0)).toEqual(before.map(({ id }) => Number(id)));
    expect(await listAilingObjects(owner)).toEqual([]);
    await expectLedgerBalanced(domain.deps);
  });

  it('are copied to another database, into a table of one piece', async () => {
    const target = await createTestDatabase();
    const { rows } = await copyDatabase({
      sourceUrl: domain.database.ownerUrl,
      target,
      onProgress: () => {},
      prove: async (copy) => expect((await verifyLedgerIn(copy, {})).drifts).toEqual([]),
    });
    expect(rows.transactions).toBe(6);
    const { rows: kinds } = await target.pool.query(
      "select relkind from pg_class where oid = 'transactions'::regclass",
    );
    expect(kinds).toEqual([{ relkind: 'r' }]);
    await target.close();
  });

  it('take no writes while the database is moved', async () => {
    await stopWrites(domain.database.ownerUrl);
    try {
      await expect(owner.query('insert into transactions default values')).rejects.toThrow(
        'writes are stopped',
      );
    } finally {
      await resumeWrites(domain.database.ownerUrl);
    }
  });

  it('stay as they were written, in each part too', async () => {
    for (const table of ['transactions', ...PARTS]) {
      await expect(owner.query(`delete from ${table}`)).rejects.toThrow('append-only');
      await expect(domain.database.pool.query(`delete from ${table}`)).rejects.toThrow('permission denied');
    }
  });

  it('have an end, of which the doctor warns in time, and which is no mistake of a caller', async () => {
    const judged = async () => judgePartitions(await readLastPartition(owner));
    expect(await judged()).toEqual([]);
    await owner.query("select setval('transaction_ids', 2800)");
    expect(await judged()).toMatchObject([
      {
        level: 'warning',
        message: expect.stringContaining('ends before id 3000, and ids up to 2800 are given'),
      },
    ]);
    await owner.query("select setval('transaction_ids', 2999)");
    const error = await addPoints().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: '23514', message: expect.stringContaining('no partition') });
    expect(isConstraintViolation(error)).toBe(false);
  });
});
