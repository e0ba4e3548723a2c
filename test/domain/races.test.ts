import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import type { Limit } from '../../src/domain/core/limits.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import type { ClaimInput } from '../../src/domain/rewards/claim-input.ts';
import { PATIENT } from '../support/database.ts';
import { entryOf, productRewardDefinition, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { atOnce, ORDINARY, tally } from '../support/outcomes.ts';
import { type Job, openProcesses, type Processes } from '../support/processes.ts';
import { testDomain } from '../support/test-domain.ts';
import { depsOn } from '../support/test-domain-deps.ts';

const domain = testDomain({ poolSize: 8 });

/** Two more servers, as far as the database can tell: a pool and a queue each. Calls go to the three in turn. */
const others: Database[] = [];
const servers: Deps[] = [];
beforeAll(() => {
  const options = {
    url: domain.database.serverUrl,
    poolSize: 8,
    namedStatements: true,
    applicationName: 'loyaltyd tests',
    logger: console,
    ...PATIENT,
  };
  for (let i = 0; i < 2; i += 1) others.push(openDatabase(options));
  servers.push(domain.deps, ...others.map((database) => depsOn(database, domain.clock)));
});
afterAll(() => Promise.all(others.map((database) => database.close())));

/** The server of a call, once some others are ahead of it: so they meet at every stage. */
async function serverOf(index: number): Promise<Deps> {
  const server = servers[index % 3]!;
  for (let turn = 0; turn < index % 7; turn += 1) await sql`select 1`.execute(server.db);
  return server;
}

const ruleId = () => entryOf(domain.program.rules, 'follow').id;
const rewardId = () => entryOf(domain.program.rewards, 'reward').id;

/** Which path a call takes, by its number. */
const PATHS = {
  'all by guarded statements': () => undefined,
  'all under the lock': () => ORDINARY,
  'both ways mixed': (index: number) => (index % 2 ? ORDINARY : undefined),
};
const EACH_PATH = Object.entries(PATHS);

async function begin(
  limit: Limit | null,
  points: number,
  reward = rewardDefinition({ cost: { kind: 'fixed', points: 10 } }),
) {
  await domain.begin({
    rules: [{ key: 'follow', definition: ruleDefinition({ limit }) }],
    rewards: [{ key: 'reward', definition: reward }],
  });
  return domain.customer({ points });
}

type Path = (index: number) => typeof ORDINARY | undefined;

const complete = (path: Path) => async (index: number) =>
  domain.complete('follow', { deps: await serverOf(index), hooks: path(index) });
const claim =
  (path: Path, input: (index: number) => Partial<ClaimInput> = () => ({})) =>
  async (index: number) =>
    domain.claim('reward', input(index), { deps: await serverOf(index), hooks: path(index) });

const job = (kind: Job['kind'], count: number): Job => ({
  now: domain.clock.real(),
  program_id: domain.program.id,
  kind,
  id: kind === 'claim' ? rewardId() : ruleId(),
  merchant_id: '1001',
  count,
});

describe.each(EACH_PATH)('in one process, %s,', (_, path) => {
  it('200 redemptions of a balance for ten give exactly ten', async () => {
    const { id } = await begin(null, 100);
    expect(await tally(atOnce(200, claim(path)))).toEqual({ done: 10, insufficient_points: 190 });
    expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_spent: 100 });
    expect(await domain.claims()).toHaveLength(10);
  });

  it('200 completions of a limit of one give exactly one', async () => {
    const { id } = await begin({ count: 1, interval: null }, 0);
    expect(await tally(atOnce(200, complete(path)))).toEqual({ done: 1, rule_limit_reached: 199 });
    expect((await domain.row(id)).points_approved).toBe(50);
  });

  it('200 completions of three a day give exactly three, and three more the next day', async () => {
    const { id } = await begin({ count: 3, interval: 'day' }, 0);
    expect(await tally(atOnce(200, complete(path)))).toEqual({ done: 3, rule_limit_reached: 197 });
    domain.clock.advance(24 * 3_600_000);
    expect(await tally(atOnce(20, complete(path)))).toEqual({ done: 3, rule_limit_reached: 17 });
    expect((await domain.row(id)).points_approved).toBe(300);
    expect(await domain.rows('activities')).toHaveLength(6);
  });

  it('the last item goes to one of a hundred customers', async () => {
    await begin(null, 0, rewardDefinition({ cost: { kind: 'fixed', points: 10 }, stock: 1 }));
    const points = Array.from({ length: 100 }, (_, index) => ({ merchant_id: `c-${index}`, points: 10 }));
    for (const customer of points) await domain.customer(customer);
    const claims = atOnce(
      100,
      claim(path, (index) => ({ customer_merchant_id: `c-${index}` })),
    );
    expect(await tally(claims)).toEqual({ done: 1, reward_out_of_stock: 99 });
    expect(await domain.stock()).toEqual({ '': 0 });
    expect(await domain.claims()).toHaveLength(1);
  });

  it('a cart holds no more than it may', async () => {
    const product = productRewardDefinition({ cost: { kind: 'fixed', points: 1 } });
    if (product.properties.kind === 'product_cart') product.properties.max_redemptions_per_cart = 2;
    await begin(null, 100, product);
    const claims = atOnce(
      60,
      claim(path, (index) => ({ variant_id: '902', cart_id: `cart-${index % 2}` })),
    );
    expect(await tally(claims)).toEqual({ done: 4, max_cart_redemptions_reached: 56 });
  });

  it('one platform_action_id gives one claim, and every caller learns which', async () => {
    await begin(null, 1000);
    const answers = await Promise.all(
      atOnce(
        50,
        claim(path, () => ({ platform_action_id: 'a-1' })),
      ),
    );
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.claimed_reward_id)).size).toBe(1);
  });
});

describe('in two processes', () => {
  let two: Processes;
  beforeAll(async () => {
    two = await openProcesses(2, domain.database.serverUrl);
  });
  afterAll(() => two.close());

  it('200 redemptions of a balance for ten give exactly ten', async () => {
    const { id } = await begin(null, 100);
    expect(await two.run(job('claim', 100))).toEqual({ done: 10, insufficient_points: 190 });
    expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_spent: 100 });
  });

  it.each<[Limit, number]>([
    [{ count: 1, interval: null }, 1],
    [{ count: 3, interval: 'day' }, 3],
  ])('200 completions of a limit of %j give exactly %i', async (limit, allowed) => {
    const { id } = await begin(limit, 0);
    expect(await two.run(job('complete', 100))).toEqual({ done: allowed, rule_limit_reached: 200 - allowed });
    expect((await domain.row(id)).points_approved).toBe(50 * allowed);
  });

  it('two sweepers do each thing once', async () => {
    await domain.begin({
      rules: [{ key: 'follow', definition: ruleDefinition({ approval_period_seconds: 60 }) }],
    });
    for (let i = 0; i < 30; i += 1) {
      await domain.customer({ merchant_id: String(1001 + i) });
      await domain.complete('follow', { customer: String(1001 + i) });
    }
    domain.clock.advance(60_000);
    await two.run(job('sweep', 3));
    const posted = await domain.rows('transactions');
    expect(posted).toHaveLength(60);
    expect(posted.reduce((sum, row) => sum + row.points_approved, 0)).toBe(1500);
  });
});
