import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { importCodes } from '../../src/domain/operations/import-codes.ts';
import { listAffected, planProgram } from '../../src/domain/operations/plan-program.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { MEMBERS_PER_PAGE } from '../../src/domain/plans/member-store.ts';
import type { ProgramPlan } from '../../src/domain/plans/program-plan.ts';
import { ProgramChangeRefused } from '../../src/domain/programs/program-change-refused.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { findVersion } from '../../src/domain/programs/version-store.ts';
import { fieldsOfPlan } from '../../src/program-file/compare-files.ts';
import {
  programDefinition,
  programSettings,
  rewardDefinition,
  ruleDefinition,
  siteDefinition,
} from '../support/factories.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { TierShop, threeTiers } from '../support/tier-shop.ts';

const domain = testDomain();
const shop = new TierShop(domain);

/** The program's newest definition with differences. */
async function changed(rest: Partial<ProgramDefinition>): Promise<ProgramDefinition> {
  const { definition } = (await findVersion(domain.deps.db, domain.program.id, null))!;
  return { ...definition, ...rest };
}
const planOf = async (rest: Partial<ProgramDefinition>) => planProgram(domain.deps, await changed(rest));
async function* linesOf(...lines: string[]) {
  yield* lines;
}
const sentences = ({ effects }: ProgramPlan) => effects.map(({ sentence }) => sentence);

/** Silver to 14 January 2027, and enough then to stay in it. */
async function spendTwice(): Promise<void> {
  await shop.spend(60_000);
  domain.turnTo('2026-02-14T12:00:00Z');
  await shop.spend(60_000);
}

describe('a plan', () => {
  it('names each entry that changes, and its fields before and after', async () => {
    const rule = (points: number) =>
      ruleDefinition({ result: { kind: 'points', points, per_currency_unit_minor: null } });
    await domain.begin({
      rules: [
        { key: 'follow', definition: rule(50) },
        { key: 'gone', definition: rule(1) },
        { key: 'off', definition: ruleDefinition({ enabled: false }) },
      ],
    });
    const plan = await planOf({
      name: 'Store',
      rules: [
        { key: 'follow', definition: rule(60) },
        { key: 'off', definition: ruleDefinition() },
        { key: 'new', definition: rule(2) },
      ],
    });
    expect(plan).toMatchObject({ program: domain.program.key, base_version: 1, effects: [] });
    expect(fieldsOfPlan(plan)).toEqual([
      {
        kind: 'program',
        key: domain.program.key,
        action: 'changed',
        fields: [{ path: 'name', before: 'Shop', after: 'Store' }],
      },
      {
        kind: 'rule',
        key: 'follow',
        action: 'changed',
        fields: [{ path: 'result.points', before: 50, after: 60 }],
      },
      {
        kind: 'rule',
        key: 'off',
        action: 'enabled',
        fields: [{ path: 'enabled', before: false, after: true }],
      },
      { kind: 'rule', key: 'new', action: 'created', fields: [] },
      { kind: 'rule', key: 'gone', action: 'disabled', fields: [] },
    ]);
  });

  it('of the definition that is in effect is empty, and writes nothing', async () => {
    await domain.begin();
    const rows = () =>
      sql`select xmin, * from programs where id = ${domain.program.id}`.execute(domain.deps.db);
    const before = await rows();
    expect(await planOf({})).toMatchObject({ changes: [], effects: [] });
    await planOf({ name: 'Other' });
    expect((await rows()).rows).toEqual(before.rows);
  });

  it('of a new program creates everything', async () => {
    const plan = await planProgram(domain.deps, programDefinition({ key: 'not-there-yet' }));
    expect(plan).toMatchObject({ base_version: null, unchanged: 0, effects: [] });
    expect(new Set(plan.changes.map(({ action }) => action))).toEqual(new Set(['created']));
  });

  it('is refused as the change itself is', async () => {
    await domain.begin();
    await domain.customer();
    await expect(planOf({ currency: 'EUR' })).rejects.toBeInstanceOf(ProgramChangeRefused);
  });

  it('waits for no writer, and no writer waits for it', async () => {
    const year = { mode: 'rolling', duration_months: 12 } as const;
    await shop.begin({ tier_membership: year }, { tiers: threeTiers(50_000, 200_000) });
    await spendTwice();
    const definition = await changed({ tiers: threeTiers(70_000, 200_000) });
    await domain.deps.db.transaction().execute(async (tx) => {
      await sql`select from programs where id = ${domain.program.id} for update`.execute(tx);
      await sql`select from customers where program_id = ${domain.program.id} for update`.execute(tx);
      expect(sentences(await planProgram(domain.deps, definition))).toEqual([
        '1 customer falls from Silver to Base when its membership ends, on 15 January 2027.',
      ]);
    });
  });
});

/** Customers in a tier, without facts, written at once. Returns the id of the last one. */
async function fill(tier_id: number, customers: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    with added as (
      insert into customers (program_id, merchant_id, merchant_key, site_id, referral_id, enrolled_at, tier_id,
          tier_started_at, tier_expires_at, last_entry_at, created_at, updated_at)
        select c.program_id, 'many-' || n, 'many-' || n, c.site_id, 'many-' || n, c.enrolled_at, ${tier_id}, c.enrolled_at,
            c.enrolled_at + interval '1 year', c.last_entry_at, c.created_at, c.updated_at
          from customers c, generate_series(1, ${customers}::int) n
          where c.program_id = ${domain.program.id} and c.merchant_id = '1001'
        returning id
    )
    select max(id) as last from added`.execute(domain.deps.db);
  return rows[0]!.last;
}

describe('a plan for many customers', () => {
  it('holds as many of them at a time as one page has, and counts and lists them across its ends', async () => {
    const held: number[] = [];
    const db = domain.deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const customers = result.rows.map(({ members }) => String(members ?? '').split('\n').length);
        held.push(Math.max(result.rows.length, ...customers));
        return result;
      },
    });
    await shop.begin({ tier_membership: { mode: 'rolling', duration_months: 12 } }, { tiers: threeTiers() });
    const many = 2 * MEMBERS_PER_PAGE + 1;
    const last = await fill(domain.program.tiers[1]!.id, many);
    const definition = await changed({ tiers: threeTiers().slice(0, 1) });
    const { effects } = await planProgram({ ...domain.deps, db }, definition);
    expect(effects).toMatchObject([{ name: 'tier_leaves:silver:base', customers: many }]);
    expect(Math.max(...held)).toBe(MEMBERS_PER_PAGE);
    const asked = { effect: 'tier_leaves:silver:base', after: 0, limit: many - 1 };
    const listed = await listAffected(domain.deps, definition, asked);
    expect(new Set(listed.merchant_ids).size).toBe(many - 1);
    const rest = await listAffected(domain.deps, definition, { ...asked, after: listed.next! });
    expect(rest.merchant_ids).toHaveLength(1);
    expect(listed.next).toBeLessThan(last);
  });
});

describe('the effects of a plan', () => {
  it('say who rises and who falls, and when, in words for a manager', async () => {
    const year = { mode: 'rolling', duration_months: 12 } as const;
    const { id } = await shop.begin({ tier_membership: year }, { tiers: threeTiers(50_000, 200_000) });
    await domain.customer({ merchant_id: '1002' });
    await spendTwice();
    await shop.spend(45_000, { customer_id: '1002' });
    const raised = await planOf({ tiers: threeTiers(40_000, 55_000) });
    expect(sentences(raised)).toEqual([
      '1 customer rises from Silver to Gold at once.',
      '1 customer rises from Base to Silver at once.',
    ]);
    const fallen = await planOf({ tiers: threeTiers(70_000, 200_000) });
    expect(fallen.effects).toMatchObject([
      { name: 'tier_falls:silver:base', customers: 1, first_at: Date.parse('2027-01-14T12:00:00Z') },
    ]);
    const definition = await changed({ tiers: threeTiers(70_000, 200_000) });
    const asked = { effect: 'tier_falls:silver:base', after: 0, limit: 1 };
    expect(await listAffected(domain.deps, definition, asked)).toEqual({ merchant_ids: ['1001'], next: id });
    expect(await listAffected(domain.deps, definition, { ...asked, after: id })).toEqual({
      merchant_ids: [],
      next: null,
    });
    expect(sentences(await planOf({ tiers: threeTiers().slice(0, 1) }))).toEqual([
      '1 customer goes from Silver, which ends, to Base at once.',
    ]);
  });

  it('say who rises by orders from a time as guest once anniversaries count those too', async () => {
    const modes = [
      { mode: 'rolling', duration_months: 12 },
      { mode: 'calendar', starts_on: { month: 1, day: 1 }, window_months: 12, windows: 1 },
    ] as const;
    const settings = { tier_boundary_mode: 'spend', enrol_on_sight: false } as const;
    for (const tier_membership of modes) {
      const { id } = await shop.begin({ ...settings, tier_membership });
      await shop.spend(120_000, { date: domain.clock.real() - 400 * 24 * 3_600_000 });
      await domain.enrol(id);
      domain.turnTo('2026-02-14T12:00:00Z');
      const anniversary = { mode: 'enrollment_anniversary', windows: 1 } as const;
      const change = { settings: programSettings({ ...settings, tier_membership: anniversary }) };
      expect(sentences(await planOf(change))).toEqual(['1 customer rises from Base to Gold at once.']);
      const asked = { effect: 'tier_rises:base:gold', after: 0, limit: 10 };
      const { merchant_ids } = await listAffected(domain.deps, await changed(change), asked);
      expect(merchant_ids).toEqual(['1001']);
      await domain.change(change);
      await sweepOnce(domain.deps);
      expect(await shop.tierOf(id)).toBe('gold');
    }
  });

  it('say whose limits open and close', async () => {
    const rules = (count: number, interval: 'month' | null = null) => [
      { key: 'follow', definition: ruleDefinition({ limit: { count, interval } }) },
    ];
    await domain.begin({ rules: rules(1) });
    await domain.customer();
    await domain.complete('follow');
    expect(sentences(await planOf({ rules: rules(2) }))).toEqual([
      '1 customer may complete rule follow again.',
    ]);
    await domain.change({ rules: rules(2) });
    const closing = await planOf({ rules: rules(1) });
    expect(sentences(closing)).toEqual([
      '1 customer may not complete rule follow any more under the new limit.',
    ]);
    domain.turnTo('2026-03-01T12:00:00Z');
    expect(sentences(await planOf({ rules: rules(1, 'month') }))).toEqual([]);
  });

  it('say which points expire, at once or at other times', async () => {
    await domain.begin({ settings: programSettings({ points_expiry: null }) });
    await domain.customer({ points: 300 });
    domain.turnTo('2026-04-14T12:00:00Z');
    const expiring = (duration_months: number) => ({
      settings: programSettings({
        points_expiry: { mode: 'inactivity_since_balance_change', duration_months },
      }),
    });
    expect(sentences(await planOf(expiring(6)))).toEqual([
      '300 points of 1 customer expire at other times than before, the first on 15 October.',
    ]);
    await domain.change(expiring(6));
    domain.turnTo('2026-07-20T12:00:00Z');
    expect(sentences(await planOf(expiring(2)))).toEqual(['300 points of 1 customer expire at once.']);
    expect(sentences(await planOf({ settings: programSettings() }))).toEqual([
      '300 points of 1 customer no longer expire.',
    ]);
  });

  it('say what is left of rewards, and what customers still hold of a reward that ends', async () => {
    const card = (rest = {}) => [{ key: 'card', definition: rewardDefinition(rest) }];
    await domain.begin({ rewards: card({ stock: 5 }) });
    await domain.customer({ points: 2_000 });
    await domain.claim('card');
    await domain.claim('card');
    expect(sentences(await planOf({ rewards: card({ stock: 2 }) }))).toEqual([
      'Reward card runs out: 3 were left.',
    ]);
    expect(sentences(await planOf({ rewards: card({ stock: 7 }) }))).toEqual([
      '5 of reward card are left instead of 3.',
    ]);
    expect(sentences(await planOf({ rewards: card() }))).toEqual([
      'The stock of reward card is no longer counted.',
    ]);
    const ended = await planOf({ rewards: [] });
    expect(sentences(ended)).toEqual(['2 claims of reward card are not used yet and can still be used.']);
    const asked = { effect: 'claims_outstanding:card', after: 0, limit: 10 };
    const { merchant_ids } = await listAffected(domain.deps, await changed({ rewards: [] }), asked);
    expect(merchant_ids).toEqual(['1001']);
    await domain.change({ rewards: card({ stock: 2 }) });
    expect(await domain.stock()).toEqual({ '': 0 });
    await domain.change({ rewards: card({ stock: 0 }) });
    expect(sentences(await planOf({ rewards: card({ stock: 2 }) }))).toEqual([]);
    expect(sentences(await planOf({ rewards: card({ stock: 5 }) }))).toEqual([
      '3 of reward card are left instead of 0.',
    ]);
  });

  it('say which codes are missing', async () => {
    const voucher = (stock: number | null) => [
      {
        key: 'card',
        definition: rewardDefinition({
          stock,
          codes: { kind: 'pool' },
          properties: { kind: 'free_shipping_voucher', max_shipping_minor: null },
        }),
      },
    ];
    await domain.begin({ rewards: [] });
    expect(sentences(await planOf({ rewards: voucher(3) }))).toEqual([
      'Reward card has no code in its pool, so nobody can claim it.',
    ]);
    await domain.change({ rewards: voucher(3) });
    await importCodes(domain.deps, {
      program_key: domain.program.key,
      reward_key: 'card',
      lines: linesOf('A-1', 'A-2', 'A-3', 'A-4'),
      by: TESTER,
    });
    expect(sentences(await planOf({ rewards: voucher(4) }))).toEqual([
      '4 of reward card are left instead of 3.',
    ]);
    expect(sentences(await planOf({ rewards: voucher(9) }))).toContain(
      'Reward card has 4 codes in its pool for a stock of 9.',
    );
  });

  it('say that a change before has not reached every customer', async () => {
    await domain.begin();
    await sql`
      insert into program_follow_ups (program_id, version, recounted, facts_may_give_more, leased_until, created_at)
        values (${domain.program.id}, 1, '[]', false, now(), now())`.execute(domain.deps.db);
    expect(sentences(await planOf({ name: 'Other' }))).toEqual([
      'Version 1 has not reached every customer yet, so the counts may still move.',
    ]);
  });
});

describe('a change that was planned on a version', () => {
  const at = (rest: Partial<ProgramDefinition>, built_on: number | null) =>
    applyProgram(domain.deps, programDefinition({ key: domain.program.key, ...rest }), TESTER, { built_on });

  it('is refused when the program has moved on, and writes nothing', async () => {
    await domain.begin();
    await domain.change({ sites: [{ key: 'main', definition: siteDefinition() }] });
    await expect(at({ name: 'Late' }, 1)).rejects.toMatchObject({
      code: 'program_version_moved',
      extra: { details: { version: 2 } },
    });
    await expect(at({ name: 'New' }, null)).rejects.toMatchObject({ code: 'program_version_moved' });
    await at({ name: 'In time' }, 2);
    expect((await findVersion(domain.deps.db, domain.program.id, null))!.version).toBe(3);
  });

  it('takes effect once of ten that were made on one version', async () => {
    await domain.begin();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => at({ name: `Name ${index}` }, 1)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await findVersion(domain.deps.db, domain.program.id, null))!.version).toBe(2);
  });
});
