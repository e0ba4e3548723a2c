import { describe, expect, it } from 'vitest';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { balanceAt } from '../../src/domain/ledger/balance-at.ts';
import { applyIn } from '../../src/domain/operations/apply-program.ts';
import { createWebviewSession } from '../../src/domain/operations/create-webview-session.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { explainReward } from '../../src/domain/operations/explain-reward.ts';
import { explainRule } from '../../src/domain/operations/explain-rule.ts';
import { giveIncentive } from '../../src/domain/operations/give-incentive.ts';
import { previewOrder } from '../../src/domain/operations/preview-order.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { refundReward } from '../../src/domain/operations/refund-reward.ts';
import { remindOfExpiries } from '../../src/domain/operations/remind-of-expiries.ts';
import { setBirthday } from '../../src/domain/operations/set-birthday.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { updateOrder } from '../../src/domain/operations/update-order.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import type { PointsExpiry, TierMembership } from '../../src/domain/programs/program-settings.ts';
import { loadStorefrontCustomer } from '../../src/domain/storefront/load-customer.ts';
import { findWebviewSession } from '../../src/domain/webviews/find-webview-session.ts';
import {
  entryOf,
  programDefinition,
  programSettings,
  type RuleSketch,
  rewardDefinition,
  ruleDefinition,
  siteDefinition,
} from '../support/factories.ts';
import { importLines } from '../support/imports.ts';
import { AT_YEARS_END, adjust } from '../support/lots.ts';
import { merge } from '../support/merging.ts';
import { orderInput, orderUpdate } from '../support/orders.ts';
import { ORDINARY, outcomeOf } from '../support/outcomes.ts';
import { rowsOfCustomers } from '../support/rows-of-customers.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { threeTiers } from '../support/tier-shop.ts';
import { voucherDefinition } from '../support/vouchers.ts';
import { testWebhooks } from '../support/webhooks.ts';

const domain = testDomain();
const webhooks = testWebhooks(domain);

interface Terms {
  points_expiry: PointsExpiry | null;
  tier_membership: TierMembership;
  /** Turned on before the merge, when there are points and claims already. */
  turned_on?: PointsExpiry;
}

/** It is midnight at home at 15:00 UTC, at the other site at 5:00 or 4:00. */
const HOME = {
  key: 'home',
  definition: siteDefinition({ time_zone: 'Asia/Tokyo', currency: 'EUR', country: 'DE', languages: ['de'] }),
};
const OTHER = { key: 'other', definition: siteDefinition() };
const DAILY = { count: 1, interval: 'day' } as const;

const rule = (key: string, rest: RuleSketch) => ({
  key,
  definition: ruleDefinition({ limit: DAILY, properties: {}, ...rest }),
});
const card = (key: string) => ({
  key,
  definition: rewardDefinition({ cost: { kind: 'fixed', points: 10 }, limit: DAILY }),
});

async function begin({ points_expiry, tier_membership }: Terms, sites: (typeof HOME)[]) {
  const referrals = {
    incentive_reward_key: 'voucher',
    requires_email: false,
    cap: DAILY,
    daily_friends_per_address: 9,
    daily_codes_per_customer: 1,
  };
  const social = { properties: { social_handle: '@shop', network: 'social' } };
  const perUnit = { kind: 'points', points: 1, per_currency_unit_minor: 100 } as const;
  await domain.begin({
    sites,
    settings: programSettings({ points_expiry, tier_membership, referrals, currency_rates: { EUR: 0.5 } }),
    tiers: threeTiers(),
    rules: [
      rule('at once', social),
      rule('ordinarily', social),
      rule('later', { ...social, approval_period_seconds: 3600 }),
      rule('purchase', { kind: 'purchase', result: perUnit }),
      rule('referral', {
        kind: 'referral',
        properties: { trigger: 'any_purchase', minimum_spend_minor: null },
      }),
      rule('birthday', { kind: 'birthday', limit: null }),
    ],
    rewards: [card('at once'), card('ordinarily'), { key: 'voucher', definition: voucherDefinition() }],
  });
  await webhooks.subscribe(
    'http://127.0.0.1:9/nobody',
    'program_events/customer.approaching_points_expiration',
  );
}

/**
 * Tells one thing three times: on a day that is the same at both sites, on the next day at home while it is still the
 * first at the other site, and later on this day at home while it is the next at the other.
 */
async function tell(terms: Terms, sites: (typeof HOME)[]): Promise<unknown[]> {
  await begin(terms, sites);
  const { deps, program } = domain;
  const site = entryOf(program.sites, 'home');
  const told: unknown[] = [];
  const known = (merchant_id: string, rest: object = {}) =>
    ensureCustomer(deps, { program, site, merchant_id, ...rest });
  const { id, referral_id } = await known('1001');
  const [other, friend] = [await known('1002'), await known('1004')];
  await importLines(domain, ['merchant_id,points,birthday', '1003,40,1990-05-05', '1001,500,'], { site });
  await setBirthday(deps, { program, customer_id: id, birthday: { day: 1, month: 3, year: 1990 } });

  const play = async (name: string) => {
    const { program } = domain;
    for (const customer of ['1001', '1002']) {
      for (const key of ['at once', 'ordinarily', 'later']) {
        const by = { customer, hooks: key === 'ordinarily' ? ORDINARY : undefined };
        told.push(await outcomeOf(domain.complete(key, by)));
        if (key !== 'later') told.push(await outcomeOf(domain.claim(key, {}, by)));
      }
    }
    const referee = { email: `${name}@mail.example`, ip_address: '203.0.113.7', user_agent: null };
    told.push(await outcomeOf(giveIncentive(deps, { program, referral_id, referee })));
    await known(`friend of ${name}`, { referral_id });
    const order = (customer_id: string, rest: object = {}) =>
      orderInput(program, {
        customer_id,
        merchant_id: `${name} ${customer_id}`,
        total_minor: 60_000,
        ...rest,
      });
    const { rules } = await previewOrder(deps, order('1001'));
    told.push(
      rules.map(({ reason, points, approves_at, resets_at }) => [reason, points, approves_at, resets_at]),
    );
    for (const customer of ['1001', `friend of ${name}`]) await recordOrder(deps, order(customer));
    for (const [kind, key] of [
      ['rule', 'at once'],
      ['reward', 'at once'],
    ] as const) {
      const asked = { program, merchant_id: '1001', channel: 'web', country: null } as const;
      const { obstacles } =
        kind === 'rule'
          ? await explainRule(deps, { ...asked, rule_id: entryOf(program.rules, key).id })
          : await explainReward(deps, { ...asked, reward_id: entryOf(program.rewards, key).id });
      told.push(obstacles.map(({ lifts_at }) => lifts_at));
    }
    const shown = { program, customer_id: id, channel: 'web', country: null } as const;
    const { next_expiry, tier, home } = await loadStorefrontCustomer(deps, shown);
    told.push(
      next_expiry,
      tier?.expires_at,
      home.currency,
      (await balanceAt(deps, program, id, null)).next_expiry,
    );
    told.push(await rowsOfCustomers(domain));
  };

  await play('first');
  domain.turnTo('2026-01-14T15:30:00Z');
  await play('second');
  // Nobody is born in the future: it is this day already at home alone.
  const birthday = { day: 15, month: 1, year: 2026 };
  told.push(await outcomeOf(setBirthday(deps, { program, customer_id: friend.id, birthday })));
  const born = { program, customer_id: other.id, changes: { birthday }, by: TESTER };
  told.push(await outcomeOf(updateCustomer(deps, born)));
  domain.turnTo('2026-01-15T06:00:00Z');
  await play('third');
  const date = Date.parse('2026-01-14T14:00:00Z');
  const late = { customer_id: 'friend of first', merchant_id: 'of the first day, told late', date };
  await recordOrder(deps, orderInput(program, late));
  const page = { program, site, channel: 'app', customer: { merchant_id: '1001' } };
  const session = await findWebviewSession(deps, (await createWebviewSession(deps, page)).token);
  told.push(session!.site.key, session!.language, session!.currency);
  const claims = (await domain.claims()).filter(({ customer_id }) => customer_id === id);
  for (const { id: claimed_reward_id } of claims)
    told.push(await outcomeOf(refundReward(deps, { program, claimed_reward_id, customer_id: id })));
  const update = (merchant_id: string, cancelled: boolean, rest: object = {}) =>
    updateOrder(deps, { ...orderUpdate(program, { cancelled, paid_minor: 60_000 }, merchant_id), ...rest });
  for (const name of ['first', 'second']) await update(`${name} 1001`, true);
  told.push(await rowsOfCustomers(domain));
  for (const name of ['first', 'second']) await update(`${name} 1001`, false, { correct: {} });
  told.push(await rowsOfCustomers(domain));
  if (terms.turned_on)
    await domain.change({ settings: { ...program.settings, points_expiry: terms.turned_on } });
  await merge(domain, '1002', '1001');
  told.push(await rowsOfCustomers(domain));
  // Two months after these moments the clocks of the other site have changed.
  for (const moment of ['2026-02-28T16:00:00Z', '2026-05-02T00:00:00Z', '2027-12-15T00:00:00Z']) {
    domain.turnTo(moment);
    await sweepOnce(deps);
    await adjust(domain, id, 5);
    await remindOfExpiries(deps);
    told.push(await rowsOfCustomers(domain));
  }
  return told;
}

describe('a customer at home in the second site of a program', () => {
  it.each<[string, Terms]>([
    ['points for ever', { points_expiry: null, tier_membership: { mode: 'rolling', duration_months: 2 } }],
    [
      'points to the end of the year',
      {
        points_expiry: AT_YEARS_END,
        tier_membership: { mode: 'calendar', starts_on: { month: 1, day: 1 }, window_months: 1, windows: 1 },
      },
    ],
    [
      'points that begin to expire',
      { points_expiry: null, tier_membership: { mode: 'lifetime' }, turned_on: AT_YEARS_END },
    ],
    [
      'points of the active',
      {
        points_expiry: { mode: 'inactivity_since_balance_change', duration_months: 2 },
        tier_membership: { mode: 'enrollment_anniversary', windows: 1 },
      },
    ],
    [
      'points of those who buy',
      {
        points_expiry: { mode: 'inactivity_since_purchase', duration_months: 2 },
        tier_membership: { mode: 'lifetime' },
      },
    ],
  ])('has with %s all that it has at home in the only site, at the same moments', async (_, terms) => {
    const alone = await tell(terms, [HOME]);
    const second = await tell(terms, [OTHER, HOME]);
    for (const [index, seen] of alone.entries()) expect(second[index]).toEqual(seen);
  });
});

describe('between the end of points at home and at the first site, an hour later', () => {
  const SITES = [OTHER, HOME];
  /** Two months later the clocks of the other site have gone back, and those at home have not. */
  const BEGIN = '2026-09-14T12:00:00Z';
  const BETWEEN = '2026-11-14T12:30:00Z';
  const MONTHS = 2;

  async function customerAtHome(rest: Partial<ProgramDefinition>, points_expiry: PointsExpiry | null) {
    const settings = programSettings({ points_expiry, currency_rates: { EUR: 0.5 } });
    await domain.begin({ sites: SITES, settings, ...rest });
    domain.turnTo(BEGIN);
    const { program } = domain;
    const site = entryOf(program.sites, 'home');
    const { id } = await ensureCustomer(domain.deps, { program, site, merchant_id: '1001' });
    return id;
  }

  it('a claim finds the points gone, though a process of the time before the terms wrote no due moment', async () => {
    const mode = { mode: 'inactivity_since_balance_change', duration_months: MONTHS } as const;
    const id = await customerAtHome({ rewards: [card('card')] }, mode);
    await adjust(domain, id, 100);
    await domain.deps.db.updateTable('customers').set({ next_due_at: null }).where('id', '=', id).execute();
    domain.turnTo(BETWEEN);
    expect(await outcomeOf(domain.claim('card', {}, { customer: '1001' }))).toBe('insufficient_points');
  });

  it('a change that has not reached the customer yet dates its points by home', async () => {
    const id = await customerAtHome({}, null);
    await adjust(domain, id, 100);
    const { deps, program } = domain;
    const settings = programSettings({ points_expiry: AT_YEARS_END, currency_rates: { EUR: 0.5 } });
    const definition = programDefinition({ key: program.key, sites: SITES, settings });
    const change = { definition, by: TESTER, origin: {}, lease_ms: 0 };
    await runInTransaction(deps, undefined, (tx) => applyIn(tx, deps, change));
    domain.program = (await deps.programs.all()).find((one) => one.id === program.id)!;
    await adjust(domain, id, 5);
    const ends = (await domain.rows('lots')).map(({ expires_at }) => expires_at);
    expect(ends).toEqual(Array(2).fill(Date.parse('2027-12-31T15:00:00Z')));
  });

  it('an explanation knows that the points will be gone before the pending ones arrive', async () => {
    const days = 61;
    const later = ruleDefinition({ approval_period_seconds: days * 86_400 });
    const dear = rewardDefinition({ cost: { kind: 'fixed', points: 120 } });
    const mode = { mode: 'inactivity_since_purchase', duration_months: MONTHS } as const;
    const rest = {
      rules: [{ key: 'later', definition: later }],
      rewards: [{ key: 'dear', definition: dear }],
    };
    const id = await customerAtHome(rest, mode);
    await adjust(domain, id, 100);
    domain.turnTo('2026-09-14T12:30:00Z');
    await domain.complete('later', { customer: '1001' });
    const { program } = domain;
    const asked = { program, merchant_id: '1001', channel: 'web', country: null } as const;
    const reward_id = entryOf(program.rewards, 'dear').id;
    const { obstacles } = await explainReward(domain.deps, { ...asked, reward_id });
    expect(obstacles).toMatchObject([{ obstacle: { code: 'insufficient_points' }, lifts_at: null }]);
  });
});
