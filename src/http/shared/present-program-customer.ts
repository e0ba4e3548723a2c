import { birthdayOf } from '../../domain/customers/birthday.ts';
import type { CustomerRecord } from '../../domain/listings/customer-store.ts';
import { nullableTimestamp, timestamp } from '../schema-helpers.ts';
import { birthdayText } from './birthday-text.ts';
import { presentCustomerSummary } from './present-customer-summary.ts';
import { presentMembership } from './present-membership.ts';
import type { ProgramCustomer } from './program-customer-schema.ts';
import type { StorefrontView } from './storefront-view.ts';

/** A customer in any state, as back ends see it; `publicUrl` is the base of its links. */
export function presentProgramCustomer(
  view: StorefrontView,
  publicUrl: string,
  customer: CustomerRecord,
): ProgramCustomer {
  const { first_name, last_name } = customer;
  const birthday = birthdayOf(customer);
  // V8 is slow to fill an object whose literal begins with a spread, and slow to write it as JSON.
  return Object.assign(presentCustomerSummary(customer), {
    rewards_claimed: customer.rewards_claimed,
    properties: {
      name: [first_name, last_name].filter(Boolean).join(' ') || null,
      first_name,
      last_name,
    },
    metadata: { ...customer.metadata },
    birthday: birthday && birthdayText(birthday),
    blocked: customer.blocked_at !== null,
    guest: customer.enrolled_at === null,
    enrolled: customer.enrolled_at !== null,
    enrolled_at: nullableTimestamp(customer.enrolled_at),
    referral_id: customer.referral_id,
    referred_by: customer.referred_by,
    loyalty_tier_membership: presentMembership(view, customer),
    insights_segment: null,
    referral_url: `${publicUrl}/r/${customer.referral_id}/direct`,
    created_at: timestamp(customer.created_at),
    updated_at: timestamp(customer.updated_at),
  });
}
