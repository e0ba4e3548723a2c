import { describe, expect, it } from 'vitest';
import type { Limit } from '../../src/domain/core/limits.ts';
import { mergeCustomers } from '../../src/domain/operations/merge-customers.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { setBirthday } from '../../src/domain/operations/set-birthday.ts';
import { setTier, unsetTier } from '../../src/domain/operations/set-tier.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import type { ProgramSettings } from '../../src/domain/programs/program-settings.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { programSettings, ruleDefinition, tierDefinition } from '../support/factories.ts';
import { importLines } from '../support/imports.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { TierShop, threeTiers } from '../support/tier-shop.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const domain = testDomain();
const shop = new TierShop(domain);

const YEAR = { tier_membership: { mode: 'rolling', duration_months: 12 } } as const;
const POINTS = { ...YEAR, tier_boundary_mode: 'points' } as const;
const VIP = { key: 'vip', definition: tierDefinition({ name: 'VIP', lower_bound: null }) };

/** Publishes another version, and does all that it brings with it. Returns the version of before. */
async function publish(rest: Partial<ProgramDefinition>): Promise<Program> {
  const former = domain.program;
  await domain.change(rest);
  await sweepOnce(domain.deps);
  return former;
}

describe('a request that began before another version was published, and comes after its review', () => {
  it.each<[string, Partial<ProgramSettings>, (former: Program) => Promise<unknown>]>([
    [
      'an order',
      YEAR,
      (former) => recordOrder(domain.deps, orderInput(former, { merchant_id: 'o-2', total_minor: 6 })),
    ],
    [
      'a payment',
      YEAR,
      (former) => updateOrder(domain.deps, orderUpdate(former, { paid_minor: 60 }, 'unpaid')),
    ],
    [
      'a completion',
      POINTS,
      (former) => {
        domain.program = former;
        return domain.complete('follow');
      },
    ],
    [
      'a reported activity',
      POINTS,
      (former) => {
        const of = { customer_id: '1001', customer_email: null, referral_id: null, date: null } as const;
        const activity = { name: 'visit', merchant_id: null, channel: 'web' } as const;
        return recordActivity(domain.deps, { program: former, ...of, ...activity });
      },
    ],
  ])('leaves the customer due for a review where it is %s in one statement', async (_, newer, deed) => {
    const rules = [
      { key: 'follow', definition: ruleDefinition() },
      { key: 'visit', definition: ruleDefinition({ kind: 'custom', properties: { name: 'visit' } }) },
    ];
    const { id } = await shop.begin(YEAR, { rules });
    await shop.spend(60, { merchant_id: 'unpaid', payment_status: 'not_paid' });
    const former = await publish({ settings: programSettings(newer), tiers: threeTiers(5, 50) });
    await deed(former);
    await sweepOnce(domain.deps);
    expect(await shop.tierOf(id)).not.toBe('base');
  });

  it('lets a customer rise whom it unblocks', async () => {
    const { id } = await shop.begin(YEAR);
    await shop.spend(60);
    await domain.block(id);
    const former = await publish({ tiers: threeTiers(5, 50) });
    await updateCustomer(domain.deps, {
      program: former,
      customer_id: id,
      changes: { blocked: false },
      by: TESTER,
    });
    await sweepOnce(domain.deps);
    expect(await shop.tierOf(id)).toBe('gold');
  });

  it('lets a customer rise whom it takes out of a tier given by hand', async () => {
    const { id } = await shop.begin(YEAR, { tiers: [...threeTiers(), VIP] });
    await shop.spend(60);
    const named = { customer_merchant_id: '1001', by: TESTER };
    await setTier(domain.deps, { program: domain.program, ...named, tier_key: 'vip' });
    const former = await publish({ tiers: [...threeTiers(5, 50), VIP] });
    await unsetTier(domain.deps, { program: former, ...named });
    await sweepOnce(domain.deps);
    expect(await shop.tierOf(id)).toBe('gold');
  });

  it('lets a survivor rise with what both bought', async () => {
    const { id } = await shop.begin(YEAR);
    await domain.customer({ merchant_id: 'other' });
    await shop.spend(30);
    await shop.spend(30, { customer_id: 'other' });
    const former = await publish({ tiers: threeTiers(5, 50) });
    await mergeCustomers(domain.deps, { program: former, merchant_id: 'other', into: '1001', by: TESTER });
    await sweepOnce(domain.deps);
    expect(await shop.tierOf(id)).toBe('gold');
  });

  const BIRTHDAY = {
    rules: [{ key: 'birthday', definition: ruleDefinition({ kind: 'birthday', properties: {} }) }],
  };

  it.each<[string, (former: Program, id: number) => Promise<unknown>]>([
    [
      'notes',
      (program, customer_id) =>
        setBirthday(domain.deps, { program, customer_id, birthday: { month: 3, day: 4, year: 1990 } }),
    ],
    [
      'changes',
      (program, customer_id) => {
        const changes = { birthday: { month: 3, day: 4, year: 1990 } };
        return updateCustomer(domain.deps, { program, customer_id, changes, by: TESTER });
      },
    ],
    [
      'imports',
      (program) => importLines({ deps: domain.deps, program }, ['merchant_id,birthday', '1001,1990-03-04']),
    ],
  ])('celebrates a birthday that it %s before any rule did', async (_, deed) => {
    const { id } = await shop.begin(YEAR);
    const former = await publish(BIRTHDAY);
    await deed(former, id);
    domain.turnTo('2026-03-04T12:00:00Z');
    await sweepOnce(domain.deps);
    expect((await domain.row(id)).points_approved).toBe(50);
  });

  it('counts in the present limits of a rule and a reward, as a storefront shows them', async () => {
    const limited = (limit: Limit) => ({
      rules: [{ key: 'follow', definition: ruleDefinition({ limit }) }],
      rewards: [
        { key: 'voucher', definition: voucherDefinition({ limit, cost: { kind: 'fixed', points: 5 } }) },
      ],
    });
    const { id } = await shop.begin({}, limited({ count: 1, interval: 'month' }));
    const former = await publish(limited({ count: 2, interval: 'week' }));
    const { program, deps } = domain;
    domain.program = former;
    await domain.complete('follow');
    await domain.claim('voucher');
    const question = { program, customer_id: id, channel: 'web', country: 'US' } as const;
    const { rules, rewards } = await loadStorefrontCustomer(deps, question);
    const used_once = { state: 'limit_not_reached', interval: 'week', count: 1, remaining: 1 };
    expect([rules[0]!.limit, rewards[0]!.limit]).toMatchObject([used_once, used_once]);
  });

  it('puts those whom it imports into a tier', async () => {
    await shop.begin({}, { tiers: [] });
    const former = await publish({ settings: programSettings(YEAR), tiers: threeTiers() });
    await importLines({ deps: domain.deps, program: former }, ['merchant_id,points', 'new,20']);
    await sweepOnce(domain.deps);
    const { tier_id } = (await domain.deps.db
      .selectFrom('customers')
      .select('tier_id')
      .where('program_id', '=', former.id)
      .where('merchant_id', '=', 'new')
      .executeTakeFirstOrThrow())!;
    expect(shop.keyOf(tier_id)).toBe('base');
  });
});
