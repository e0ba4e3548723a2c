import { describe, expect, it } from 'vitest';
import { ensureCustomer } from '../../src/domain/operations/ensure-customer.ts';
import { subscribeToEmail } from '../../src/domain/operations/subscribe-to-email.ts';
import { programSettings, rewardDefinition, ruleDefinition } from '../support/factories.ts';
import { atOnce, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

const SIGNUP = { key: 'signup', definition: ruleDefinition({ kind: 'newsletter_signup', properties: {} }) };

const subscribe = (customer_id: number) =>
  subscribeToEmail(domain.deps, { program: domain.program, customer_id, channel: 'web' });

describe('subscribing to marketing by email', () => {
  it('notes the consent and gives what signing up gives', async () => {
    await domain.begin({ rules: [SIGNUP] });
    const { id } = await domain.customer();
    expect(await subscribe(id)).toMatchObject({
      updated: true,
      actions: [{ points: 50, state: 'approved' }],
    });
    expect(await domain.row(id)).toMatchObject({
      email_marketing: 'subscribed',
      sms_marketing: 'unknown',
      points_approved: 50,
    });
    expect(await domain.rows('activities')).toEqual([
      expect.objectContaining({ name: '$newsletter_signup', channel: 'web' }),
    ]);
  });

  it('before a customer is enrolled gives what signing up gives with its enrolment, once', async () => {
    await domain.begin({ settings: programSettings({ enrol_on_sight: false }), rules: [SIGNUP] });
    const { program } = domain;
    const { id } = await ensureCustomer(domain.deps, {
      program,
      site: program.sites.at(-1)!,
      merchant_id: '1001',
      email_marketing: 'subscribed',
    });
    expect((await domain.row(id)).points_approved).toBe(0);
    expect((await domain.enrol(id)).points_approved).toBe(50);
    expect(await subscribe(id)).toMatchObject({ updated: false });
    expect((await domain.row(id)).points_approved).toBe(50);
  });

  it('again has no effect', async () => {
    await domain.begin({ rules: [SIGNUP] });
    const { id } = await domain.customer();
    await subscribe(id);
    expect(await subscribe(id)).toEqual({ updated: false, actions: [], customer_id: id });
    expect((await domain.row(id)).points_approved).toBe(50);
  });

  it('by many at once is done by one of them', async () => {
    await domain.begin({ rules: [SIGNUP] });
    const { id } = await domain.customer();
    const answers = await Promise.all(atOnce(20, () => subscribe(id)));
    expect(answers.filter((answer) => answer.updated)).toHaveLength(1);
    expect(answers.flatMap((answer) => answer.actions)).toHaveLength(1);
    expect((await domain.row(id)).points_approved).toBe(50);
  });

  it('is done also where it gives nothing', async () => {
    const limited = { ...SIGNUP.definition, result: { kind: 'reward', reward_key: 'card' } } as const;
    await domain.begin({
      rewards: [{ key: 'card', definition: rewardDefinition({ stock: 0 }) }],
      rules: [{ key: 'signup', definition: limited }],
    });
    const { id } = await domain.customer();
    expect(await subscribe(id)).toMatchObject({ updated: true, actions: [] });
    expect((await domain.row(id)).email_marketing).toBe('subscribed');
  });

  it('is refused of guests, of the blocked and of nobody', async () => {
    await domain.begin({ settings: programSettings({ enrol_on_sight: false }), rules: [SIGNUP] });
    const { id } = await domain.customer();
    expect(await outcomeOf(subscribe(id))).toBe('customer_not_enrolled');
    await domain.block(id);
    expect(await outcomeOf(subscribe(id))).toBe('customer_blocked');
    expect(await outcomeOf(subscribe(id + 1000))).toBe('not_found');
    expect((await domain.row(id)).email_marketing).toBe('unknown');
  });
});
