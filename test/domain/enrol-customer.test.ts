import { describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { findCustomerByMerchantId } from '../../src/domain/customers/find-customer.ts';
import type { CustomerInput } from '../../src/domain/enrolment/ensure-customer-in.ts';
import { enrolCustomer } from '../../src/domain/operations/enrol-customer.ts';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { OrderInput } from '../../src/domain/orders/order.ts';
import { programDefinition, rewardDefinition, ruleDefinition, tierDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

const settings = {
  ...programDefinition().settings,
  tier_membership: { mode: 'rolling', duration_months: 12 },
} as const;
const TIERS = [
  { key: 'base', definition: tierDefinition({ name: 'Base', lower_bound: 0 }) },
  { key: 'gold', definition: tierDefinition({ name: 'Gold', lower_bound: 50_000 }) },
];
const JOIN = [
  {
    key: 'join',
    definition: ruleDefinition({
      kind: 'join_program',
      properties: {},
      limit: { count: 1, interval: null },
      result: { kind: 'points', points: 100, per_currency_unit_minor: null },
    }),
  },
];

const ensure = (rest: Partial<CustomerInput> = {}) =>
  ensureCustomer(domain.deps, {
    program: domain.program,
    site: domain.program.sites.at(-1)!,
    merchant_id: '1001',
    ...rest,
  });
const enrol = (customer_id: number) => enrolCustomer(domain.deps, { program: domain.program, customer_id });
const asGuests = { ...settings, enrol_on_sight: false };

describe('a customer seen for the first time', () => {
  it('is enrolled on sight, enters the first tier and completes what joining completes', async () => {
    await domain.begin({ settings, tiers: TIERS, rules: JOIN });
    const now = domain.clock.real();
    const customer = await ensure({
      email: 'Ada@shop.example',
      first_name: 'Ada',
      birthday: { day: 29, month: 2, year: 1996 },
      email_marketing: 'subscribed',
    });
    expect(customer).toEqual(await domain.row(customer.id));
    expect(customer).toMatchObject({
      email: 'Ada@shop.example',
      first_name: 'Ada',
      birthday_day: 29,
      birthday_month: 2,
      birthday_year: 1996,
      email_marketing: 'subscribed',
      enrolled_at: now,
      points_approved: 100,
      tier_id: domain.program.tiers[0]!.id,
      tier_started_at: now,
      tier_expires_at: Date.parse('2027-01-14T12:00:00Z'),
      next_due_at: Date.parse('2027-01-14T12:00:00Z'),
    });
    expect(await domain.rows('tier_entries')).toEqual([
      expect.objectContaining({ tier_id: domain.program.tiers[0]!.id, date: now }),
    ]);
    expect(await domain.rows('activities')).toEqual([
      expect.objectContaining({ name: '$signup', value: 100 }),
    ]);
  });

  it('stays a guest where the program does not, until it is enrolled', async () => {
    await domain.begin({ settings: asGuests, tiers: TIERS, rules: JOIN });
    const guest = await ensure();
    expect(guest).toMatchObject({ enrolled_at: null, points_approved: 0, tier_id: null, next_due_at: null });
    const { enrolled, customer } = await enrol(guest.id);
    expect(enrolled).toBe(true);
    expect(customer).toMatchObject({ points_approved: 100, tier_id: domain.program.tiers[0]!.id });
    expect(await enrol(guest.id)).toMatchObject({ enrolled: false, customer: { points_approved: 100 } });
  });

  it('enters the tier that the orders of its time as a guest give', async () => {
    await domain.begin({ settings: asGuests, tiers: TIERS, rules: JOIN });
    const { id } = await ensure();
    await recordOrder(domain.deps, orderInput(domain.program, { total_minor: 50_000 }));
    expect((await enrol(id)).customer.tier_id).toBe(domain.program.tiers[1]!.id);
    expect(await domain.rows('tier_entries')).toHaveLength(1);
  });

  it('is enrolled also where the reward of joining is out of stock', async () => {
    await domain.begin({
      rewards: [{ key: 'card', definition: rewardDefinition({ stock: 1 }) }],
      rules: [
        {
          ...JOIN[0]!,
          definition: { ...JOIN[0]!.definition, result: { kind: 'reward', reward_key: 'card' } },
        },
      ],
    });
    await ensure();
    const second = await ensure({ merchant_id: '1002' });
    expect(second.enrolled_at).not.toBeNull();
    expect(await domain.claims()).toHaveLength(1);
    expect(await domain.rows('activities')).toHaveLength(1);
    expect(await domain.rows('usage_counters')).toHaveLength(2);
  });

  it('blocked, it is not enrolled', async () => {
    await domain.begin({ settings: asGuests });
    const { id } = await ensure();
    await domain.block(id);
    expect(await outcomeOf(enrol(id))).toBe('customer_blocked');
    expect(await outcomeOf(enrol(id + 1000))).toBe('not_found');
  });
});

describe('a customer seen again', () => {
  it('is left as it is, in whatever form its id is given', async () => {
    await domain.begin({ rules: JOIN });
    const first = await ensure({ merchant_id: 'gid://shop/Customer/7', email: 'a@shop.example' });
    const again = await ensure({ merchant_id: '7', email: 'b@shop.example', first_name: 'Bea' });
    expect(again).toMatchObject({
      id: first.id,
      merchant_id: 'gid://shop/Customer/7',
      email: 'a@shop.example',
      first_name: null,
      points_approved: 100,
    });
  });

  it('is found by the form in which a path names it, also where that was encoded twice', async () => {
    await domain.begin();
    const { id } = await ensure({ merchant_id: 'a/b c' });
    const found = (text: string) => findCustomerByMerchantId(domain.deps.db, domain.program.id, text);
    expect((await found('a/b c'))?.id).toBe(id);
    expect((await found('a%2Fb%20c'))?.id).toBe(id);
    expect(await found('A/b c')).toBeUndefined();
  });

  it('is created once, and joins once, however many see it at once', async () => {
    await domain.begin({ settings, tiers: TIERS, rules: JOIN });
    const rows = await Promise.all(atOnce(30, () => ensure({ email: 'ada@shop.example' })));
    expect(new Set(rows.map((row) => row.id)).size).toBe(1);
    expect(await domain.row(rows[0]!.id)).toMatchObject({ points_approved: 100 });
    expect(await domain.rows('tier_entries')).toHaveLength(1);
  });

  it('is enrolled once, however many enrol it at once', async () => {
    await domain.begin({ settings: asGuests, rules: JOIN });
    const { id } = await ensure();
    const answers = await Promise.all(atOnce(30, () => enrol(id)));
    expect(answers.filter((answer) => answer.enrolled)).toHaveLength(1);
    expect((await domain.row(id)).points_approved).toBe(100);
  });
});

describe('a guest’s order', () => {
  /** Five points per dollar, a week later. */
  const PURCHASE = {
    key: 'purchase',
    definition: ruleDefinition({
      kind: 'purchase',
      properties: {},
      result: { kind: 'points', points: 5, per_currency_unit_minor: 100 },
      approval_period_seconds: 7 * 24 * 3600,
      limit: { count: 1, interval: 'day' },
    }),
  };
  const DAY = 86_400_000;
  const buy = (merchant_id: string, rest: Partial<OrderInput> = {}) =>
    recordOrder(domain.deps, orderInput(domain.program, { merchant_id, ...rest }));

  it('earns on its enrolment, as of the day when it was bought', async () => {
    await domain.begin({ settings: asGuests, tiers: TIERS, rules: [...JOIN, PURCHASE] });
    const { id } = await ensure();
    const now = domain.clock.real();
    await buy('long ago', { date: now - 10 * DAY });
    await buy('lately', { date: now - 2 * DAY });
    await buy('the same day', { date: now - 2 * DAY + 1 });
    await buy('unpaid', { payment_status: 'not_paid' });
    expect(await domain.rows('activities')).toEqual([]);
    domain.clock.advance(DAY);
    const enrolled = await domain.enrol(id);
    expect(enrolled).toMatchObject({
      points_approved: 200,
      points_pending: 200,
      next_due_at: now + 5 * DAY,
    });
    const earned = (await domain.rows('activities')).filter((row) => row.name === '$purchase');
    expect(earned.map(({ date, state, approves_at }) => ({ date, state, approves_at }))).toEqual([
      { date: now - 10 * DAY, state: 'approved', approves_at: null },
      { date: now - 2 * DAY, state: 'pending', approves_at: now + 5 * DAY },
      { date: now, state: 'pending', approves_at: null },
    ]);
  });

  it('earns once, however many enrol it at once, and nothing where it was cancelled or blocked', async () => {
    await domain.begin({ settings: asGuests, rules: [PURCHASE] });
    const { id } = await ensure();
    const now = domain.clock.real();
    await buy('kept', { date: now - 20 * DAY });
    await buy('cancelled', { date: now - 21 * DAY });
    await domain.deps.db
      .updateTable('orders')
      .set({ cancelled_at: ts(now) })
      .where('program_id', '=', domain.program.id)
      .where('merchant_id', '=', 'cancelled')
      .execute();
    await domain.block(id);
    await buy('blocked', { date: now - 22 * DAY });
    await domain.unblock(id);
    await Promise.all(atOnce(12, () => enrol(id)));
    expect((await domain.row(id)).points_approved).toBe(100);
    expect((await domain.rows('orders')).filter((row) => row.awaits_enrolment)).toEqual([]);
  });

  it('may be recorded while it enrols, and earns once either way', async () => {
    await domain.begin({ settings: asGuests, rules: [PURCHASE] });
    const { id } = await ensure();
    const old = domain.clock.real() - 100 * DAY;
    await Promise.all([
      enrol(id),
      ...atOnce(10, (index) => buy(`order-${index}`, { date: old + index * DAY })),
      enrol(id),
    ]);
    expect((await domain.row(id)).points_approved).toBe(1000);
  });
});

describe('an email', () => {
  it('that another customer has is refused, or left away where the caller would rather have the customer', async () => {
    await domain.begin();
    await ensure({ email: 'ada@shop.example' });
    expect(await outcomeOf(ensure({ merchant_id: '2', email: 'ADA@shop.example' }))).toBe(
      'email_already_in_use',
    );
    const kept = await ensure({
      merchant_id: '2',
      email: 'ADA@shop.example',
      on_email_conflict: 'keep_without',
    });
    expect(kept).toMatchObject({ merchant_id: '2', email: null });
  });

  it('wanted by many at once goes to one of them', async () => {
    await domain.begin();
    const calls = atOnce(12, (index) => ensure({ merchant_id: `m-${index}`, email: 'ada@shop.example' }));
    expect(await tally(calls)).toEqual({ done: 1, email_already_in_use: 11 });
  });

  it('may be had in two programs', async () => {
    await domain.begin();
    await ensure({ email: 'ada@shop.example' });
    await domain.begin();
    expect(await outcomeOf(ensure({ email: 'ada@shop.example' }))).toBe('done');
  });
});
