import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { judgeBloat, judgeHoldups } from '../../src/cli/doctor/judge-postgres.ts';
import { judgeZones } from '../../src/cli/doctor/judge-schema.ts';
import { listBloatedTables, listHoldups, readZoneOffsets } from '../../src/db/inspect-postgres.ts';
import { readMigrations } from '../../src/db/migrate.ts';
import { schemaObjects } from '../../src/db/schema-objects.ts';
import { PROGRAM } from '../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await runCommand(['program', 'apply', '-'], env(), PROGRAM);
});
afterAll(() => database.close());

const env = (more: Record<string, string> = {}): Record<string, string> => ({
  DATABASE_URL: database.serverUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  ...more,
});

/** The findings of `loyaltyd doctor`, by check. */
async function examine(more: Record<string, string> = {}): Promise<{
  code: number | null;
  of: (check: string) => Finding[];
  checks: string[];
}> {
  const { code, stdout } = await runCommand(['doctor', '--json'], env(more));
  const { checks } = JSON.parse(stdout) as { checks: { check: string; findings: Finding[] }[] };
  return {
    code,
    checks: checks.map(({ check }) => check),
    of: (check) => checks.find((one) => one.check === check)!.findings,
  };
}

/** Settings of the Postgres of these tests, which is made to be quick and not to last. */
const OF_THE_MACHINE = ['postgres', 'configuration', 'backup', 'transactions', 'ledger'];

describe('loyaltyd doctor', () => {
  it('finds nothing wrong in a database that is as it should be', async () => {
    const { checks, of } = await examine();
    const looked = checks.filter((check) => !OF_THE_MACHINE.includes(check));
    expect(looked).toEqual([
      'proxy',
      'versions',
      'clock',
      'collation',
      'bloat',
      'migrations',
      'triggers',
      'indexes',
      'partitions',
      'roles',
      'time_zones',
      'webhooks',
      'code_pools',
      'unfinished_work',
      'backups',
    ]);
    // The program has a pool of codes, and nobody has filled it.
    const [pool, ...others] = looked.flatMap(of);
    expect(pool!.cure).toBe('Run loyaltyd codes import for the reward coffee of meadow-and-vine.');
    expect(others).toEqual([]);
  });

  it('prints a line for each check, and of each finding what to do', async () => {
    const { stdout } = await runCommand(['doctor'], env());
    expect(stdout).toMatch(/^ok {7}triggers$/m);
    expect(stdout).toMatch(/^note {5}configuration: SECRET_KEY is not set.*\n {9}Set SECRET_KEY/m);
    expect(stdout).toMatch(/\d+ problems, \d+ warnings\.\n$/);
  });

  it('names each mistake in the settings, with status 2', async () => {
    const { code, of } = await examine({ PORT: 'eighty', LOG_LEVEL: 'loud' });
    expect([code, of('configuration').length]).toEqual([2, 2]);
  });

  it('says that the database cannot be reached, with status 3', async () => {
    const { code, of } = await examine({
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      DATABASE_OWNER_URL: '',
    });
    expect([code, of('database')[0]!.message]).toEqual([3, expect.stringContaining('cannot be reached')]);
  });
});

describe('a fault in the schema', () => {
  /** The finding for a change that the owner made. Its cure undoes it. */
  async function findingAfter(check: string, change: string): Promise<Finding> {
    await database.asOwner(change);
    const { code, of } = await examine();
    const findings = of(check);
    expect([code, findings.length]).toEqual([1, 1]);
    const [, statement] = /^As the owner: (.*?)(?:\. Then .*)?$/.exec(findings[0]!.cure)!;
    await database.asOwner(statement!);
    expect((await examine()).of(check)).toEqual([]);
    return findings[0]!;
  }

  it('is found: a trigger that is switched off', async () => {
    const { message } = await findingAfter(
      'triggers',
      'alter table transactions disable trigger append_only',
    );
    expect(message).toBe('The trigger append_only on transactions is switched off.');
  });

  it('is found: a trigger that acts in a replica alone', async () => {
    const { message } = await findingAfter(
      'triggers',
      'alter table transactions enable replica trigger append_only',
    );
    expect(message).toBe('The trigger append_only on transactions is switched off.');
  });

  it('is found: a trigger that is missing', async () => {
    const { message } = await findingAfter('triggers', 'drop trigger announce on orders');
    expect(message).toBe('The trigger announce on orders is missing.');
  });

  it('is found: an index that is missing', async () => {
    const { message } = await findingAfter('indexes', 'drop index orders_spend');
    expect(message).toBe('The index orders_spend on orders is missing.');
  });

  it('is found: an index that was broken off', async () => {
    await database.asOwner('drop index program_drafts_open');
    await database.asOwner(
      'insert into programs (key, name, currency, settings, test, configuration_version, created_at) select key || 2, name, currency, settings, test, configuration_version, created_at from programs',
    );
    const breaking = database.asOwner(
      'create unique index concurrently program_drafts_open on programs (name)',
    );
    await expect(breaking).rejects.toThrow('could not create unique index');
    const { of } = await examine();
    expect(of('indexes')[0]!.message).toContain('program_drafts_open');
    await database.asOwner('drop index program_drafts_open');
    await database.asOwner("delete from programs where key like '%2'");
    await database.asOwner(
      'create index program_drafts_open on program_drafts (program_id, id) where published_version is null',
    );
    expect((await examine()).of('indexes')).toEqual([]);
  });

  it('is found: a right that the server lacks, which migrating grants again', async () => {
    const role = new URL(database.serverUrl).username;
    await database.asOwner(`revoke delete, insert on carts from ${role}`);
    const { code, of } = await examine();
    expect([code, of('roles').map(({ message }) => message)]).toEqual([
      1,
      ["The server's role may not insert, delete on carts."],
    ]);
    await runCommand(['migrate', 'up'], env());
    expect((await examine()).of('roles')).toEqual([]);
  });

  it('is none: a table of somebody else, on which the server has no right', async () => {
    const url = new URL(inject('cluster').adminUrl);
    url.pathname = new URL(database.ownerUrl).pathname;
    const admin = new pg.Client({ connectionString: url.toString() });
    await admin.connect();
    await admin.query('create table public.theirs (n int)');
    expect((await examine()).of('roles')).toEqual([]);
    await admin.query('drop table public.theirs');
    await admin.end();
  });

  it('is found: a role that may do everything', async () => {
    const { of } = await examine({ DATABASE_URL: database.ownerUrl, DATABASE_OWNER_URL: '' });
    expect(of('roles')).toMatchObject([
      { level: 'warning', message: expect.stringContaining('Triggers alone') },
    ]);
  });

  it('is found: a migration that is missing, and then nothing is read of the rest', async () => {
    const last = (await database.asOwner('select * from migrations order by number desc limit 1')).rows[0];
    await database.asOwner(`delete from migrations where number = ${last.number}`);
    const { code, of, checks } = await examine();
    expect([code, of('migrations')[0]!.message]).toEqual([1, `The database lacks ${last.name}.`]);
    expect(checks).not.toContain('triggers');
    await database.asOwner(
      `insert into migrations (number, name, checksum) values (${last.number}, '${last.name}', '${last.checksum}')`,
    );
    expect((await examine()).of('migrations')).toEqual([]);
  });

  it('cannot hide: every trigger and index of a migrated database is known', async () => {
    const { rows } = await database.asOwner(
      `select t.relname || ' ' || g.tgname as name from pg_trigger g join pg_class t on t.oid = g.tgrelid
         where not g.tgisinternal and t.relnamespace = current_schema()::regnamespace
       union all select tablename || ' ' || indexname from pg_indexes
         where schemaname = current_schema() and indexname not in (select conname from pg_constraint)
       order by 1`,
    );
    const known = schemaObjects(await readMigrations()).map(({ table, name }) => `${table} ${name}`);
    const actual = rows.map(({ name }) => name as string);
    expect(actual.filter((name) => !known.includes(name))).toEqual(['customers customers_by_email_part']);
    expect(known.filter((name) => !actual.includes(name))).toEqual([]);
    expect(known.length).toBeGreaterThan(100);
  });
});

describe('a fault in the work', () => {
  it('is found: points that should have been approved an hour ago, an import that broke off, and a drift', async () => {
    await database.asOwner(`
      insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, last_entry_at, created_at, updated_at, next_due_at)
        select program_id, 'late', 'late', id, 'late', now(), now(), now(), now() - interval '1 hour'
          from program_entries where kind = 'site' limit 1`);
    await database.asOwner(`
      insert into imports (program_id, file_name, file_hash, options, state, started_at)
        select id, 'customers.csv', 'x', '{}', 'running', now() from programs`);
    await database.asOwner(
      'insert into ledger_rounds (started_at, finished_at, next_at, drifts) values (now(), now(), now(), 2)',
    );
    const { code, of } = await examine();
    expect(code).toBe(1);
    expect(of('unfinished_work').map(({ message }) => message)).toEqual([
      'The oldest thing that is due has waited for 60 minutes.',
      '1 imports were broken off.',
    ]);
    expect(of('ledger')).toMatchObject([{ level: 'problem', message: expect.stringContaining('2 things') }]);
    await database.asOwner(
      'update customers set next_due_at = null; delete from imports; delete from ledger_rounds',
    );
    const mended = await examine();
    expect(mended.of('unfinished_work')).toEqual([]);
    expect(mended.of('ledger')).toMatchObject([
      { level: 'warning', message: 'The ledger was never checked.' },
    ]);
  });

  it('is found: a webhook that is disabled', async () => {
    await database.asOwner(`
      with endpoint as (
        insert into webhook_endpoints (program_id, address, secret, created_at, disabled_at, disabled_reason)
          select id, 'https://receiver.example/', 'x', now(), now(), 'failing' from programs returning program_id, id)
      insert into webhooks (program_id, endpoint_id, topic, created_at)
        select program_id, id, 'program_events/customer.points_earned', now() from endpoint`);
    const { of } = await examine();
    expect(of('webhooks')).toMatchObject([
      { level: 'problem', message: expect.stringContaining('is disabled') },
    ]);
    await database.asOwner('delete from webhooks; delete from webhook_endpoints');
  });
});

describe('a fault of the machine', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
  });
  afterAll(() => client.end());

  it('is found: a transaction that was left open', async () => {
    const left = new pg.Client({ connectionString: database.ownerUrl, application_name: 'somebody' });
    await left.connect();
    await left.query('begin');
    await left.query('select 1');
    const findings = judgeHoldups(await listHoldups(client, 0));
    expect(findings.map(({ message }) => message)).toContainEqual(expect.stringContaining('somebody'));
    await left.end();
  });

  it('is found: a role that cannot see the transactions of others', async () => {
    const { username } = new URL(database.serverUrl);
    expect((await examine()).of('transactions')).toContainEqual(
      expect.objectContaining({ level: 'note', cure: expect.stringContaining(`"${username}"`) }),
    );
  });

  it('is found: a table of dead rows', async () => {
    await client.query('create table junk (n int) with (autovacuum_enabled = off)');
    await client.query('insert into junk select generate_series(1, 500)');
    await client.query('delete from junk where n > 100');
    await client.query('select pg_stat_force_next_flush()');
    await client.query('select 1');
    const [finding] = judgeBloat(await listBloatedTables(client, 300));
    expect(finding!.message).toBe('The table junk has 400 dead rows beside 100 live ones.');
    await client.query('drop table junk');
  });

  it('is found: a time zone that Postgres does not know, or knows otherwise', async () => {
    const offsets = await readZoneOffsets(client, ['Mars/Phobos', 'Europe/Berlin'], Date.parse('2026-07-01'));
    expect([...offsets]).toEqual([
      ['Mars/Phobos', null],
      ['Europe/Berlin', 120],
    ]);
    const findings = judgeZones([
      { zone: 'Mars/Phobos', node: 0, postgres: null },
      { zone: 'Europe/Berlin', node: 60, postgres: 120 },
    ]);
    expect(findings.map(({ message }) => message)).toEqual([
      'Postgres does not know the time zone Mars/Phobos.',
      'In Europe/Berlin it is 60 minutes later for Postgres than for Node.',
    ]);
  });

  it('is found: a public address that nobody, or somebody else, answers', async () => {
    let answer = 'a shop';
    const server: Server = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const PUBLIC_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rewards`;
    expect((await examine({ PUBLIC_URL })).of('public_url')).toMatchObject([{ level: 'problem' }]);
    answer = '{"status":"live"}';
    expect((await examine({ PUBLIC_URL })).of('public_url')).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
    expect((await examine({ PUBLIC_URL })).of('public_url')).toMatchObject([{ level: 'warning' }]);
  });
});
