import { toDecimal } from '../../domain/money.ts';
import type { Program, Tier } from '../../domain/programs/configuration.ts';
import type { PresentEvent, ToldEvent } from '../../domain/webhooks/told-event.ts';
import { localize } from '../../texts/language.ts';
import { timestamp } from '../schema-helpers.ts';
import { presentProgramClaimedReward } from '../v2/present-claimed-reward.ts';
import { presentProgramCustomer } from '../v2/present-customer.ts';
import { presentCustomerSummary } from '../v2/present-customer-summary.ts';
import { presentActivity } from '../v2/present-transaction.ts';
import type { About, ProgramEventTopic } from './payload-schemas.ts';

/** Payloads of webhooks; `publicUrl` is where the links of customers lead. */
export function eventPresenter(publicUrl: string): PresentEvent {
  return (program, event) => {
    if (event.topic === 'customers/update') {
      const customer = presentProgramCustomer(program, publicUrl, event.customer);
      return { customer };
    }
    const customer = presentCustomerSummary(event.customer);
    return { properties: { customer, ...presentAbout(program, event) } };
  };
}

type ProgramEvent = Exclude<ToldEvent, { topic: 'customers/update' }>;
/** What an event is about, beside the customer. */
function presentAbout(program: Program, event: ProgramEvent): About<ProgramEventTopic> {
  const { customer } = event;
  switch (event.topic) {
    case 'program_events/customer.enrolled':
      return { enrolled_at: timestamp(customer.enrolled_at!) } satisfies About<typeof event.topic>;
    case 'program_events/customer.points_earned': {
      const activity = presentToldActivity(program, event.activity);
      return { points: activity.value, activity } satisfies About<typeof event.topic>;
    }
    case 'program_events/customer.rule_completed':
      return { activity: presentToldActivity(program, event.activity) } satisfies About<typeof event.topic>;
    case 'program_events/customer.claimed_reward':
      return {
        claimed_reward: presentProgramClaimedReward(program, customer, event.claim, event.stock),
      } satisfies About<typeof event.topic>;
    case 'program_events/customer.tier_upgraded':
    case 'program_events/customer.tier_downgraded':
      return {
        tier: presentTier(program, customer, event.tier),
        previous_tier: presentTier(program, customer, event.previous),
      } satisfies About<typeof event.topic>;
    case 'program_events/customer.referral_complete':
      return { referral: presentReferral(event.referral) } satisfies About<typeof event.topic>;
    case 'program_events/customer.approaching_tier_upgrade':
      return {
        tier: presentTier(program, customer, event.tier),
        kind: event.kind,
        needed: event.kind === 'spend' ? toDecimal(event.needed, program.currency) : event.needed,
      } satisfies About<typeof event.topic>;
    case 'program_events/customer.approaching_points_expiration':
      return {
        points: event.points,
        expires_at: timestamp(event.expires_at),
      } satisfies About<typeof event.topic>;
    case 'program_events/customer.approaching_reward_expiration':
      return {
        claimed_reward: presentProgramClaimedReward(program, customer, event.claim, event.stock),
        ends_at: timestamp(event.ends_at),
      } satisfies About<typeof event.topic>;
  }
}

function presentToldActivity(program: Program, told: Parameters<typeof presentActivity>[1]) {
  const { customer: _customer, ...activity } = presentActivity(program, told);
  return activity;
}

function presentTier(program: Program, { site_id }: ToldEvent['customer'], tier: Tier) {
  const language = program.site(site_id)!.languages[0]!;
  return { id: tier.id, name: localize(tier.name, language, language) };
}

function presentReferral(
  referral: Extract<ToldEvent, { topic: 'program_events/customer.referral_complete' }>['referral'],
) {
  const { id, completed_at, referee, order } = referral;
  return {
    id,
    completed_at: timestamp(completed_at),
    referred_customer: referee && presentCustomerSummary(referee),
    order,
  };
}
