import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NamedStatements } from '../../src/db/named-statements.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { lockCustomer } from '../../src/domain/ledger/lock-customer.ts';
import { claimReward } from '../../src/domain/operations/claim-reward.ts';
import { type CompletedRule, completeRule } from '../../src/domain/operations/complete-rule.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { PATIENT } from '../support/database.ts';
import { entryOf, productRewardDefinition, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { atOnce, ORDINARY, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { depsOn } from '../support/test-domain-deps.ts';

const domain = testDomain();
/** As another server process has it: a pool and a queue of its own. */
let secondServer: { database: Database; deps: Deps };

beforeAll(() => {
  secondServer = server({});
});
afterAll(() => secondServer.database.close());

function server(options: { namedStatements?: boolean; logger?: Pick<Console, 'warn'> }) {
  const database = openDatabase({
    url: domain.database.serverUrl,
    poolSize: 10,
    namedStatements: options.namedStatements ?? true,
    applicationName: 'loyaltyd tests',
    logger: options.logger ?? console,
    ...PATIENT,
  });
  return { database, deps: depsOn(database, domain.clock) };
}

/** How often each statement is sent while `work` lasts. */
async function statementsOf(
  hot: NamedStatements,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const sent: Record<string, number> = {};
  const run = hot.run.bind(hot);
  hot.run = (statement, values) => {
    sent[statement.name] = (sent[statement.name] ?? 0) + 1;
    return run(statement, values);
  };
  await work();
  hot.run = run;
  return sent;
}

const merchants = (count: number) => Array.from({ length: count }, (_, index) => String(5000 + index));

async function customers(count: number, points = 0): Promise<string[]> {
  const ids = merchants(count);
  for (const merchant_id of ids) await domain.customer({ merchant_id, points });
  return ids;
}

function complete(deps: Deps, merchantId: string, program: Program = domain.program) {
  const rule_id = entryOf(program.rules, 'follow').id;
  return completeRule(deps, {
    program,
    rule_id,
    kind: 'social_follow',
    customer_merchant_id: merchantId,
    channel: 'web',
  });
}

function claim(deps: Deps, merchantId: string, reward = 'mug') {
  return claimReward(deps, {
    program: domain.program,
    reward_id: entryOf(domain.program.rewards, reward).id,
    customer_merchant_id: merchantId,
    variant_id: '901',
    cart_id: 'cart-1',
    channel: 'web',
    country: null,
  });
}

describe('requests of one turn', () => {
  it.each([
    [15, 'one statement', 1],
    [20, 'two statements', 2],
  ])('%i are read and written in %s each, every customer with its own effect', async (count, _, each) => {
    await domain.begin();
    const ids = await customers(count);
    let done: CompletedRule[] = [];
    const sent = await statementsOf(domain.deps.hot, async () => {
      done = await Promise.all(ids.map((id) => complete(domain.deps, id)));
    });
    expect(sent).toEqual({ customer_standing: each, complete_rule: each });
    const activities = await domain.rows('activities');
    expect(new Set(activities.map((activity) => activity.id)).size).toBe(count);
    for (const { customer_id, actions } of done) {
      const activity = activities.find((candidate) => candidate.id === actions[0]!.id)!;
      expect(activity.customer_id).toBe(customer_id);
      expect(await domain.row(customer_id)).toMatchObject({ points_approved: 50, version: 1 });
    }
  });

  it('are found or refused one by one', async () => {
    await domain.begin();
    const [known, poor] = (await customers(2)) as [string, string];
    expect(
      await tally([
        complete(domain.deps, known),
        complete(domain.deps, 'nobody'),
        claim(domain.deps, poor),
        claim(domain.deps, 'nobody'),
      ]),
    ).toEqual({ done: 1, not_found: 2, insufficient_points: 1 });
  });

  it('of several programs stay apart, the merchant ids being the same', async () => {
    const first = await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition() }] });
    const ids = await customers(5);
    const rich = ruleDefinition({ result: { kind: 'points', points: 7, per_currency_unit_minor: null } });
    const second = await domain.begin({ rules: [{ key: 'follow', definition: rich }] });
    await customers(5);
    const done = await Promise.all(
      ids.flatMap((id) => [complete(domain.deps, id, first), complete(domain.deps, id, second)]),
    );
    const points = done.map(
      ({ actions }) => actions[0]!.kind === 'earned_points_from_rule' && actions[0]!.points,
    );
    expect(points).toEqual(ids.flatMap(() => [50, 7]));
    expect((await domain.rows('transactions')).map((row) => row.points_approved)).toEqual([7, 7, 7, 7, 7]);
  });
});

describe('one customer several times in one batch', () => {
  it('gets each completion that its limit allows and no more', async () => {
    const limit = { count: 3, interval: 'day' as const };
    await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition({ limit }) }] });
    const { id } = await domain.customer();
    expect(await tally(atOnce(40, () => complete(domain.deps, '1001')))).toEqual({
      done: 3,
      rule_limit_reached: 37,
    });
    expect(await domain.row(id)).toMatchObject({ points_approved: 150 });
  });

  it('gets each claim that its points pay for and no more, beside others, from two servers', async () => {
    await domain.begin({
      rewards: [{ key: 'gift_card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 100 } }) }],
    });
    const ids = await customers(4, 300);
    const both = [domain.deps, secondServer.deps];
    const calls = ids.flatMap((id) => atOnce(10, (index) => claim(both[index % 2]!, id, 'gift_card')));
    expect(await tally(calls)).toEqual({ done: 12, insufficient_points: 28 });
    expect((await domain.claims()).length).toBe(12);
  });
});

describe('a stock that a batch runs dry', () => {
  const scarce = (count: number) =>
    productRewardDefinition({
      stock: count,
      properties: {
        ...(productRewardDefinition().properties as object),
        product: {
          id: '900',
          handle: null,
          title: null,
          url: null,
          image_url: null,
          variants: [
            { id: '901', title: null, inventory_count: count, sku: null },
            { id: '902', title: null, inventory_count: count, sku: null },
          ],
        },
      } as ReturnType<typeof productRewardDefinition>['properties'],
    });

  it('gives out what there was, to the last, in one server and in two', async () => {
    for (const both of [[domain.deps], [domain.deps, secondServer.deps]]) {
      await domain.begin({
        rewards: [
          { key: 'mug', definition: scarce(25) },
          { key: 'plenty', definition: scarce(1000) },
        ],
      });
      const ids = await customers(60, 1000);
      const calls = ids.flatMap((id, index) => [
        claim(both[index % both.length]!, id),
        claim(both[(index + 1) % both.length]!, id, 'plenty'),
      ]);
      const scarceOnes = await tally(calls.filter((_, index) => index % 2 === 0));
      expect(scarceOnes).toEqual({ done: 25, reward_out_of_stock: 35 });
      expect(await tally(calls.filter((_, index) => index % 2 === 1))).toEqual({ done: 60 });
      const mug = entryOf(domain.program.rewards, 'mug').id;
      expect((await domain.claims()).filter((row) => row.reward_id === mug)).toHaveLength(25);
      const left = await domain.deps.db
        .selectFrom('reward_stock')
        .select(['reward_id', 'remaining'])
        .where('program_id', '=', domain.program.id)
        .where('variant_id', 'in', ['', '901'])
        .orderBy('remaining')
        .execute();
      expect(left.map((row) => row.remaining)).toEqual([0, 0, 940, 940]);
    }
  });

  it('is counted right while other writers take from it under their locks', async () => {
    await domain.begin({ rewards: [{ key: 'mug', definition: scarce(100) }] });
    const ids = await customers(60, 1000);
    const mug = entryOf(domain.program.rewards, 'mug').id;
    const locked = (id: string) =>
      claimReward(
        secondServer.deps,
        {
          program: domain.program,
          reward_id: mug,
          customer_merchant_id: id,
          variant_id: '902',
          channel: 'web',
          country: null,
        },
        ORDINARY,
      );
    expect(await tally(ids.map((id, index) => (index % 2 ? claim(domain.deps, id) : locked(id))))).toEqual({
      done: 60,
    });
    expect(await domain.stock()).toEqual({ '': 40, '901': 70, '902': 70 });
  });
});

describe('a customer who is written between the read and the write', () => {
  /** Does `interfere` just before the first statement of that name is sent. */
  function justBefore(hot: NamedStatements, name: string, interfere: () => Promise<unknown>): void {
    const run = hot.run.bind(hot);
    hot.run = async (statement, values) => {
      if (statement.name !== name) return run(statement, values);
      hot.run = run;
      await interfere();
      return run(statement, values);
    };
  }

  it('is decided upon anew', async () => {
    const limit = { count: 1, interval: null };
    await domain.begin({
      rules: [{ key: 'follow', definition: ruleDefinition({ limit }) }],
      rewards: [{ key: 'gift_card', definition: rewardDefinition({ cost: { kind: 'fixed', points: 300 } }) }],
    });
    const [first, second, third] = (await customers(3, 300)) as [string, string, string];
    justBefore(domain.deps.hot, 'complete_rule', () => complete(secondServer.deps, first));
    expect(await tally([complete(domain.deps, first), complete(domain.deps, second)])).toEqual({
      done: 1,
      rule_limit_reached: 1,
    });
    justBefore(domain.deps.hot, 'claim_reward', () => claim(secondServer.deps, second, 'gift_card'));
    expect(
      await tally([claim(domain.deps, second, 'gift_card'), claim(domain.deps, third, 'gift_card')]),
    ).toEqual({ done: 1, insufficient_points: 1 });
    expect(await domain.claims()).toHaveLength(2);
  });
});

describe('a customer whom another transaction holds', () => {
  it('delays nobody else of its batch, and gets its turn', async () => {
    await domain.begin();
    const ids = await customers(3);
    const held = await domain.row((await complete(domain.deps, ids[0]!)).customer_id);
    let waiting: Promise<unknown> | undefined;
    await runInTransaction(domain.deps, undefined, async (tx) => {
      await lockCustomer(tx, domain.program.id, held.id);
      waiting = complete(domain.deps, ids[0]!);
      await Promise.all([complete(domain.deps, ids[1]!), complete(domain.deps, ids[2]!)]);
    });
    await waiting;
    expect(await domain.row(held.id)).toMatchObject({ points_approved: 100 });
  });
});

describe('a lost connection', () => {
  it('is an error to all whose write was on it, and what they are not told of is not half done', async () => {
    await domain.begin();
    const ids = await customers(10);
    const lost = server({ logger: { warn() {} } });
    const run = lost.deps.hot.run.bind(lost.deps.hot);
    lost.deps.hot.run = async (statement, values) => {
      if (statement.name !== 'complete_rule') return run(statement, values);
      const cut = {
        name: statement.name,
        text: `${statement.text} cross join (select pg_terminate_backend(pg_backend_pid())) cut`,
      };
      return run(cut, values);
    };
    const outcomes = await Promise.allSettled(ids.map((id) => complete(lost.deps, id)));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(ids.map(() => 'rejected'));
    expect(await domain.rows('activities')).toEqual([]);
    lost.deps.hot.run = run;
    expect(await tally(ids.map((id) => complete(lost.deps, id)))).toEqual({ done: 10 });
    await lost.database.close();
  });
});

describe('without named statements', () => {
  it('it is all the same', async () => {
    await domain.begin();
    const ids = await customers(10, 1000);
    const unnamed = server({ namedStatements: false });
    const calls = ids.flatMap((id) => [complete(unnamed.deps, id), claim(unnamed.deps, id, 'gift_card')]);
    expect(await tally(calls)).toEqual({ done: 20 });
    await unnamed.database.close();
  });
});
