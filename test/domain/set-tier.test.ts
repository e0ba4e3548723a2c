import { describe, expect, it } from 'vitest';
import { setTier, unsetTier } from '../../src/domain/operations/set-tier.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { programSettings, ruleDefinition, tierDefinition } from '../support/factories.ts';
import { outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { TierShop, threeTiers } from '../support/tier-shop.ts';

const domain = testDomain();
const shop = new TierShop(domain);

const YEAR = { mode: 'rolling', duration_months: 12 } as const;
const tiers = [
  ...threeTiers(),
  { key: 'vip', definition: tierDefinition({ name: 'VIP', lower_bound: null }) },
  { key: 'staff', definition: tierDefinition({ name: 'Staff', lower_bound: null }) },
];

const begin = () => shop.begin({ tier_membership: YEAR }, { tiers });
const of = (customer_merchant_id = '1001') => ({
  program: domain.program,
  customer_merchant_id,
  by: TESTER,
});
const set = (tier_key: string, customer?: string) => setTier(domain.deps, { ...of(customer), tier_key });
const unset = (customer?: string) => unsetTier(domain.deps, of(customer));

describe('a tier that is given by hand', () => {
  it('is entered at once and is held until it is taken, whatever is spent and however long', async () => {
    const { id } = await begin();
    domain.turnTo('2026-02-01T12:00:00Z');
    expect(await set('vip')).toMatchObject({ customer_id: id, tier: { key: 'vip' }, changed: true });
    expect(await domain.row(id)).toMatchObject({
      tier_started_at: Date.parse('2026-02-01T12:00:00Z'),
      tier_expires_at: null,
      next_due_at: null,
    });
    await shop.spend(70_000);
    expect(await shop.read(id)).toMatchObject({
      tier_id: domain.program.conditional_tiers[0]!.id,
      expires_at: null,
      progress: {
        now: 70_000,
        at_expiration: null,
        upgrade_tier_id: null,
        needed_for_renewal: null,
        needed_for_upgrade: null,
        forecasted_tier_id: null,
      },
    });
    domain.turnTo('2031-02-01T12:00:00Z');
    await sweepOnce(domain.deps);
    expect(await shop.tierOf(id)).toBe('vip');
    expect((await shop.entered()).at(-1)).toEqual(['vip', '2026-02-01T12:00:00.000Z']);
  });

  it('once taken gives way to what the facts give', async () => {
    const { id } = await begin();
    await set('vip');
    domain.turnTo('2026-03-01T12:00:00Z');
    await shop.spend(70_000);
    domain.turnTo('2026-04-01T12:00:00Z');
    expect(await unset()).toMatchObject({ tier: { key: 'silver' }, changed: true });
    expect(await domain.row(id)).toMatchObject({
      tier_started_at: Date.parse('2026-04-01T12:00:00Z'),
      tier_expires_at: Date.parse('2027-04-01T12:00:00Z'),
      next_due_at: Date.parse('2027-04-01T12:00:00Z'),
    });
    expect((await shop.entered()).map(([key]) => key)).toEqual(['base', 'vip', 'silver']);
  });

  it('may follow another, and given or taken twice is left as it is', async () => {
    await begin();
    await set('vip');
    expect(await set('vip')).toMatchObject({ changed: false });
    expect(await set('staff')).toMatchObject({ tier: { key: 'staff' }, changed: true });
    await unset();
    expect(await unset()).toMatchObject({ tier: { key: 'base' }, changed: false });
    expect((await shop.entered()).map(([key]) => key)).toEqual(['base', 'vip', 'staff', 'base']);
  });

  it('is entered after what was due before', async () => {
    const { id } = await begin();
    await shop.spend(50_000);
    domain.turnTo('2027-06-01T12:00:00Z');
    await set('vip');
    expect(await shop.entered()).toEqual([
      ['base', '2026-01-14T12:00:00.000Z'],
      ['silver', '2026-01-14T12:00:00.000Z'],
      ['base', '2027-01-14T12:00:00.000Z'],
      ['vip', '2027-06-01T12:00:00.000Z'],
    ]);
    expect(await shop.tierOf(id)).toBe('vip');
  });

  it('chooses the variants of rules', async () => {
    const follow = ruleDefinition({
      variants: { vip: { result: { kind: 'points', points: 500, per_currency_unit_minor: null } } },
    });
    const { id } = await shop.begin(
      { tier_membership: YEAR },
      { tiers, rules: [{ key: 'follow', definition: follow }] },
    );
    await set('vip');
    await domain.complete('follow');
    expect((await domain.row(id)).points_approved).toBe(500);
  });

  it('is refused to those who cannot have it, and where there is none such', async () => {
    const { id } = await begin();
    await domain.customer({ merchant_id: 'blocked' }).then((customer) => domain.block(customer.id));
    expect(await outcomeOf(set('vip', 'blocked'))).toBe('customer_blocked');
    expect(await outcomeOf(set('vip', 'nobody'))).toBe('not_found');
    expect(await outcomeOf(unset('nobody'))).toBe('not_found');
    await expect(set('silver')).rejects.toThrow('The tier silver is earned');
    await expect(set('platinum')).rejects.toThrow('has no tier platinum');
    await domain.change({ settings: programSettings({ tier_membership: YEAR, enrol_on_sight: false }) });
    await domain.customer({ merchant_id: 'guest' });
    expect(await outcomeOf(set('vip', 'guest'))).toBe('customer_not_enrolled');
    expect(await shop.tierOf(id)).toBe('base');
  });

  it('is taken from a blocked customer too', async () => {
    const { id } = await begin();
    await set('vip');
    await domain.block(id);
    expect(await unset()).toMatchObject({ tier: { key: 'base' }, changed: true });
  });
});
