import { describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { productRewardDefinition } from '../support/factories.ts';
import { importLines, revert } from '../support/imports.ts';
import { AFTER_A_YEAR, adjust, expiring, INACTIVE_HALF_A_YEAR, openLots } from '../support/lots.ts';
import { erase, merge, ownRow } from '../support/merging.ts';
import { atOnce, ORDINARY, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

const MUG = { rewards: [{ key: 'mug', definition: productRewardDefinition() }] };
const BELOW = (points: number) => `has a points_spent below the ${points} points that the customer has spent`;

const named = async (merchant_id: string) =>
  (await findCustomer(domain.deps.db, domain.program.id, merchant_id))!;
const claim = (customer: string) => domain.claim('mug', { variant_id: '902' }, { customer });
const refund = (claimed_reward_id: number) =>
  refundReward(domain.deps, { program: domain.program, claimed_reward_id });

describe.each([
  ['never expire', null],
  ['are kept in lots', AFTER_A_YEAR],
])('a lifetime spend where points %s', (_mode, expiry) => {
  it('comes with the balance in one entry, or alone in one of no points, and in no lot', async () => {
    await domain.begin({ ...expiring(expiry), ...MUG });
    await domain.customer({ merchant_id: 'known', points: 40 });
    const outcome = await importLines(domain, [
      'merchant_id,points,points_spent',
      'both,250,500',
      'alone,,70',
      'known,40,30',
      'debt,-20,5',
    ]);
    expect(outcome).toMatchObject({ created: 3, changed: 1, refused: 0, points: 230, spent: 605 });
    expect(outcome.examples).toEqual([
      'line 2: both: new customer, 250 points, 500 spent',
      'line 3: alone: new customer, 0 points, 70 spent',
      'line 4: known: points_spent 0 → 30',
      'line 5: debt: new customer, -20 points, 5 spent',
    ]);
    const opened = (await domain.rows('adjustments')).filter(({ reason }) => reason === 'opening');
    expect(opened.map(({ points, points_spent }) => [points, points_spent]).sort()).toEqual([
      [-20, 5],
      [0, 30],
      [0, 70],
      [250, 500],
    ]);
    expect(await named('both')).toMatchObject({ points_approved: 250, points_spent: 500 });
    const { id } = await named('alone');
    expect(await openLots(domain, id)).toEqual([]);
    const asked = { program: domain.program, customer_id: id, channel: 'web', country: 'US' } as const;
    expect((await loadStorefrontCustomer(domain.deps, asked)).history.map(({ kind }) => kind)).toEqual([]);
  });

  it('is never driven below nothing by refunds of what was claimed here', async () => {
    await domain.begin({ ...expiring(expiry), ...MUG });
    await importLines(domain, ['merchant_id,points,points_spent', '1,300,500']);
    const { claimed_reward_id } = await claim('1');
    expect(await named('1')).toMatchObject({ points_spent: 700 });
    const fewer = await importLines(domain, ['merchant_id,points_spent', '1,600']);
    expect(fewer.refusals).toEqual([{ line: 2, reason: BELOW(700) }]);
    await refund(claimed_reward_id);
    expect(await named('1')).toMatchObject({ points_approved: 300, points_spent: 500 });
  });

  it('goes with a merge, and a claim of either is refunded afterwards', async () => {
    await domain.begin({ ...expiring(expiry), ...MUG });
    await importLines(domain, ['merchant_id,points,points_spent', '1,300,500', '2,250,40', '3,,9']);
    const [one, two] = [await claim('1'), await claim('2')];
    const gone = await named('1');
    await merge(domain, '1', '2');
    expect(await ownRow(domain, gone.id)).toMatchObject({ points_approved: 0, points_spent: 0 });
    expect(await named('2')).toMatchObject({ points_approved: 150, points_spent: 940 });
    await merge(domain, '3', '2');
    expect(await named('2')).toMatchObject({ points_approved: 150, points_spent: 949 });
    await refund(one.claimed_reward_id);
    await refund(two.claimed_reward_id);
    expect(await named('2')).toMatchObject({ points_approved: 550, points_spent: 549 });
    await domain.customer({ merchant_id: '4' });
    await merge(domain, '2', '4');
    expect(await named('4')).toMatchObject({ points_approved: 550, points_spent: 549 });
  });

  it('goes with a merge of somebody who owes', async () => {
    await domain.begin({ ...expiring(expiry), ...MUG });
    await importLines(domain, ['merchant_id,points,points_spent', '1,-20,500', '2,100,3']);
    await merge(domain, '1', '2');
    expect(await named('2')).toMatchObject({ points_approved: 80, points_spent: 503 });
  });

  it('is taken back with its import, in whatever order imports are reverted, and never what was spent here', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      await domain.begin({ ...expiring(expiry), ...MUG });
      await domain.customer({ merchant_id: '1', points: 300 });
      const { claimed_reward_id } = await claim('1');
      const imports = [
        await importLines(domain, ['merchant_id,points,points_spent', '1,150,500']),
        await importLines(domain, ['merchant_id,points_spent', '1,620']),
      ];
      expect(await named('1')).toMatchObject({ points_spent: 620 });
      for (const place of order) {
        const { kept } = await revert(domain, imports[place]!.import_id!);
        expect(kept).toBe(0);
      }
      expect(await named('1')).toMatchObject({ points_approved: 100, points_spent: 200 });
      await refund(claimed_reward_id);
      expect(await named('1')).toMatchObject({ points_approved: 300, points_spent: 0 });
    }
  });

  it('beside claims and refunds of the same customers loses none of either', async () => {
    await domain.begin({ ...expiring(expiry), ...MUG });
    const names = Array.from({ length: 6 }, (_, index) => `c-${index}`);
    const claims: [string, number][] = [];
    for (const merchant_id of names) {
      await domain.customer({ merchant_id, points: 2000 });
      claims.push([merchant_id, (await claim(merchant_id)).claimed_reward_id]);
    }
    const live = atOnce<unknown>(48, (index) => {
      const [customer, claimed_reward_id] = claims[index % 6]!;
      const by = { customer, hooks: index % 2 ? ORDINARY : undefined };
      if (index < 6) return refund(claimed_reward_id);
      return domain.claim('mug', { variant_id: '902' }, by);
    });
    const file = ['merchant_id,points_spent', ...names.map((name) => `${name},100000`)];
    const [outcome] = await Promise.all([importLines(domain, file), tally(live)]);
    expect(outcome).toMatchObject({ changed: 6, refused: 0 });
    const opened = (await domain.rows('adjustments')).filter(({ reason }) => reason === 'opening');
    for (const merchant_id of names) {
      const { id, points_approved, points_spent } = await named(merchant_id);
      const claimed = (await domain.claims()).filter((one) => one.customer_id === id && one.state !== 'void');
      const here = claimed.reduce((sum, { points_cost }) => sum + points_cost, 0);
      const brought = opened.find(({ customer_id }) => customer_id === id)!.points_spent;
      expect(points_spent).toBe(here + brought);
      expect(points_approved).toBe(2000 - here);
    }
  });
});

describe('a lifetime spend', () => {
  it('alone does not put off when an inactive customer loses its points', async () => {
    await domain.begin(expiring(INACTIVE_HALF_A_YEAR));
    const { id } = await domain.customer({ merchant_id: '1' });
    await adjust(domain, id, 30);
    const { balance_changed_at, next_due_at } = await domain.row(id);
    domain.turnTo('2026-04-14T12:00:00Z');
    await importLines(domain, ['merchant_id,points_spent', '1,500']);
    expect(await domain.row(id)).toMatchObject({ balance_changed_at, next_due_at });
  });

  it('is refused for guests and the blocked, and where it is no number', async () => {
    await domain.begin();
    const { id } = await domain.customer({ merchant_id: 'blocked' });
    await domain.block(id);
    const { refusals } = await importLines(domain, [
      'merchant_id,points_spent,enrolled_at',
      'blocked,5,2020-01-01',
      'guest,5,',
      'odd,-5,2020-01-01',
    ]);
    expect(refusals.map(({ reason }) => reason)).toEqual([
      'would change the points or the tier of a blocked customer',
      'has points or a tier, and no enrolled_at',
      'points_spent must be a whole number from 0 to 1000000000, without separators',
    ]);
  });

  it('stays in the books of whoever is erased', async () => {
    await domain.begin();
    await importLines(domain, ['merchant_id,points,points_spent,pending', '1,10,500,30@2026-03-01;5']);
    const { id } = await named('1');
    await erase(domain, '1');
    expect(await domain.row(id)).toMatchObject({ points_spent: 500, points_pending: 35, email: null });
    domain.turnTo('2026-03-02T12:00:00Z');
    expect(await domain.settle(id)).toMatchObject({ points_approved: 40, points_pending: 5 });
  });
});
