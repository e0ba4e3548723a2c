import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { migrationPlanLines } from '../../src/cli/migration-plan-lines.ts';
import { type Migration, readMigrations } from '../../src/db/migrate.ts';
import { planMigrations } from '../../src/db/migration-plan.ts';
import { isOneByOne, statementsOf } from '../../src/db/migration-statements.ts';
import { schemaObjects } from '../../src/db/schema-objects.ts';
import { lockOf } from '../../src/db/statement-locks.ts';

function migration(sql: string, name = '0099-test'): Migration {
  return { number: 99, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** The tables of a shop of five million transactions. All others are small. */
const LARGE = new Map(
  [
    ...['activities', 'adjustments', 'audit_entries', 'carts', 'claimed_rewards', 'customers', 'expiries'],
    ...['gift_card_uses', 'idempotency_records', 'import_rows', 'lot_allocations', 'lots', 'member_changes'],
    ...['order_states', 'orders', 'referrals', 'report_figures', 'report_vintages', 'reported_activities'],
    ...['sales_changes', 'tier_entries', 'transactions', 'usage_counters', 'voucher_codes'],
    ...['webhook_attempts', 'webhook_deliveries', 'webhook_events'],
  ].map((name) => [name, { rows: 5e6, bytes: 1e9 }]),
);

/** The last migration before the rule. */
const FREE_UNTIL = 43;

describe('a migration after 0043', () => {
  it('keeps nobody waiting longer than a second on five million transactions', async () => {
    const all = await readMigrations();
    const plans = planMigrations(all.slice(FREE_UNTIL), LARGE, schemaObjects(all));
    const slow = plans.flatMap(({ name, blocked }) =>
      blocked.filter(({ seconds }) => seconds > 1).map(({ table, who }) => `${name}: ${who} of ${table}`),
    );
    expect(slow).toEqual([]);
  });

  it('can begin again after each of its statements, where they commit one by one', async () => {
    const again =
      /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists|alter table \w+ validate constraint)\b/i;
    const unsafe = (await readMigrations())
      .filter(isOneByOne)
      .flatMap(({ sql }) => statementsOf(sql))
      .filter(({ text, batches_of }) => batches_of === null && !again.test(text));
    expect(unsafe).toEqual([]);
  });
});

describe('a migration that was released', () => {
  const lines = readFileSync('test/support/released-migrations.txt', 'utf8').trim().split('\n');

  it.each(lines.map((line) => line.split('  ')))('is as it was: %s %s', async (checksum, file) => {
    const released = (await readMigrations()).find(({ name }) => `${name}.sql` === file);
    expect(released?.checksum).toBe(checksum);
  });
});

describe('the statements of a migration', () => {
  it('are told apart, whatever stands in comments, texts and bodies', () => {
    const sql = `-- one; two
create function f() returns text language sql as $x$ select 'a;b'; $x$; /* ; */
insert into t values ('it''s; -- no comment', ";");
-- in batches of t
update t set a = 1
  where ctid >= $1::tid;`;
    expect(statementsOf(sql)).toEqual([
      { text: `create function f() returns text language sql as $x$ select 'a;b'; $x$`, batches_of: null },
      { text: `insert into t values ('it''s; -- no comment', ";")`, batches_of: null },
      { text: 'update t set a = 1 where ctid >= $1::tid', batches_of: 't' },
    ]);
  });

  it.each([
    ['create table t (a int)', 'none', 'nobody', 'none'],
    ['create index i on t (a)', 'SHARE', 'writers', 'index'],
    [
      'create unique index concurrently if not exists i on t (a)',
      'SHARE UPDATE EXCLUSIVE',
      'nobody',
      'index',
    ],
    ['drop index i', 'ACCESS EXCLUSIVE', 'everybody', 'none'],
    ['drop index concurrently if exists i', 'SHARE UPDATE EXCLUSIVE', 'nobody', 'none'],
    [
      'create or replace trigger g before insert or update on t for each row execute function f()',
      'SHARE ROW EXCLUSIVE',
      'writers',
      'none',
    ],
    ['drop trigger g on t', 'ACCESS EXCLUSIVE', 'everybody', 'none'],
    ['alter table t add column a int', 'ACCESS EXCLUSIVE', 'everybody', 'none'],
    [
      "alter table t add column a numeric(8, 2) not null default 0, add b text default 'x, y'",
      'ACCESS EXCLUSIVE',
      'everybody',
      'none',
    ],
    ['alter table t add column a int check (a > 0)', 'ACCESS EXCLUSIVE', 'everybody', 'scan'],
    ["alter table t add column a bigint default nextval('s')", 'ACCESS EXCLUSIVE', 'everybody', 'rewrite'],
    ['alter table t add constraint c check (a > 0)', 'ACCESS EXCLUSIVE', 'everybody', 'scan'],
    ['alter table t add constraint c check (a > 0) not valid', 'ACCESS EXCLUSIVE', 'everybody', 'none'],
    ['alter table t validate constraint c', 'SHARE UPDATE EXCLUSIVE', 'nobody', 'scan'],
    ['alter table t alter column a set not null', 'ACCESS EXCLUSIVE', 'everybody', 'scan'],
    ['alter table t alter a type bigint', 'ACCESS EXCLUSIVE', 'everybody', 'rewrite'],
    [
      'alter table t drop constraint c, add constraint c unique (a)',
      'ACCESS EXCLUSIVE',
      'everybody',
      'index',
    ],
    ['alter table t add constraint c unique using index i', 'ACCESS EXCLUSIVE', 'everybody', 'none'],
    ['update t set a = 1', 'ROW EXCLUSIVE', 'nobody', 'rows'],
    ['insert into t (a) select 1 from u', 'ROW EXCLUSIVE', 'nobody', 'rows'],
    ['do $$ begin end $$', null, 'nobody', 'none'],
  ] as const)('%s', (statement, lock, waiting, work) => {
    const found = lockOf(statement, () => 't');
    expect([found.lock, found.waiting, found.work]).toEqual([lock, waiting, work]);
  });

  it('of all migrations are known, but blocks of code', async () => {
    const unknown = (await readMigrations())
      .flatMap(({ sql }) => statementsOf(sql))
      .filter(({ text }) => !text.startsWith('do ') && lockOf(text, (index) => index).lock === null);
    expect(unknown.map(({ text }) => text)).toEqual([]);
  });
});

describe('a plan', () => {
  const SIZES = new Map([
    ['orders', { rows: 2e6, bytes: 8e8 }],
    ['programs', { rows: 2, bytes: 16_384 }],
  ]);
  const planned = (sql: string) => {
    const [plan] = planMigrations([migration(sql)], SIZES, []);
    return { ...plan!, waits: plan!.blocked.map(({ table, who, seconds }) => [table, who, seconds > 1]) };
  };

  it('counts a lock until the end of its transaction, with all that the file does meanwhile', () => {
    expect(planned('alter table programs add a int; create index i on orders (id);').waits).toEqual([
      ['programs', 'everybody', true],
      ['orders', 'writers', true],
    ]);
    expect(planned('create index i on orders (id); alter table programs add a int;').waits).toEqual([
      ['orders', 'writers', true],
      ['programs', 'everybody', false],
    ]);
  });

  it('counts no lock of a statement that commits by itself for the next', () => {
    const sql = `-- one by one
create index concurrently if not exists i on orders (id);
-- in batches of orders
update orders set id = id where ctid >= $1::tid and ctid < $2::tid;
alter table orders validate constraint c;`;
    expect(planned(sql).waits).toEqual([]);
  });

  it('takes as long for rows that are added as the table has that they are read from, and nobody waits for them', () => {
    const plan = planned('create table new (a int); insert into new (a) select o.id from orders o;');
    expect([plan.statements[1]!.seconds, plan.waits]).toEqual([50, []]);
    const lines = migrationPlanLines({ applied: [], pending: [plan] });
    expect(lines).toContain(
      '    ROW EXCLUSIVE on new, with rows of orders: 2000000 rows, 0.8 GB; about 50 s',
    );
  });

  it('is printed with locks, sizes, times and who waits', () => {
    const sql = 'create table new (a int); create index i on orders (id); do $$ begin end $$;';
    const pending = planMigrations([migration(sql)], SIZES, []);
    expect(migrationPlanLines({ applied: ['0098-before'], pending })).toEqual([
      '1 applied, the last 0098-before.',
      '',
      '0099-test, in one transaction:',
      '  create index i on orders (id)',
      '    SHARE on orders: 2000000 rows, 0.8 GB; about 5.0 s',
      '  do $$ begin end $$',
      '    its locks cannot be told: read it',
      '  1 statement locks nothing that is in use.',
      '  Writers of orders wait about 5.0 s.',
    ]);
  });
});
