import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readMigrations } from '../../src/db/migrate.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { listFollowUpWarnings, resumeAllFollowUps } from '../../src/domain/operations/follow-up.ts';
import { setBirthday } from '../../src/domain/operations/set-birthday.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { ProgramChangeRefused } from '../../src/domain/programs/program-change-refused.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { listVersions } from '../../src/domain/programs/version-store.ts';
import { applyProgramFile } from '../../src/program-file/apply-program-file.ts';
import {
  createKey,
  programDefinition,
  programSettings,
  ruleDefinition,
  siteDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { HEAD } from '../support/program-file.ts';
import { testDomain } from '../support/test-domain.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

async function versions(program_id = domain.program.id) {
  const { rows } = await sql<Record<string, unknown>>`
    select * from program_versions where program_id = ${program_id} order by version`.execute(domain.deps.db);
  return rows;
}

const named = (name: string) => programDefinition({ key: 'kept', name });

const LEASE_MS = 60_000;

/** Another process comes by when the lease of the one that ended has run out. */
async function laterJobs(): Promise<void> {
  domain.clock.advance(LEASE_MS);
  await runJobs();
}

async function runJobs(): Promise<void> {
  const deps = depsOn(domain.database, domain.clock);
  await resumeAllFollowUps(deps);
  await sweepOnce(deps);
}

describe('the versions of a program', () => {
  it('keep each change that took effect, with who made it, when, and from which version', async () => {
    domain.turnTo('2026-05-01T08:00:00Z');
    const { program_id } = await applyProgram(domain.deps, named('First'), TESTER);
    domain.turnTo('2026-06-01T08:00:00Z');
    await createKey(domain.deps, 'kept', ['write_configuration']);
    const { id } = await domain.deps.db
      .selectFrom('api_keys')
      .select('id')
      .where('program_id', '=', program_id)
      .executeTakeFirstOrThrow();
    const by = { kind: 'key', id, request_id: 'request-1' } as const;
    await applyProgram(domain.deps, named('Second'), by, { note: 'A better name' });
    expect(await versions(program_id)).toMatchObject([
      {
        version: 1,
        base_version: null,
        definition: { name: 'First' },
        note: null,
        actor_kind: 'command',
        actor_name: 'a test',
        created_at: Date.parse('2026-05-01T08:00:00Z'),
      },
      {
        version: 2,
        base_version: 1,
        definition: { name: 'Second' },
        note: 'A better name',
        actor_kind: 'key',
        actor_id: id,
        actor_name: 'tests',
        request_id: 'request-1',
        created_at: Date.parse('2026-06-01T08:00:00Z'),
      },
    ]);
  });

  it('hold the whole definition, which applied again changes nothing', async () => {
    await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition() }] });
    const [version] = await versions();
    const again = await applyProgram(domain.deps, version!.definition as ProgramDefinition, TESTER);
    expect(again.changes.every(({ action }) => action === 'unchanged')).toBe(true);
    expect(await versions()).toHaveLength(1);
  });

  it('keep the operator’s own file, comments and all', async () => {
    const file = `# Ours\n${HEAD.replace('key: shop', 'key: filed')}`;
    const { program_id } = await applyProgramFile(domain.deps, file, TESTER);
    expect(await versions(program_id)).toMatchObject([{ version: 1, source: file }]);
  });

  it('leave out what was refused', async () => {
    await domain.begin();
    await domain.customer();
    await expect(domain.change({ currency: 'EUR' })).rejects.toBeInstanceOf(ProgramChangeRefused);
    expect(await versions()).toHaveLength(1);
  });

  it('are numbered without a gap when ten changes are applied at once', async () => {
    await domain.begin();
    const key = domain.program.key;
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        applyProgram(domain.deps, programDefinition({ key, name: `Name ${index}` }), TESTER),
      ),
    );
    const kept = await versions();
    expect(kept.map(({ version }) => version)).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
    const { name } = await domain.deps.db
      .selectFrom('programs')
      .select('name')
      .where('id', '=', domain.program.id)
      .executeTakeFirstOrThrow();
    expect(kept.at(-1)).toMatchObject({ definition: { name } });
  });

  it('begin, in a database from before, with what the program is', async () => {
    await domain.begin({
      rules: ['a', 'b', 'c'].map((key) => ({ key, definition: ruleDefinition({ title: key }) })),
      tiers: [{ key: 'base', definition: tierDefinition({ lower_bound: 0 }) }],
      settings: programSettings({ tier_membership: { mode: 'lifetime' } }),
    });
    await domain.change({
      rules: ['c', 'a'].map((key) => ({ key, definition: ruleDefinition({ title: key }) })),
    });
    const current = (await versions()).at(-1)!;
    const migration = (await readMigrations()).find(({ name }) => name.endsWith('program-versions'))!;
    await domain.database.asOwner('drop table program_versions, program_follow_ups');
    await domain.database.asOwner(migration.sql);
    await domain.database.asOwner('grant all on program_versions, program_follow_ups to public');
    expect(await versions()).toEqual([
      expect.objectContaining({
        version: 1,
        reconstructed: true,
        source: null,
        definition: current.definition,
      }),
    ]);
    const { changes } = await applyProgram(domain.deps, current.definition as ProgramDefinition, TESTER);
    expect(changes.filter(({ action }) => action !== 'unchanged')).toEqual([]);
    // An earlier change may have been cut short: servers look at every program once more.
    await laterJobs();
    expect(await listFollowUpWarnings(domain.deps)).toEqual([]);
  });
});

/** The dependencies of a process that ends after so many transactions: it begins no other. */
function endingAfter(transactions: number): Deps {
  const deps = depsOn(domain.database, domain.clock);
  let left = transactions;
  const db = new Proxy(deps.db, {
    get(target, name) {
      if (name === 'transaction' && left-- <= 0) throw new Error('killed');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...deps, db };
}

const ZONES = { north: 'Europe/Berlin', south: 'Asia/Tokyo' };
const sites = (zones: Record<string, string>) =>
  Object.entries(zones).map(([key, time_zone]) => ({ key, definition: siteDefinition({ time_zone }) }));
const daily = ruleDefinition({ limit: { count: 5, interval: 'day' } });
const tiers = (silver: number) => [
  { key: 'base', definition: tierDefinition({ name: 'Base', lower_bound: 0 }) },
  { key: 'silver', definition: tierDefinition({ name: 'Silver', lower_bound: silver }) },
];

/** A change that leads to each kind of work on customers. */
const BEFORE = {
  sites: sites(ZONES),
  rules: [{ key: 'follow', definition: daily }],
  tiers: tiers(1_000),
  settings: programSettings({
    tier_boundary_mode: 'points',
    tier_membership: { mode: 'rolling', duration_months: 12 },
  }),
};
const AFTER = {
  sites: sites({ ...ZONES, north: 'America/New_York' }),
  rules: [
    { key: 'follow', definition: ruleDefinition({ limit: { count: 5, interval: 'week' } }) },
    { key: 'birthday', definition: ruleDefinition({ kind: 'birthday', properties: {} }) },
  ],
  tiers: tiers(20),
  settings: programSettings({
    tier_boundary_mode: 'points',
    tier_membership: { mode: 'rolling', duration_months: 6 },
    points_expiry: { mode: 'after_earning', duration_months: 1 },
  }),
};

async function beginWithCustomers(): Promise<void> {
  await domain.begin(BEFORE);
  for (const [index, merchant_id] of ['a', 'b', 'c'].entries()) {
    const { program, deps } = domain;
    const { id: customer_id } = await ensureCustomer(deps, {
      program,
      site: program.sites[index % 2]!,
      merchant_id,
    });
    await setBirthday(deps, { program, customer_id, birthday: { month: 3, day: 4, year: 1990 } });
    for (let times = 0; times <= index; times += 1)
      await domain.complete('follow', { customer: merchant_id });
  }
}

/** The change's effect on each customer, without ids. */
async function outcome() {
  const { rows } = await sql`
    select c.merchant_id, c.points_approved, c.next_birthday_at, c.next_due_at, c.tier_expires_at, c.tier_started_at,
        (select key from program_entries e where e.program_id = c.program_id and e.id = c.tier_id) as tier,
        (select json_agg(json_build_array(l.remaining, l.expires_at) order by l.id) from lots l
          where l.program_id = c.program_id and l.customer_id = c.id) as lots,
        (select json_agg(json_build_array(u.total, u.window_start, u.window_count) order by u.subject_id)
          from usage_counters u where u.program_id = c.program_id and u.customer_id = c.id) as uses
      from customers c where c.program_id = ${domain.program.id} order by c.merchant_id`.execute(
    domain.deps.db,
  );
  return rows;
}

describe('the follow-up of a change', () => {
  it('is finished by any server, wherever the process that applied it ended', async () => {
    await beginWithCustomers();
    await domain.change(AFTER);
    await laterJobs();
    const whole = await outcome();
    let cut = 0;
    for (let transactions = 1; ; transactions += 1) {
      await beginWithCustomers();
      const ending = endingAfter(transactions);
      const definition = { ...programDefinition({ key: domain.program.key }), ...AFTER };
      const ended = await applyProgram(ending, definition, TESTER).then(
        () => false,
        () => true,
      );
      if (!ended) break;
      const change = { kind: 'program_change_unfinished', program: domain.program.key, version: 2 };
      const [version] = await listVersions(domain.deps.db, domain.program.id);
      expect(version).toMatchObject({ version: 2 });
      // The last thing that a process can be kept from is to look whether there is more to do.
      expect(await listFollowUpWarnings(domain.deps)).toEqual(version!.follow_up_unfinished ? [change] : []);
      if (version!.follow_up_unfinished) cut += 1;
      await laterJobs();
      expect(await outcome(), `after ${transactions} transactions`).toEqual(whole);
      expect(await listFollowUpWarnings(domain.deps)).toEqual([]);
    }
    expect(cut).toBeGreaterThan(10);
  });

  it('is left to the process that works on it, while its lease runs', async () => {
    await beginWithCustomers();
    const definition = { ...programDefinition({ key: domain.program.key }), ...AFTER };
    await expect(applyProgram(endingAfter(1), definition, TESTER)).rejects.toThrow('killed');
    await runJobs();
    expect(await listFollowUpWarnings(domain.deps)).toHaveLength(1);
    await laterJobs();
    expect(await listFollowUpWarnings(domain.deps)).toEqual([]);
  });

  it('comes out the same when four servers take it up at once', async () => {
    await beginWithCustomers();
    await domain.change(AFTER);
    await laterJobs();
    const whole = await outcome();
    await beginWithCustomers();
    const definition = { ...programDefinition({ key: domain.program.key }), ...AFTER };
    await expect(applyProgram(endingAfter(1), definition, TESTER)).rejects.toThrow('killed');
    domain.clock.advance(LEASE_MS);
    await Promise.all(Array.from({ length: 4 }, runJobs));
    await laterJobs();
    expect(await outcome()).toEqual(whole);
    expect(await listFollowUpWarnings(domain.deps)).toEqual([]);
  });

  it('counts in the window that is open when the work is taken up', async () => {
    await domain.begin({ rules: [{ key: 'follow', definition: daily }] });
    await domain.customer();
    await domain.complete('follow');
    const definition = programDefinition({
      key: domain.program.key,
      rules: [{ key: 'follow', definition: ruleDefinition({ limit: { count: 5, interval: 'week' } }) }],
    });
    await expect(applyProgram(endingAfter(1), definition, TESTER)).rejects.toThrow('killed');
    domain.clock.advance(8 * 24 * 3_600_000);
    domain.program = (await domain.deps.programs.all()).find(({ id }) => id === domain.program.id)!;
    const fresh = depsOn(domain.database, domain.clock);
    await domain.complete('follow', { deps: fresh });
    await resumeAllFollowUps(fresh);
    const [counter] = await domain.rows('usage_counters');
    expect(counter).toMatchObject({ total: 2, window_count: 1 });
  });
});
