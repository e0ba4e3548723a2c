import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { PointsExpiry } from '../../src/domain/programs/program-settings.ts';
import { productRewardDefinition, ruleDefinition } from '../support/factories.ts';
import { AFTER_A_YEAR, expiring, INACTIVE_HALF_A_YEAR } from '../support/lots.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { atOnce, tally } from '../support/outcomes.ts';
import { openProcesses, type Processes } from '../support/processes.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain({ poolSize: 16 });

const GONE: [string, PointsExpiry, string][] = [
  ['after earning', AFTER_A_YEAR, '2027-01-14T12:00:00Z'],
  ['by inactivity', INACTIVE_HALF_A_YEAR, '2026-07-14T11:00:00Z'],
];
const POLICIES = ['allow', 'within_balance'] as const;
const CASES = GONE.flatMap((mode) => POLICIES.map((policy) => [...mode, policy] as const));

async function begin(expiry: PointsExpiry, negative_balance: (typeof POLICIES)[number]) {
  await domain.begin({
    ...expiring(expiry, { negative_balance }),
    rules: [
      {
        key: 'purchase',
        definition: ruleDefinition({
          kind: 'purchase',
          properties: {},
          result: { kind: 'points', points: 1, per_currency_unit_minor: 100 },
        }),
      },
    ],
    rewards: [
      {
        key: 'mug',
        definition: productRewardDefinition({
          cost: { kind: 'fixed', points: 40 },
          auto_refund_seconds: 900 * 24 * 3600,
        }),
      },
    ],
  });
}

/** Somebody who earned 100 points by an order and spent 40 of them. */
async function arrive(merchant_id: string) {
  const { id } = await domain.customer({ merchant_id });
  const order = { merchant_id: `of-${merchant_id}`, customer_id: merchant_id, total_minor: 10_000 };
  await recordOrder(domain.deps, orderInput(domain.program, order));
  const { claimed_reward_id } = await domain.claim('mug', { variant_id: '902' }, { customer: merchant_id });
  const refundOrder = (refunded_minor: number) =>
    updateOrder(
      domain.deps,
      orderUpdate(domain.program, { paid_minor: 10_000, refunded_minor }, order.merchant_id),
    );
  const giveBack = () => refundReward(domain.deps, { program: domain.program, claimed_reward_id });
  return { id, refundOrder, giveBack };
}

describe.each(CASES)('an order that is refunded as its points expire %s', (_, expiry, gone, policy) => {
  it(`leaves nothing once its claim is given back, in whatever order (${policy})`, async () => {
    await begin(expiry, policy);
    for (let round = 0; round < 6; round += 1) {
      domain.turnTo('2026-01-14T12:00:00Z');
      const { id, refundOrder, giveBack } = await arrive(`r-${round}`);
      domain.turnTo(gone);
      const calls = [
        ...atOnce(2, () => sweepOnce(domain.deps)),
        refundOrder(3000),
        giveBack(),
        ...atOnce(2, () => refundOrder(10_000)),
        domain.settle(id),
        giveBack(),
      ];
      // In another order each round.
      const turned = [...calls.slice(round), ...calls.slice(0, round)];
      expect(await tally(turned)).toEqual({ done: 7, reward_already_refunded: 1 });
      expect(await domain.settle(id)).toMatchObject({ points_approved: 0, points_spent: 0 });
    }
  });
});

describe('two other processes', () => {
  let processes: Processes;
  beforeAll(async () => {
    processes = await openProcesses(2, domain.database.serverUrl);
  });
  afterAll(() => processes.close());

  it.each(CASES)(
    'sweep points away %s while orders and claims are undone here',
    async (_, expiry, gone, policy) => {
      await begin(expiry, policy);
      const people: Awaited<ReturnType<typeof arrive>>[] = [];
      for (let index = 0; index < 12; index += 1) people.push(await arrive(`p-${index}`));
      domain.turnTo(gone);
      const job = { program_id: domain.program.id, id: 0, merchant_id: '', count: 3, kind: 'sweep' } as const;
      const sweeping = processes.run({ ...job, now: Date.parse(gone) });
      const undoing = people.flatMap(({ refundOrder, giveBack }, index) =>
        index % 2 ? [refundOrder(10_000), giveBack()] : [giveBack(), refundOrder(10_000)],
      );
      expect(await tally(undoing)).toEqual({ done: 24 });
      expect(await sweeping).toEqual({ done: 6 });
      for (const { id } of people)
        expect(await domain.settle(id)).toMatchObject({ points_approved: 0, points_spent: 0 });
    },
  );
});
