import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { lockCustomer } from '../../src/domain/ledger/lock-customer.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import {
  productRewardDefinition,
  programDefinition,
  ruleDefinition,
  tierDefinition,
} from '../support/factories.ts';
import { AFTER_A_YEAR, expiring } from '../support/lots.ts';
import { manyCustomers } from '../support/many-customers.ts';
import { atOnce } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const HOUR = 3_600_000;
const domain = testDomain();

const RULES = [{ key: 'follow', definition: ruleDefinition({ approval_period_seconds: 3600 }) }];

async function pointsOfAll(): Promise<{ approved: number; pending: number; due: number }> {
  const { rows } = await sql<{ approved: number; pending: number; due: number }>`
    select sum(points_approved)::bigint as approved, sum(points_pending)::bigint as pending, count(next_due_at) as due
      from customers where program_id = ${domain.program.id}`.execute(domain.deps.db);
  return rows[0]!;
}

/** Has Postgres refuse each COMMIT of a transaction that leaves a customer so, though its statements went through. */
async function whileCommitsAreRefused(condition: string, work: () => Promise<unknown>): Promise<void> {
  await domain.database.asOwner(
    `create function refuse_commit() returns trigger language plpgsql as $$
       begin raise exception 'refused at COMMIT'; end $$;
     create constraint trigger refuse_commit after update on customers
       deferrable initially deferred for each row when (${condition}) execute function refuse_commit();`,
  );
  try {
    await work();
  } finally {
    await domain.database.asOwner('drop function refuse_commit cascade');
  }
}

/** The domain's clock, which calls back at the beginning of each batch: they are counted from 1. */
function clockThat(atBatch: (turn: number) => unknown) {
  let turn = 0;
  return {
    real: () => domain.clock.real(),
    shared: async () => domain.clock.real(),
    now: (program: { clock_offset_ms: number }) => {
      turn += 1;
      atBatch(turn);
      return domain.clock.now(program);
    },
  };
}

describe('a sweep', () => {
  it('does what is due of everybody, more than fits into one batch, and nothing else', async () => {
    await domain.begin({ rules: RULES });
    await manyCustomers(domain, 2300);
    await sweepOnce(domain.deps);
    expect(await pointsOfAll()).toEqual({ approved: 0, pending: 2300 * 7, due: 2300 });
    domain.clock.advance(HOUR);
    await sweepOnce(domain.deps);
    expect(await pointsOfAll()).toEqual({ approved: 2300 * 7, pending: 0, due: 0 });
    expect(await domain.rows('transactions')).toHaveLength(2 * 2300);
    await sweepOnce(domain.deps);
    expect(await domain.rows('transactions')).toHaveLength(2 * 2300);
  });

  it('beside others does each thing once', async () => {
    await domain.begin({ rules: RULES });
    await manyCustomers(domain, 1200);
    domain.clock.advance(HOUR);
    await Promise.all(atOnce(4, () => sweepOnce(domain.deps)));
    // Whoever one sweep held, another left for later.
    await sweepOnce(domain.deps);
    expect(await pointsOfAll()).toEqual({ approved: 1200 * 7, pending: 0, due: 0 });
    expect(await domain.rows('transactions')).toHaveLength(2 * 1200);
  });

  it('approves several points of one customer in the order in which they fell due', async () => {
    await domain.begin({ rules: RULES });
    const { id } = await domain.customer();
    for (let i = 0; i < 3; i += 1) {
      await domain.complete('follow', { customer: '1001' });
      domain.clock.advance(60_000);
    }
    domain.clock.advance(HOUR);
    await sweepOnce(domain.deps);
    const approved = (await domain.rows('transactions')).filter((row) => row.points_approved > 0);
    expect(approved.map((row) => row.activity_id)).toEqual(
      (await domain.rows('activities')).map((row) => row.id),
    );
    expect(await domain.row(id)).toMatchObject({
      points_approved: 150,
      points_pending: 0,
      next_due_at: null,
    });
  });

  it('leaves what is still to come in place, and does nothing twice', async () => {
    await domain.begin({ rules: RULES });
    const { id } = await domain.customer();
    await domain.complete('follow', { customer: '1001' });
    domain.clock.advance(HOUR / 2);
    await domain.complete('follow', { customer: '1001' });
    const later = domain.clock.real() + HOUR;
    domain.clock.advance(HOUR / 2);
    await sweepOnce(domain.deps);
    expect(await domain.row(id)).toMatchObject({
      points_approved: 50,
      points_pending: 50,
      next_due_at: later,
    });
    domain.turnTo(later);
    await sweepOnce(domain.deps);
    expect(await domain.row(id)).toMatchObject({
      points_approved: 100,
      points_pending: 0,
      next_due_at: null,
    });
    expect(await domain.rows('transactions')).toHaveLength(4);
    expect(domain.logged).toEqual([]);
  });

  it('lets claims lapse and memberships end beside', async () => {
    await domain.begin({
      rules: RULES,
      rewards: [{ key: 'mug', definition: productRewardDefinition({ auto_refund_seconds: 3600 }) }],
      settings: { ...programDefinition().settings, tier_membership: { mode: 'rolling', duration_months: 1 } },
      tiers: [{ key: 'base', definition: tierDefinition({ name: 'Base', lower_bound: 0 }) }],
    });
    const { id } = await domain.customer({ points: 500 });
    await domain.complete('follow', { customer: '1001' });
    await domain.claim('mug', { variant_id: '902' }, { customer: '1001' });
    domain.clock.advance(HOUR);
    await sweepOnce(domain.deps);
    expect(await domain.row(id)).toMatchObject({ points_approved: 550, points_pending: 0, points_spent: 0 });
    domain.turnTo('2026-02-14T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await domain.row(id)).toMatchObject({
      tier_started_at: Date.parse('2026-02-14T12:00:00Z'),
      next_due_at: Date.parse('2026-03-14T11:00:00Z'),
    });
  });

  it('waits for nobody: whom another transaction holds it does the next time', async () => {
    await domain.begin({
      rules: RULES,
      rewards: [{ key: 'mug', definition: productRewardDefinition({ auto_refund_seconds: 3600 }) }],
    });
    const held = [
      await domain.customer({ merchant_id: 'approval', points: 0 }),
      await domain.customer({ merchant_id: 'lapse', points: 200 }),
    ];
    const free = await domain.customer({ merchant_id: 'free', points: 200 });
    await domain.complete('follow', { customer: 'approval' });
    await domain.claim('mug', { variant_id: '902' }, { customer: 'lapse' });
    await domain.claim('mug', { variant_id: '902' }, { customer: 'free' });
    domain.clock.advance(HOUR);
    await domain.deps.db.transaction().execute(async (tx) => {
      for (const customer of held) await lockCustomer(tx, domain.program.id, customer.id);
      await sweepOnce(domain.deps);
      expect((await domain.row(free.id)).points_spent).toBe(0);
      expect((await domain.row(held[0]!.id)).points_pending).toBe(50);
      expect((await domain.row(held[1]!.id)).points_spent).toBe(200);
    });
    await sweepOnce(domain.deps);
    expect((await domain.row(held[0]!.id)).points_approved).toBe(50);
    expect((await domain.row(held[1]!.id)).points_spent).toBe(0);
  });

  it('goes on past what cannot be settled, and says so', async () => {
    await domain.begin({
      rules: RULES,
      rewards: [{ key: 'mug', definition: productRewardDefinition({ auto_refund_seconds: 3600 }) }],
    });
    const broken = await domain.customer({ merchant_id: 'broken', points: 200 });
    const sound = await domain.customer({ merchant_id: 'sound', points: 200 });
    await domain.complete('follow', { customer: 'broken' });
    await domain.complete('follow', { customer: 'sound' });
    await domain.claim('mug', { variant_id: '902' }, { customer: 'sound' });
    const pending = (points: number) =>
      domain.deps.db
        .updateTable('customers')
        .set({ points_pending: points })
        .where('id', '=', broken.id)
        .execute();
    // The check on the table refuses what approval would make of it.
    await pending(0);
    domain.clock.advance(HOUR);
    await sweepOnce(domain.deps);
    expect(await domain.row(sound.id)).toMatchObject({
      points_approved: 250,
      points_pending: 0,
      points_spent: 0,
    });
    expect(domain.logged.join()).toContain('what is due could not be processed');
    await pending(50);
    await sweepOnce(domain.deps);
    expect(await domain.row(broken.id)).toMatchObject({ points_approved: 250, points_pending: 0 });
  });

  it('neither loses nor doubles what was in a batch that Postgres refused to commit beside the next', async () => {
    await domain.begin({ rules: RULES });
    await manyCustomers(domain, 2300);
    const { rows } = await sql<{ first: number }>`
      select min(id) as first from customers where program_id = ${domain.program.id}`.execute(domain.deps.db);
    domain.clock.advance(HOUR);
    const end = new AbortController();
    await whileCommitsAreRefused(`new.id = ${rows[0]!.first}`, () =>
      sweepOnce({ ...domain.deps, clock: clockThat((turn) => turn === 3 && end.abort()) }, end.signal),
    );
    expect(domain.logged.join()).toContain('what is due could not be processed');
    expect(await pointsOfAll()).toEqual({ approved: 1300 * 7, pending: 1000 * 7, due: 1000 });
    expect(await domain.rows('transactions')).toHaveLength(2300 + 1300);
    await sweepOnce(domain.deps);
    expect(await pointsOfAll()).toEqual({ approved: 2300 * 7, pending: 0, due: 0 });
    expect(await domain.rows('transactions')).toHaveLength(2 * 2300);
  });

  it.each([
    ['to its end', Number.POSITIVE_INFINITY, 2300],
    ['until it is told to end', 2, 2000],
  ])(
    'run %s holds one commit beside a batch at most, and none once it resolves',
    async (_, turns, approved) => {
      await domain.begin({ rules: RULES });
      await manyCustomers(domain, 2300);
      domain.clock.advance(HOUR);
      const end = new AbortController();
      const open: number[] = [];
      const clock = {
        real: () => domain.clock.real(),
        shared: async () => domain.clock.real(),
        now: (program: { clock_offset_ms: number }) => {
          open.push(domain.database.load().busy);
          if (open.length === turns) end.abort();
          return domain.clock.now(program);
        },
      };
      await sweepOnce({ ...domain.deps, clock }, end.signal);
      expect(domain.database.load().busy).toBe(0);
      expect(Math.max(...open)).toBeLessThanOrEqual(1);
      expect(await pointsOfAll()).toMatchObject({ approved: approved * 7 });
      await sweepOnce(domain.deps);
    },
  );

  it('ends early when it is told to', async () => {
    await domain.begin({ rules: RULES });
    await manyCustomers(domain, 10);
    domain.clock.advance(HOUR);
    await sweepOnce(domain.deps, AbortSignal.abort());
    expect(await pointsOfAll()).toMatchObject({ approved: 0, due: 10 });
    await sweepOnce(domain.deps);
  });

  it.each([
    ['many approvals at once', 2300, 1000, null],
    ['customers one by one', 120, 50, AFTER_A_YEAR],
  ])('with %s of one program does not hold up another', async (_work, many, aTurn, expiry) => {
    const busy = await domain.begin({ ...expiring(expiry), rules: RULES });
    await manyCustomers(domain, many);
    const quiet = await domain.begin({ ...expiring(expiry), rules: RULES });
    await manyCustomers(domain, 1);
    domain.clock.advance(HOUR);
    await sweepOnce(domain.deps);
    const entries = await domain.deps.db
      .selectFrom('transactions')
      .select('program_id')
      .where('program_id', 'in', [busy.id, quiet.id])
      .where('points_approved', '>', 0)
      .orderBy('id')
      .execute();
    expect(entries).toHaveLength(many + 1);
    expect(entries.findIndex(({ program_id }) => program_id === quiet.id)).toBe(aTurn);
  });

  it('does what falls due in another program while it is under way', async () => {
    await domain.begin({ rules: RULES });
    await manyCustomers(domain, 2300);
    const later = await domain.begin({ rules: RULES });
    domain.clock.advance(1);
    await manyCustomers(domain, 1);
    domain.clock.advance(HOUR - 1);
    const clock = {
      real: () => domain.clock.real(),
      shared: async () => domain.clock.real(),
      now: (program: { clock_offset_ms: number }) => {
        const now = domain.clock.now(program);
        if (now % HOUR === 0) domain.clock.advance(1);
        return now;
      },
    };
    await sweepOnce({ ...domain.deps, clock });
    domain.program = later;
    expect(await pointsOfAll()).toEqual({ approved: 7, pending: 0, due: 0 });
  });
});
