import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { programSettings, ruleDefinition, tierDefinition } from '../support/factories.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

const clients: Record<'server' | 'owner', pg.Client> = {} as never;
beforeAll(async () => {
  clients.server = new pg.Client({ connectionString: domain.database.serverUrl });
  clients.owner = new pg.Client({ connectionString: domain.database.ownerUrl });
  await Promise.all([clients.server.connect(), clients.owner.connect()]);
});
afterAll(() => Promise.all([clients.server.end(), clients.owner.end()]));

beforeEach(async () => {
  await domain.begin({
    rules: [
      { key: 'now', definition: ruleDefinition() },
      { key: 'later', definition: ruleDefinition({ approval_period_seconds: 3600 }) },
    ],
    settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
    tiers: [{ key: 'base', definition: tierDefinition({ name: 'Base', lower_bound: 0 }) }],
  });
  const { id } = await domain.customer();
  for (const key of ['now', 'later']) {
    await domain.complete(key);
  }
  await adjustPoints(domain.deps, {
    program: domain.program,
    customer_id: id,
    points: 5,
    note: null,
    by: TESTER,
  });
});

/** The state with which Postgres refused; 'done' where it did not. Nothing stays behind either way. */
async function attempt(role: 'server' | 'owner', statement: string): Promise<string> {
  const client = clients[role];
  await client.query('begin');
  try {
    await client.query(statement.replaceAll('$program', String(domain.program.id)));
    return 'done';
  } catch (error) {
    return (error as pg.DatabaseError).code ?? 'unknown';
  } finally {
    await client.query('rollback');
  }
}

const NOT_GRANTED = '42501';
const REFUSED = '23001';

const WRITTEN_ONCE = [
  'transactions',
  'adjustments',
  'tier_entries',
  'member_changes',
  'sales_changes',
  'referral_changes',
  'expiries',
  'lot_allocations',
  'audit_entries',
  'program_versions',
  'order_states',
  'closed_months',
];

describe.each(WRITTEN_ONCE)('%s', (table) => {
  it.each([
    ['are not changed', `update ${table} set program_id = 0`],
    ['are not changed to what they are', `update ${table} set program_id = program_id where false`],
    ['are not deleted', `delete from ${table}`],
    ['are not emptied', `truncate ${table}`],
  ])('%s by anybody', async (_, statement) => {
    expect(await attempt('server', statement)).toBe(NOT_GRANTED);
    expect(await attempt('owner', statement)).toBe(REFUSED);
  });
});

describe('activities', () => {
  const mine = 'where program_id = $program';

  it('are neither deleted nor emptied', async () => {
    for (const statement of [`delete from activities ${mine}`, 'truncate activities']) {
      expect(await attempt('server', statement)).toBe(NOT_GRANTED);
      expect(await attempt('owner', statement)).toBe(REFUSED);
    }
  });

  it('keep every column but what becomes of them', async () => {
    const { rows } = await clients.owner.query<{ name: string; value: string }>(
      `select column_name as name, case data_type when 'bigint' then '1' when 'jsonb' then '''{}''' when 'text' then '''order'''
         else '''2001-01-01''' end as value
       from information_schema.columns where table_name = 'activities'`,
    );
    expect(rows.length).toBeGreaterThan(15);
    const free = [
      'state',
      'approves_at',
      'resolved_at',
      'taken_back',
      'spared',
      'forgone',
      'reclaimed',
      'voided_by_hand',
      'customer_id',
      'updated_at',
      'changed_id',
    ];
    for (const { name, value } of rows.filter((column) => !free.includes(column.name))) {
      const change = `update activities set ${name} = ${name === 'program_id' ? '0' : value} ${mine} and id = (select min(id) from activities ${mine})`;
      expect([name, await attempt('server', change)]).toEqual([name, NOT_GRANTED]);
      expect([name, await attempt('owner', change)]).toEqual([name, REFUSED]);
    }
    for (const name of ['approves_at', 'resolved_at']) {
      expect(await attempt('server', `update activities set ${name} = now() ${mine}`)).toBe('done');
    }
  });

  it('change hands with the merge of their customer alone', async () => {
    const { customer_id: id } = (await domain.rows('activities'))[0]!;
    const into = await domain.customer({ merchant_id: 'into' });
    const other = await domain.customer({ merchant_id: 'other' });
    const handOver = (to: number) => `update activities set customer_id = ${to} ${mine};`;
    const merge = `update customers set points_approved = 0, points_pending = 0, merged_into = ${into.id} ${mine} and id = ${id};`;
    for (const role of ['server', 'owner'] as const) {
      expect(await attempt(role, handOver(into.id))).toBe(REFUSED);
      expect(await attempt(role, merge + handOver(other.id))).toBe(REFUSED);
      expect(await attempt(role, merge + handOver(into.id))).toBe('done');
    }
  });

  it('get nothing back of what was taken, and lose no more than they have', async () => {
    const { id } = (await domain.rows('activities'))[0]!;
    for (const column of ['taken_back', 'spared', 'forgone', 'reclaimed']) {
      const spared =
        column === 'reclaimed' ? `update activities set spared = 50 ${mine} and id = ${id};` : '';
      const set = (to: number) => `${spared} update activities set ${column} = ${to} ${mine} and id = ${id};`;
      expect(await attempt('server', set(30) + set(40))).toBe('done');
      for (const role of ['server', 'owner'] as const) {
        expect(await attempt(role, set(30) + set(29))).toBe(REFUSED);
        expect(await attempt(role, set(51))).toBe('23514');
      }
    }
  });

  it('go from pending to approved or declined, from approved to void, and never back', async () => {
    const paths: Record<string, string[]> = {
      pending: ['approved', 'declined'],
      approved: ['void'],
      declined: [],
      void: [],
    };
    const [approved, pending] = await domain.rows('activities');
    const reach: Record<string, string[]> = {
      pending: [`id = ${pending!.id}`],
      approved: [`id = ${approved!.id}`],
      declined: [`id = ${pending!.id}`, 'declined'],
      void: [`id = ${approved!.id}`, 'void'],
    };
    for (const [from, targets] of Object.entries(paths)) {
      const [row, first] = reach[from]!;
      const move = (state: string) => `update activities set state = '${state}' ${mine} and ${row};`;
      for (const to of ['pending', 'approved', 'declined', 'void']) {
        const expected = to === from || targets.includes(to) ? 'done' : REFUSED;
        for (const role of ['server', 'owner'] as const) {
          const statement = (first ? move(first) : '') + move(to);
          expect([from, to, role, await attempt(role, statement)]).toEqual([from, to, role, expected]);
        }
      }
    }
  });
});

describe('lots', () => {
  it('keep for the server what formed them: it moves what remains, and their date', async () => {
    for (const statement of [
      'delete from lots',
      'truncate lots',
      'update lots set points = points',
      'update lots set customer_id = 0',
      'update lots set activity_id = null',
    ]) {
      expect([statement, await attempt('server', statement)]).toEqual([statement, NOT_GRANTED]);
    }
    expect(
      await attempt(
        'server',
        'update lots set remaining = 0, expired = 0, lent = 0, owed = 0, expires_at = null',
      ),
    ).toBe('done');
  });
});

describe('the server', () => {
  it('neither owns nor may switch off what protects the ledger', async () => {
    for (const statement of [
      'alter table transactions disable trigger all',
      'drop trigger append_only on transactions',
      'drop table transactions',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
      "set session_replication_role = 'replica'",
      'grant update on transactions to current_user; update transactions set note = note where false',
    ]) {
      expect([statement, await attempt('server', statement)]).toEqual([statement, NOT_GRANTED]);
    }
  });
});
