import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';
import { testDomain } from '../support/test-domain.ts';
import { wholeCustomer } from '../support/whole-customer.ts';

const domain = testDomain();
let source: TestDatabase;
const targets: TestDatabase[] = [];

beforeAll(async () => {
  await wholeCustomer(domain);
  source = domain.database;
});
afterEach(async () => {
  for (const target of targets.splice(0)) await target.close();
});

async function emptyTarget(): Promise<TestDatabase> {
  const target = await createTestDatabase({ empty: true });
  targets.push(target);
  return target;
}

function env({ serverUrl, ownerUrl }: TestDatabase) {
  return { DATABASE_URL: serverUrl, DATABASE_OWNER_URL: ownerUrl };
}

function database(words: string, on = source) {
  return runCommand(`database ${words}`.split(' '), env(on));
}

async function asOwner<T>({ ownerUrl }: TestDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The number of rows of each table, with a digest of them. */
async function contentsOf(client: Pick<pg.ClientBase, 'query'>): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as digest from ${name} t`,
    );
    contents[name] = rows[0]!.digest;
  }
  return contents;
}

/** Columns, constraints, indexes and triggers, with their states. */
async function shapeOf(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select pg_get_indexdef(indexrelid) || ' ' || indisvalid as line from pg_index where indrelid::regclass::text = any(
        select tablename from pg_tables where schemaname = current_schema())
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
       from pg_constraint where connamespace = current_schema()::regnamespace and contype <> 'n'
     union all select table_name || ' ' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '')
       from information_schema.columns where table_schema = current_schema()
     order by 1`,
  );
  return rows.map(({ line }) => line);
}

async function sequencesOf(client: Pick<pg.ClientBase, 'query'>): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    'select sequencename as name, last_value as last from pg_sequences where schemaname = current_schema() order by 1',
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last ?? 0)]));
}

describe('a copy of a database', () => {
  it('holds every row of every table, with the shape and the next ids of the source', async () => {
    const target = await emptyTarget();
    await source.asOwner(
      `insert into recent_requests (program_id, caller_kind, caller_id, at, method, status, ms, request_id, aborted)
         values (1, 'key', 1, now(), 'GET', 200, 1, 'a-trace', false)`,
    );
    const before = await contentsOf(source.pool);
    const { code, stdout, stderr } = await database(`copy --to ${target.ownerUrl}`);
    expect(stderr).toMatch(/^\d+ of \d+ rows.*\n(.|\n)*\d+ of \d+ indexes\n(.|\n)*2 of 2 customers\n$/);
    expect(stdout).toMatch(/^Copied \d+ rows of \d+ tables, as they were at 20\S+Z, to Postgres at /);
    expect(stdout).toContain('2 customers and');
    expect([code, stdout]).toEqual([0, expect.stringContaining('checked there: all adds up.')]);
    // Traces stay behind.
    expect(await asOwner(target, contentsOf)).toEqual({ ...before, recent_requests: '0 ' });
    expect(await contentsOf(source.pool)).toEqual(before);
    await source.asOwner('truncate recent_requests');
    expect(await asOwner(target, shapeOf)).toEqual(await asOwner(source, shapeOf));
    expect(await asOwner(target, sequencesOf)).toEqual(await asOwner(source, sequencesOf));
  });

  it('gives a server its rights at its start, and goes on above the ids of the source', async () => {
    const target = await emptyTarget();
    await database(`copy --to ${target.ownerUrl}`);
    expect((await runCommand(['migrate', 'up'], env(target))).code).toBe(0);
    const { rows } = await target.pool.query<{ id: string; highest: string }>(
      "select nextval('transaction_ids') as id, (select max(id) from transactions) as highest",
    );
    expect(Number(rows[0]!.id)).toBeGreaterThan(Number(rows[0]!.highest));
    expect((await verifyLedger({ db: target.db })).drifts).toEqual([]);
    await expect(target.pool.query('delete from transactions')).rejects.toThrow(/permission denied/);
    await expect(target.asOwner('delete from transactions')).rejects.toThrow(/append-only/);
  });

  it('goes into a folder, for an embedded Postgres, and back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loyaltyd-copy-'));
    const before = await contentsOf(source.pool);
    const there = await database(`copy --to ${folder} --json`);
    expect(JSON.parse(there.stdout)).toMatchObject({ customers: 2, drifts: 0, writes_stopped: false });
    const target = await emptyTarget();
    const back = await runCommand(['database', 'copy', '--to', target.ownerUrl], { DATA_DIR: folder });
    expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('all adds up.') });
    expect(await asOwner(target, contentsOf)).toEqual(before);
    await rm(folder, { recursive: true });
  });

  it('of a ledger that does not add up is as it was, and says so', async () => {
    const wrong = await createTestDatabase();
    targets.push(wrong);
    await wrong.asOwner(
      `insert into programs (key, name, currency, settings, test, configuration_version, created_at)
         values ('old', 'Old', 'USD', '{"points_expiry": null}', false, 1, '2026-01-01');
       insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, points_approved, last_entry_at, created_at, updated_at)
         select id, '1', '1', 1, 'r', 5, '2026-01-02', '2026-01-02', '2026-01-02' from programs`,
    );
    const { code, stdout } = await database(`copy --to ${(await emptyTarget()).ownerUrl}`, wrong);
    expect([code, stdout]).toEqual([0, expect.stringContaining('do not add up, as in the source.')]);
  });
});

describe('a target', () => {
  it('that holds something already is refused, and stays as it was', async () => {
    const target = await emptyTarget();
    expect((await database(`copy --to ${target.ownerUrl}`)).code).toBe(0);
    const { code, stderr } = await database(`copy --to ${target.ownerUrl}`);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The target is not empty: there are rows in /),
    ]);
    const other = await emptyTarget();
    const schema = inject('cluster').schema ?? 'public';
    await other.asOwner(
      `create schema if not exists ${schema}; create table mine (n int); insert into mine values (1)`,
    );
    expect((await database(`copy --to ${other.ownerUrl}`)).stderr).toContain('there are rows in mine');
    expect((await other.asOwner("select to_regclass('programs') as made")).rows).toEqual([{ made: null }]);
  });

  it('that is the source, or no address, is refused', async () => {
    const itself = await database(`copy --to ${source.ownerUrl}`);
    expect(itself).toMatchObject({ code: 1, stderr: 'The target is the source.\n' });
    expect(await database('copy --to mysql://host/name')).toMatchObject({ code: 2 });
  });

  it('that was only migrated is filled', async () => {
    const target = await createTestDatabase();
    targets.push(target);
    expect((await database(`copy --to ${target.ownerUrl}`)).code).toBe(0);
  });
});

describe('a database whose writes are stopped', () => {
  it('refuses every write to every table until they are resumed, and is read', async () => {
    const target = await emptyTarget();
    const { code, stdout } = await database(`copy --to ${target.ownerUrl} --stop-writes`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('The source takes no writes any more.')]);
    const tables = Object.keys(await contentsOf(source.pool));
    for (const table of tables) {
      const refusal = { code: '25006', message: expect.stringContaining('writes are stopped') };
      await expect(source.asOwner(`insert into ${table} default values`), table).rejects.toMatchObject(
        refusal,
      );
    }
    await source.pool.query('select count(*) from transactions');
    expect((await verifyLedger({ db: source.db })).drifts).toEqual([]);
    // The copy takes writes, and a second copy is made of what stands still.
    await target.asOwner('update programs set name = name');
    expect((await database(`copy --to ${(await emptyTarget()).ownerUrl} --stop-writes`)).code).toBe(0);
    expect((await database('resume-writes')).stdout).toBe('The database takes writes again.\n');
    expect((await database('resume-writes')).stdout).toBe('Its writes were not stopped.\n');
    await source.pool.query('update programs set name = name');
  });

  it('takes them again by itself where they could not be stopped everywhere', async () => {
    const target = await emptyTarget();
    const impatient = new URL(source.ownerUrl);
    const options = [impatient.searchParams.get('options'), '-c statement_timeout=1000'];
    impatient.searchParams.set('options', options.filter(Boolean).join(' '));
    const owner = { ...source, ownerUrl: impatient.toString() };
    await asOwner(source, async (holder) => {
      await holder.query('begin; lock table webhooks in share mode');
      const { stderr } = await database(`copy --to ${target.ownerUrl} --stop-writes`, owner);
      expect(stderr).toContain('statement timeout');
      expect(stderr).not.toContain('still stopped');
      await source.pool.query('update programs set name = name');
      await holder.query('rollback');
    });
    expect((await database('resume-writes')).stdout).toBe('Its writes were not stopped.\n');
  });

  it('takes them again by itself after a copy that failed', async () => {
    expect((await database(`copy --to ${source.ownerUrl} --stop-writes`)).code).toBe(1);
    await source.pool.query('update programs set name = name');
  });
});
