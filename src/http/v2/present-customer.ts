import { birthdayOf } from '../../domain/customers/birthdays.ts';
import type { CustomerRecord } from '../../domain/customers/listing-store.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import { localize } from '../../texts/language.ts';
import { nullableTimestamp, timestamp } from '../schema-helpers.ts';
import type { ProgramCustomer } from './customer-schema.ts';
import { presentCustomerSummary } from './present-customer-summary.ts';

/** A customer as back ends see it, whatever its state; `publicUrl` is where its links lead. */
export function presentProgramCustomer(
  program: Program,
  publicUrl: string,
  customer: CustomerRecord,
): ProgramCustomer {
  const { first_name, last_name } = customer;
  return {
    ...presentCustomerSummary(customer),
    rewards_claimed: customer.rewards_claimed,
    properties: {
      name: [first_name, last_name].filter(Boolean).join(' ') || null,
      first_name,
      last_name,
    },
    metadata: { ...customer.metadata },
    birthday: presentBirthday(customer),
    blocked: customer.blocked_at !== null,
    guest: customer.enrolled_at === null,
    enrolled: customer.enrolled_at !== null,
    enrolled_at: nullableTimestamp(customer.enrolled_at),
    referral_id: customer.referral_id,
    referred_by: customer.referred_by,
    loyalty_tier_membership: presentMembership(program, customer),
    referral_url: `${publicUrl}/r/${customer.referral_id}/direct`,
    created_at: timestamp(customer.created_at),
    updated_at: timestamp(customer.updated_at),
  };
}

function presentBirthday(customer: CustomerRecord): ProgramCustomer['birthday'] {
  const birthday = birthdayOf(customer);
  if (!birthday) return null;
  const { day, month, year } = birthday;
  return { day, month, ...(typeof year === 'number' && { year }) };
}

/** null also of a tier that has left the program. */
function presentMembership(
  program: Program,
  { site_id, tier_id, tier_started_at, tier_expires_at }: CustomerRecord,
): ProgramCustomer['loyalty_tier_membership'] {
  const tier = tier_id === null ? undefined : program.tier(tier_id);
  if (!tier || tier_started_at === null) return null;
  const language = program.site(site_id)!.languages[0]!;
  return {
    tier_id: tier.id,
    tier_name: localize(tier.name, language, language),
    started_at: timestamp(tier_started_at),
    expires_at: nullableTimestamp(tier_expires_at),
  };
}
