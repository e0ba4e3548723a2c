import { beforeEach, describe, expect, it } from 'vitest';
import { judgeLedger } from '../../src/cli/doctor/judge-work.ts';
import { listLedgerWarnings, readLedgerChecks } from '../../src/domain/ledger/ledger-checks.ts';
import { leaseSlice, listRounds, recordSlice } from '../../src/domain/ledger/round-store.ts';
import { checkLedger } from '../../src/domain/operations/check-ledger.ts';
import { orderLedgerCheck } from '../../src/domain/operations/order-ledger-check.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;

const domain = testDomain();
/** One step a slice. */
const TWO_CUSTOMERS = { customers_a_step: 2, ms: 0 };

beforeEach(async () => {
  await domain.database.asOwner('delete from ledger_rounds');
  await domain.begin();
  for (let n = 1; n <= 5; n += 1) await domain.customer({ merchant_id: `c-${n}`, points: 10 });
});

async function countCustomers(): Promise<number> {
  const { n } = await domain.deps.db
    .selectFrom('customers')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

const latestRound = async () => (await listRounds(domain.deps.db, 1))[0]!;

/** Looks until a round has ended. Returns the number of looks. */
async function finishRound(deps: Deps = domain.deps, size = TWO_CUSTOMERS): Promise<number> {
  for (let looks = 1; ; looks += 1) {
    await checkLedger(deps, size);
    if ((await latestRound()).finished_at !== null) return looks;
  }
}

describe('the ledger check', () => {
  it('goes through every customer in slices, and begins anew a day after its beginning', async () => {
    const customers = await countCustomers();
    expect(await finishRound()).toBeGreaterThanOrEqual(4);
    const { last, running, drifts } = await readLedgerChecks(domain.deps);
    expect([last!.customers, running, drifts]).toEqual([customers, null, 0]);
    domain.clock.advance(DAY - 1);
    await checkLedger(domain.deps);
    expect((await readLedgerChecks(domain.deps)).running).toBeNull();
    domain.clock.advance(1);
    await checkLedger(domain.deps);
    expect((await readLedgerChecks(domain.deps)).running).toMatchObject({ customers: 0 });
    await finishRound();
    expect((await latestRound()).customers).toBe(customers);
    expect(await listLedgerWarnings(domain.deps)).toEqual([]);
    await expectLedgerBalanced(domain.deps);
  });

  it('rests a hundred times as long as a slice took', async () => {
    let turned = 0;
    const real = () => domain.clock.real() + turned++ * 7;
    const deps: Deps = { ...domain.deps, clock: Object.assign(Object.create(domain.clock), { real }) };
    await checkLedger(deps, TWO_CUSTOMERS);
    turned = 0;
    await checkLedger(deps, TWO_CUSTOMERS);
    const { busy_ms, next_at, leased_until } = await latestRound();
    expect([busy_ms, next_at - domain.clock.real(), leased_until]).toEqual([14, 14 + 1_400, null]);
    await checkLedger(domain.deps, TWO_CUSTOMERS);
    expect((await latestRound()).busy_ms).toBe(14);
  });

  it('rests as long after a slice that failed', async () => {
    let turned = 0;
    const real = () => domain.clock.real() + turned++ * 7_000;
    const deps: Deps = { ...domain.deps, clock: Object.assign(Object.create(domain.clock), { real }) };
    await checkLedger(domain.deps, TWO_CUSTOMERS);
    await domain.database.asOwner('alter table transactions rename to away');
    await expect(checkLedger(deps, TWO_CUSTOMERS)).rejects.toThrow('transactions');
    await domain.database.asOwner('alter table away rename to transactions');
    const { leased_until, attempts } = await latestRound();
    expect([leased_until! - domain.clock.real(), attempts]).toEqual([7_000 + 700_000, 1]);
  });

  it('is shared by servers: no customer is checked twice or left out', async () => {
    const customers = await countCustomers();
    const server = () => checkLedger(domain.deps, TWO_CUSTOMERS);
    while ((await listRounds(domain.deps.db, 1))[0]?.finished_at == null)
      await Promise.all([server(), server(), server()]);
    const { last } = await readLedgerChecks(domain.deps);
    const { rows } = await domain.database.asOwner('select count(*) as n from transactions');
    expect([last!.customers, last!.transactions]).toEqual([customers, Number(rows[0].n)]);
    expect(await listRounds(domain.deps.db, 5)).toHaveLength(1);
  });

  it('gives a slice to one of several servers, and takes the result of the last that has it alone', async () => {
    await checkLedger(domain.deps);
    const round = await latestRound();
    const until = domain.clock.real() + 60_000;
    const leases = await Promise.all([1, 2, 3].map(() => leaseSlice(domain.deps.db, round, until)));
    const [first, ...others] = leases.filter((lease) => lease !== undefined);
    expect(others).toEqual([]);
    const second = await leaseSlice(domain.deps.db, first!, until + 60_000);
    const slice = { customers: 1, transactions: 1, drifts: [], next: null };
    const times = { busy_ms: 1, finished_at: null, next_at: until };
    expect(await recordSlice(domain.deps.db, first!, slice, times)).toBe(false);
    expect((await latestRound()).customers).toBe(0);
    expect(await recordSlice(domain.deps.db, second!, slice, times)).toBe(true);
    expect((await latestRound()).customers).toBe(1);
  });

  it('goes on where a server died, a minute later, with fewer customers at a time', async () => {
    const customers = await countCustomers();
    await checkLedger(domain.deps);
    await checkLedger(domain.deps, TWO_CUSTOMERS);
    const before = await latestRound();
    await leaseSlice(domain.deps.db, before, domain.clock.real() + 60_000);
    await checkLedger(domain.deps, TWO_CUSTOMERS);
    expect((await latestRound()).customers).toBe(before.customers);
    domain.clock.advance(60_000);
    await checkLedger(domain.deps, TWO_CUSTOMERS);
    expect((await latestRound()).customers).toBe(before.customers + 1);
    await checkLedger(domain.deps, TWO_CUSTOMERS);
    expect((await latestRound()).customers).toBe(before.customers + 2);
    await finishRound();
    expect((await latestRound()).customers).toBe(customers);
  });

  it('finds what does not add up, says so until a later round finds it mended, and looks again in an hour', async () => {
    const { id } = (await domain.deps.db
      .selectFrom('customers')
      .select('id')
      .where('program_id', '=', domain.program.id)
      .orderBy('id', 'desc')
      .executeTakeFirst())!;
    const add = (points: number) =>
      domain.database.asOwner(
        `update customers set points_approved = points_approved + ${points} where id = ${id}`,
      );
    await add(3);
    await finishRound();
    const found = { program_id: domain.program.id, customer_id: id, what: 'points_approved', id: null };
    const checks = await readLedgerChecks(domain.deps);
    expect(checks.drifts).toBe(1);
    expect(checks.findings).toEqual([{ ...found, stored: 13, summed: 10 }]);
    expect(await listLedgerWarnings(domain.deps)).toEqual([{ kind: 'ledger_drift' }]);
    expect(domain.logged.at(-1)).toContain('the ledger does not add up');
    await add(-3);
    domain.clock.advance(HOUR - 1);
    await checkLedger(domain.deps);
    expect((await readLedgerChecks(domain.deps)).running).toBeNull();
    domain.clock.advance(1);
    await checkLedger(domain.deps);
    expect(await listLedgerWarnings(domain.deps)).toEqual([{ kind: 'ledger_drift' }]);
    await finishRound();
    expect(await listLedgerWarnings(domain.deps)).toEqual([]);
    await expectLedgerBalanced(domain.deps);
  });

  it('is missed when it comes to no end for three days', async () => {
    expect(await listLedgerWarnings(domain.deps)).toEqual([]);
    await finishRound();
    domain.clock.advance(3 * DAY + 1);
    expect(await listLedgerWarnings(domain.deps)).toEqual([{ kind: 'ledger_unchecked' }]);
    await checkLedger(domain.deps);
    expect(await listLedgerWarnings(domain.deps)).toEqual([]);
    domain.clock.advance(3 * DAY + 1);
    expect(await listLedgerWarnings(domain.deps)).toEqual([{ kind: 'ledger_unchecked' }]);
  });

  it('is missed by every watcher from the beginning of a first round that comes to no end', async () => {
    expect((await readLedgerChecks(domain.deps)).since).toBeNull();
    await checkLedger(domain.deps);
    const began = domain.clock.real();
    domain.clock.advance(3 * DAY + 1);
    expect(await listLedgerWarnings(domain.deps)).toEqual([{ kind: 'ledger_unchecked' }]);
    const checks = await readLedgerChecks(domain.deps);
    expect(checks.since).toBe(began);
    expect(judgeLedger(checks, domain.clock.real())).toMatchObject([
      { message: 'The ledger check has come to no end for 3 days.' },
    ]);
  });

  describe('that somebody ordered', () => {
    const order = () => orderLedgerCheck(domain.deps, { by: TESTER });
    const deeds = async () =>
      (
        await domain.database.asOwner(
          "select actor_name, subject_id from audit_entries where action = 'ledger.check_ordered'",
        )
      ).rows;

    it('begins at once in the place of the present round, and goes to its end without a rest', async () => {
      const customers = await countCustomers();
      await checkLedger(domain.deps);
      await checkLedger(domain.deps, TWO_CUSTOMERS);
      const present = await latestRound();
      const late = await leaseSlice(domain.deps.db, present, domain.clock.real() + 60_000);
      expect(await order()).toEqual({ ordered: true });
      const { id } = await latestRound();
      expect(await deeds()).toContainEqual({ actor_name: 'a test', subject_id: String(id) });
      // A server that was at work on the round before comes too late.
      const slice = { customers: 1, transactions: 1, drifts: [], next: null };
      const times = { busy_ms: 1, finished_at: null, next_at: domain.clock.real() };
      expect(await recordSlice(domain.deps.db, late!, slice, times)).toBe(false);
      await checkLedger(domain.deps, TWO_CUSTOMERS);
      const { last, running } = await readLedgerChecks(domain.deps);
      expect([last!.customers, running]).toEqual([customers, null]);
      await checkLedger(domain.deps);
      expect((await latestRound()).id).toBe(id);
    });

    it('goes on where a server stopped', async () => {
      const customers = await countCustomers();
      await order();
      await checkLedger(domain.deps, TWO_CUSTOMERS, AbortSignal.abort());
      const { running } = await readLedgerChecks(domain.deps);
      expect(running).toMatchObject({ ordered: true });
      expect(running!.customers).toBeLessThan(customers);
      await checkLedger(domain.deps, TWO_CUSTOMERS);
      expect((await readLedgerChecks(domain.deps)).last!.customers).toBe(customers);
    });

    it('keeps a warning of the round before until it finds that all is mended', async () => {
      const { id } = await domain.deps.db
        .selectFrom('customers')
        .select('id')
        .where('program_id', '=', domain.program.id)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      const add = (points: number) =>
        domain.database.asOwner(
          `update customers set points_approved = points_approved + ${points} where id = ${id}`,
        );
      await finishRound();
      await add(3);
      domain.clock.advance(DAY);
      const began = domain.clock.real();
      await checkLedger(domain.deps);
      while ((await latestRound()).drifts === 0) await checkLedger(domain.deps, TWO_CUSTOMERS);
      const { customers, finished_at } = await latestRound();
      expect(finished_at).toBeNull();
      await add(-3);
      domain.clock.advance(1);
      await order();
      const checks = await readLedgerChecks(domain.deps);
      expect(checks.replaced).toEqual({ started_at: began, customers });
      expect([checks.drifts, checks.findings.map(({ customer_id }) => customer_id)]).toEqual([1, [id]]);
      expect(checks.last!.customers).toBe(await countCustomers());
      expect(await listLedgerWarnings(domain.deps)).toEqual([{ kind: 'ledger_drift' }]);
      await checkLedger(domain.deps, TWO_CUSTOMERS);
      expect(await readLedgerChecks(domain.deps)).toMatchObject({ replaced: null, running: null, drifts: 0 });
      expect(await listLedgerWarnings(domain.deps)).toEqual([]);
    });

    it('is missed from the beginning of the round before, if that came to no end', async () => {
      await checkLedger(domain.deps);
      domain.clock.advance(3 * DAY + 1);
      await order();
      expect(await listLedgerWarnings(domain.deps)).toEqual([{ kind: 'ledger_unchecked' }]);
      await checkLedger(domain.deps, TWO_CUSTOMERS);
      expect(await listLedgerWarnings(domain.deps)).toEqual([]);
    });

    it('begins, though a server begins a round of its own at the same moment', async () => {
      await domain.database.asOwner(`
        create function begin_round() returns trigger language plpgsql as $$ begin
          if pg_trigger_depth() = 1 then
            insert into ledger_rounds (started_at, next_at)
              select now(), now() where not exists (select from ledger_rounds);
          end if;
          return null;
        end $$;
        create trigger begin_round before insert on ledger_rounds for each statement execute function begin_round()`);
      const answer = await order();
      await domain.database.asOwner('drop function begin_round cascade');
      expect(answer).toEqual({ ordered: true });
      expect(await latestRound()).toMatchObject({ ordered: true, finished_at: null });
    });

    it('is one, however many order it, and one deed', async () => {
      const before = (await deeds()).length;
      const ordered = await Promise.all([1, 2, 3, 4].map(order));
      expect(ordered.filter((answer) => answer.ordered)).toHaveLength(1);
      expect(await listRounds(domain.deps.db, 5)).toHaveLength(1);
      expect(await deeds()).toHaveLength(before + 1);
    });
  });

  it('keeps thirty rounds', async () => {
    await domain.database.asOwner(`insert into ledger_rounds (started_at, finished_at, next_at)
      select now() - interval '1 year', now() - interval '1 year', now() - interval '1 year' from generate_series(1, 40)`);
    await finishRound(domain.deps, { customers_a_step: 1000, ms: 1000 });
    expect(await listRounds(domain.deps.db, 100)).toHaveLength(30);
  });
});
