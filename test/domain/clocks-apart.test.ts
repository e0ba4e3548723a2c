import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/deps.ts';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { listImports } from '../../src/domain/imports/list-imports.ts';
import { findTask } from '../../src/domain/imports/task-store.ts';
import { applyIn } from '../../src/domain/operations/apply-program.ts';
import { checkLedger } from '../../src/domain/operations/check-ledger.ts';
import { expandEvents } from '../../src/domain/operations/expand-events.ts';
import { LEASE_MS as FOLLOW_UP_LEASE_MS, resumeFollowUps } from '../../src/domain/operations/follow-up.ts';
import { beginListening, goOnListening } from '../../src/domain/operations/listen-to-webhooks.ts';
import { keepImportFile, orderImport } from '../../src/domain/operations/order-import.ts';
import { workOnImports } from '../../src/domain/operations/work-on-imports.ts';
import { listUnfinishedVersions } from '../../src/domain/programs/follow-up-store.ts';
import { LEASE_MS } from '../../src/domain/webhooks/attempt-delivery.ts';
import { tidyWebhooks } from '../../src/domain/webhooks/tidy-webhooks.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { clockAhead } from '../support/clock.ts';
import { programDefinition, ruleDefinition } from '../support/factories.ts';
import { plainOperator } from '../support/operators.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { PROGRAM_EVENT, testWebhooks } from '../support/webhooks.ts';

const domain = testDomain();
const webhooks = testWebhooks(domain);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const COMPLETED = `${PROGRAM_EVENT}rule_completed` as const;

/** What three customers have done waits to be told. */
async function threeEvents() {
  await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition() }] });
  const receiver = await webhooks.receiver(COMPLETED);
  for (const customer of ['ann', 'ben', 'cleo']) {
    await domain.customer({ merchant_id: customer });
    await domain.complete('follow', { customer });
  }
  return receiver;
}

describe('the time that servers have in common', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is that of the database, whatever their own clocks say', async () => {
    const { db } = domain.deps;
    const clock = sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`;
    const begun = (await clock.execute(db)).rows[0]!.ms;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2001, 0) });
    const told = await systemClock.shared(db);
    expect(systemClock.real()).toBeLessThan(Date.UTC(2002, 0));
    const ended = (await clock.execute(db)).rows[0]!.ms;
    expect(told).toBeGreaterThanOrEqual(Math.floor(begun));
    expect(told).toBeLessThanOrEqual(ended);
  });
});

describe.each([
  ['ahead of', 5 * MINUTE],
  ['behind', -5 * MINUTE],
])('a server whose clock is five minutes %s the clock of another', (_, ahead) => {
  const other = () => ({ ...domain.deps, clock: clockAhead(domain.clock, ahead) });

  it.each(['here', 'there'])('sends no webhook that is being sent: %s first', async (begins) => {
    const receiver = await threeEvents();
    const here = webhooks.dispatcher();
    const there = webhooks.dispatcher(other());
    const [first, second] = begins === 'here' ? [here, there] : [there, here];
    let looked: Promise<void> | undefined;
    receiver.react = async () => {
      looked ??= webhooks.deliver(second);
      await looked;
      return 204;
    };
    await webhooks.deliver(first);
    expect(new Set(receiver.received.map(({ message }) => message.id)).size).toBe(3);
    expect(receiver.received).toHaveLength(3);
  });

  it('sends nothing twice whose claim was nearly over when it was written', async () => {
    const receiver = await threeEvents();
    const there = other();
    let late = false;
    const db = there.db.withPlugin({
      transformQuery({ node }) {
        if (!late && node.kind === 'DeleteQueryNode') domain.clock.advance(LEASE_MS - 20 * SECOND);
        late ||= node.kind === 'DeleteQueryNode';
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    receiver.react = async () => {
      // The longest that an attempt takes.
      domain.clock.advance(20 * SECOND);
      await webhooks.deliver();
      return 204;
    };
    await webhooks.deliver(webhooks.dispatcher({ ...there, db }));
    expect(late).toBe(true);
    const isLeft = ({ state, attempts }: { state: string; attempts: number }) =>
      state === 'delivered' || attempts === 0;
    await vi.waitFor(async () => expect((await webhooks.deliveries()).every(isLeft)).toBe(true), {
      timeout: 30 * SECOND,
    });
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(3);
  });

  it('sends what another has left when its claim ends, and not before', async () => {
    const receiver = await threeEvents();
    const left = { room: () => 10, take: () => {} };
    await expandEvents(other(), domain.program, eventPresenter(domain.deps.publicUrl), left);
    domain.clock.advance(LEASE_MS - 1);
    await webhooks.deliver();
    expect(receiver.received).toEqual([]);
    domain.clock.advance(1);
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(3);
  });

  it('tries again on time what failed there', async () => {
    const receiver = await threeEvents();
    receiver.react = () => 500;
    await webhooks.deliver(webhooks.dispatcher(other()));
    const tried = receiver.received.length;
    receiver.react = () => 204;
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(tried);
    domain.clock.advance(6 * SECOND);
    await webhooks.deliver();
    expect((await webhooks.deliveries()).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
  });

  it('ends no command that listens to webhooks there', async () => {
    await domain.begin();
    const asked = { program_id: domain.program.id, topics: [COMPLETED], address: 'http://127.0.0.1:1/' };
    const { endpoint_id } = await beginListening(other(), asked);
    const endpoint = { program_id: domain.program.id, endpoint_id };
    await tidyWebhooks(domain.deps);
    expect(await goOnListening(other(), endpoint)).toBe(true);
    domain.clock.advance(31 * SECOND);
    await tidyWebhooks(domain.deps);
    expect(await goOnListening(other(), endpoint)).toBe(false);
  });

  it('works on no import that the other works on, and calls none interrupted', async () => {
    await domain.begin();
    const { program, deps } = domain;
    const file = { program, name: 'members.csv', bytes: Buffer.from('merchant_id,points\nann,100\n') };
    const file_id = await keepImportFile(deps, file);
    const columns = { merchant_id: 'merchant_id', points: 'points' };
    const choices = { preset: '', columns, dates: null, site: program.sites[0]!.key };
    const { id } = await plainOperator(deps, 'admin');
    const by = { kind: 'operator', id, request_id: 'a-request' } as const;
    const find = async () => (await findTask(deps.db, program.id, { file_id }))!;
    await orderImport(deps, { program, file_id, work: { kind: 'check', choices }, by });
    await workOnImports(deps);
    await orderImport(deps, { program, file_id, work: { kind: 'run', trial: (await find()).id }, by });
    const seen: boolean[] = [];
    let reads = 0;
    // The second reading comes when rows are done, the first before the import has begun.
    const some = async (ids: readonly number[]) => {
      reads += 1;
      await workOnImports(deps);
      seen.push(...(await listImports(deps, program)).map(({ interrupted }) => interrupted));
      return deps.programs.some(ids);
    };
    const programs = Object.assign(Object.create(deps.programs), { some });
    await workOnImports({ ...other(), programs });
    expect([reads, seen]).toEqual([2, [false]]);
    expect(await find()).toMatchObject({ state: 'done', attempts: 1, outcome: { created: 1, points: 100 } });
  });

  it('leaves to the other the customers whom it brings under a change of the program', async () => {
    await domain.begin();
    const { deps, program } = domain;
    const definition = programDefinition({ key: program.key, name: 'Renamed' });
    const change = { definition, by: TESTER, origin: {}, lease_ms: FOLLOW_UP_LEASE_MS };
    const there = other();
    await runInTransaction(there, undefined, (tx) => applyIn(tx, there, change));
    const unfinished = () => listUnfinishedVersions(deps.db, program.id);
    await resumeFollowUps(deps, program.id);
    expect(await unfinished()).toHaveLength(1);
    domain.clock.advance(FOLLOW_UP_LEASE_MS);
    await resumeFollowUps(deps, program.id);
    expect(await unfinished()).toEqual([]);
  });

  it('rests after a slice of the ledger that the other checked', async () => {
    await domain.begin();
    await domain.deps.db.deleteFrom('ledger_rounds').execute();
    const rounds = () =>
      domain.deps.db.selectFrom('ledger_rounds').select(['finished_at', 'next_at']).execute();
    const there = other();
    await checkLedger(there);
    await checkLedger(there);
    const after = await rounds();
    expect(after).toMatchObject([{ finished_at: domain.clock.real() }]);
    await checkLedger(domain.deps);
    expect(await rounds()).toEqual(after);
  });
});
