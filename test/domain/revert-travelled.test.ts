import { describe, expect, it } from 'vitest';
import { findCustomer } from '../../src/domain/customers/find-customer.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { productRewardDefinition } from '../support/factories.ts';
import { importLines, revert } from '../support/imports.ts';
import {
  AFTER_A_YEAR,
  AT_YEARS_END,
  adjust,
  expired,
  expiring,
  INACTIVE_HALF_A_YEAR,
  openLots,
} from '../support/lots.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

const MUG = {
  rewards: [{ key: 'mug', definition: productRewardDefinition({ auto_refund_seconds: 900 * 86_400 }) }],
};
const find = (merchant_id: string) => findCustomer(domain.deps.db, domain.program.id, merchant_id);
const named = async (merchant_id: string) => (await find(merchant_id))!;
const claim = (customer: string) => domain.claim('mug', { variant_id: '902' }, { customer });
const keptOf = async (import_id: number) => (await revert(domain, import_id)).keeps.map(({ kept }) => kept);
const states = async () => (await domain.rows('activities')).map(({ state }) => state);

describe.each([
  ['never expire', null, 'allow'],
  ['never expire and balances stay above zero', null, 'within_balance'],
  ['are kept in lots', AFTER_A_YEAR, 'allow'],
  ['are kept in lots and balances stay above zero', AFTER_A_YEAR, 'within_balance'],
] as const)(
  'where points %s, pending points of an import that is reverted',
  (_mode, expiry, negative_balance) => {
    const begin = () => domain.begin({ ...expiring(expiry, { negative_balance }), ...MUG });

    it('are declined, and a customer that nobody used goes as if it had never come', async () => {
      await begin();
      await domain.customer({ merchant_id: 'known', points: 5 });
      const file = ['merchant_id,points,points_spent,pending', 'new,10,40,30@2026-02-01;20', 'known,,7,9'];
      const { import_id } = await importLines(domain, file);
      domain.turnTo('2026-02-02T12:00:00Z');
      const { id } = await named('new');
      expect(await domain.settle(id)).toMatchObject({ points_approved: 40, points_pending: 20 });
      expect(await keptOf(import_id!)).toEqual([]);
      expect(await find('new')).toBeUndefined();
      expect(await domain.row(id)).toMatchObject({ points_approved: 0, points_pending: 0, points_spent: 0 });
      expect(await named('known')).toMatchObject({ points_approved: 5, points_pending: 0, points_spent: 0 });
      expect((await states()).sort()).toEqual(['declined', 'declined', 'void']);
      expect(await importLines(domain, file)).toMatchObject({ created: 1, changed: 1 });
    });

    it('go as far as they are there once they were approved, and never into a debt', async () => {
      await begin();
      await domain.customer({ merchant_id: '1' });
      const { import_id } = await importLines(domain, [
        'merchant_id,points,pending',
        '1,100,150@2026-02-01;40@2026-03-01',
      ]);
      domain.turnTo('2026-02-02T12:00:00Z');
      const { claimed_reward_id } = await claim('1');
      expect(await named('1')).toMatchObject({ points_approved: 50, points_pending: 40 });
      expect(await keptOf(import_id!)).toEqual(['points spent or expired: 200']);
      expect(await named('1')).toMatchObject({ points_approved: 0, points_pending: 0, points_spent: 200 });
      expect(await states()).toEqual(['void', 'declined']);
      await refundReward(domain.deps, { program: domain.program, claimed_reward_id });
      // Spared points of a void earning are taken when they come back; points of openings stay.
      expect(await named('1')).toMatchObject({ points_approved: 100, points_spent: 0 });
    });

    it('of two imports go with their own, in whatever order', async () => {
      for (const order of [
        [0, 1],
        [1, 0],
      ]) {
        await begin();
        await domain.customer({ merchant_id: '1', points: 5 });
        const imports = [
          await importLines(domain, ['merchant_id,points,points_spent,pending', '1,25,10,30@2026-02-01;7']),
          await importLines(domain, [
            'merchant_id,points,points_spent,pending',
            '1,45,30,30@2026-02-01;7;7;40@2026-03-01',
          ]),
        ];
        expect(imports[1]).toMatchObject({ pending: 47, spent: 20 });
        domain.turnTo('2026-02-02T12:00:00Z');
        for (const place of order) expect(await keptOf(imports[place]!.import_id!)).toEqual([]);
        expect(await named('1')).toMatchObject({ points_approved: 5, points_pending: 0, points_spent: 0 });
      }
    });
  },
);

describe('imported points that expired in part before their import is reverted', () => {
  it.each([
    ['in lots of their own dates', AFTER_A_YEAR],
    ['in lots by the calendar', AT_YEARS_END],
  ])('are taken no second time, %s', async (_mode, expiry) => {
    await domain.begin(expiring(expiry));
    await domain.customer({ merchant_id: '1' });
    const { import_id } = await importLines(domain, ['merchant_id,lots', '1,100@2026-03-31;60@2026-12-30']);
    domain.turnTo('2026-04-02T12:00:00Z');
    const { id } = await named('1');
    await domain.settle(id);
    expect(await expired(domain, id)).toHaveLength(1);
    // Another actor made these, so the import may not take them.
    await adjust(domain, id, 500);
    expect(await keptOf(import_id!)).toEqual(['points spent or expired: 100']);
    expect(await named('1')).toMatchObject({ points_approved: 500 });
    expect(await openLots(domain, id)).toHaveLength(1);
  });

  it('are taken no second time where they expired without lots', async () => {
    await domain.begin(expiring(INACTIVE_HALF_A_YEAR));
    await domain.customer({ merchant_id: '1' });
    const { import_id } = await importLines(domain, ['merchant_id,points', '1,160']);
    domain.turnTo('2026-07-20T12:00:00Z');
    const { id } = await named('1');
    expect(await domain.settle(id)).toMatchObject({ points_approved: 0 });
    await adjust(domain, id, 500);
    expect(await keptOf(import_id!)).toEqual(['points spent or expired: 160']);
    expect(await named('1')).toMatchObject({ points_approved: 500 });
  });

  it('are taken as far as they did not, where part was spent first and no lots are kept', async () => {
    await domain.begin({ ...expiring(INACTIVE_HALF_A_YEAR), ...MUG });
    await domain.customer({ merchant_id: '1', points: 150 });
    const { import_id } = await importLines(domain, ['merchant_id,points', '1,300']);
    const { claimed_reward_id } = await claim('1');
    domain.turnTo('2026-07-20T12:00:00Z');
    const { id } = await named('1');
    // The claim took the 150 of before and 50 of the import; the other 100 expire.
    expect(await domain.settle(id)).toMatchObject({ points_approved: 0 });
    await refundReward(domain.deps, { program: domain.program, claimed_reward_id });
    expect(await named('1')).toMatchObject({ points_approved: 200 });
    expect(await keptOf(import_id!)).toEqual(['points spent or expired: 100']);
    expect(await named('1')).toMatchObject({ points_approved: 150 });
  });
});

describe('imported points without a date', () => {
  it('in lots that never expire are taken back from their own lot', async () => {
    await domain.begin(expiring(AFTER_A_YEAR));
    const { id } = await domain.customer({ merchant_id: '1' });
    await adjust(domain, id, 70);
    // Lots once kept go on being kept, without dates.
    await domain.change(expiring(null));
    const { import_id } = await importLines(domain, ['merchant_id,points', '1,100']);
    expect(await openLots(domain, id)).toEqual(['never: 70', 'never: 30']);
    await adjust(domain, id, 9);
    domain.turnTo('2028-01-15T12:00:00Z');
    expect(await domain.settle(id)).toMatchObject({ points_approved: 109 });
    expect(await keptOf(import_id!)).toEqual([]);
    expect(await openLots(domain, id)).toEqual(['never: 70', 'never: 9']);
  });

  it('and without lots are taken as far as they are there', async () => {
    await domain.begin({ ...expiring(null), ...MUG });
    await domain.customer({ merchant_id: '1', points: 150 });
    const { import_id } = await importLines(domain, ['merchant_id,points', '1,300']);
    await claim('1');
    expect(await keptOf(import_id!)).toEqual(['points spent or expired: 50']);
    expect(await named('1')).toMatchObject({ points_approved: 0 });
  });
});
