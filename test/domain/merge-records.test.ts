import { describe, expect, it } from 'vitest';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { giveIncentive } from '../../src/domain/operations/give-incentive.ts';
import { recordActivity } from '../../src/domain/operations/record-activity.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import { updateCustomer } from '../../src/domain/operations/update-customer.ts';
import { programSettings, ruleDefinition } from '../support/factories.ts';
import { merge, ownRow } from '../support/merging.ts';
import { orderInput } from '../support/orders.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';
import { PROGRAM_EVENT, testWebhooks } from '../support/webhooks.ts';

const domain = testDomain();
const webhooks = testWebhooks(domain);
const HOUR = 3_600_000;
const FOLLOW = { key: 'follow', definition: ruleDefinition() };

describe('a merged customer', () => {
  it('brings what was reported of it while it was a guest', async () => {
    const review = ruleDefinition({ kind: 'review', properties: {} });
    await domain.begin({
      settings: programSettings({ enrol_on_sight: false }),
      rules: [{ key: 'review', definition: review }],
    });
    const { deps, program } = domain;
    const known = (merchant_id: string) =>
      ensureCustomer(deps, { program, site: program.sites.at(-1)!, merchant_id });
    const [guest, member] = [await known('guest'), await known('member')];
    await domain.enrol(member.id);
    const report = { name: '$review', customer_id: 'guest', merchant_id: 'r-1', date: null } as const;
    await recordActivity(deps, {
      program,
      ...report,
      customer_email: null,
      referral_id: null,
      channel: 'web',
    });
    await merge(domain, 'guest', 'member');
    expect((await domain.row(member.id)).points_approved).toBe(50);
    expect(await domain.rows('reported_activities')).toMatchObject([{ customer_id: member.id }]);
    expect(await ownRow(domain, guest.id)).toMatchObject({ merged_into: member.id });
  });

  it('brings what is still to be told of it, which goes before what happens to its survivor', async () => {
    await domain.begin({ rules: [FOLLOW] });
    await domain.customer({ merchant_id: 'a' });
    await domain.customer({ merchant_id: 'b' });
    const receiver = await webhooks.receiver(`${PROGRAM_EVENT}rule_completed`);
    receiver.react = () => 500;
    await domain.complete('follow', { customer: 'a' });
    await webhooks.deliver();
    const [first] = receiver.received;
    await merge(domain, 'a', 'b');
    await domain.complete('follow', { customer: 'b' });
    receiver.react = () => 204;
    await webhooks.deliver();
    expect(receiver.received).toHaveLength(1);
    domain.clock.advance(HOUR);
    await webhooks.deliver();
    const ids = receiver.received.map(({ message }) => message.id);
    expect(ids).toEqual([first!.message.id, first!.message.id, expect.not.stringMatching(first!.message.id)]);
  });
});

describe('a friend who is known by an email alone', () => {
  const YVES = 'yves@shop.example';
  const ZOE = 'zoe@shop.example';
  const known = (merchant_id: string, email: string) =>
    ensureCustomer(domain.deps, {
      program: domain.program,
      site: domain.program.sites.at(-1)!,
      merchant_id,
      email,
    });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['is merged into one of another', () => known('zoe', ZOE).then(() => merge(domain, 'yves', 'zoe'))],
    [
      'is given another',
      (customer_id) =>
        updateCustomer(domain.deps, {
          program: domain.program,
          customer_id,
          changes: { email: ZOE },
          by: TESTER,
        }),
    ],
  ])('is that friend still once it %s', async (_, change) => {
    const referrals = {
      incentive_reward_key: 'voucher',
      requires_email: false,
      cap: null,
      daily_friends_per_address: 9,
    };
    await domain.begin({
      settings: programSettings({ referrals }),
      rewards: [{ key: 'voucher', definition: voucherDefinition() }],
    });
    const { deps, program } = domain;
    const { referral_id } = await domain.customer({ merchant_id: 'rita' });
    const referee = { email: YVES, ip_address: '203.0.113.7', user_agent: null };
    await giveIncentive(deps, { program, referral_id, referee });
    domain.clock.advance(HOUR);
    const { id } = await known('yves', YVES);
    await change(id);
    const { customer_id } = await recordOrder(deps, orderInput(program, { customer_id: 'yves' }));
    const friends = await deps.db
      .selectFrom('referrals')
      .select(['referee_id', 'referee_email'])
      .where('program_id', '=', program.id)
      .execute();
    expect(friends).toEqual([{ referee_id: customer_id, referee_email: ZOE }]);
  });
});

describe('a merge after the clock went back', () => {
  it.each(['1001', '1002'])('is recorded no earlier than what was recorded last, of %s', async (customer) => {
    await domain.begin({ rules: [FOLLOW] });
    const [from, into] = [await domain.customer(), await domain.customer({ merchant_id: '1002' })];
    await domain.complete('follow');
    domain.clock.advance(HOUR);
    await domain.complete('follow', { customer });
    const last = domain.clock.real();
    domain.clock.advance(-2 * HOUR);
    await merge(domain, '1001', '1002');
    const merged = (await domain.rows('transactions')).slice(2);
    expect(merged.length).toBeGreaterThan(0);
    expect([...new Set(merged.map(({ created_at }) => created_at))]).toEqual([last]);
    for (const { id } of [from, into])
      expect(await ownRow(domain, id)).toMatchObject({ last_entry_at: last, updated_at: last });
    expect((await domain.row(into.id)).points_approved).toBe(100);
  });
});
