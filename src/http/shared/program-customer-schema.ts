import { type Static, Type } from '@sinclair/typebox';
import { BIRTHDAY_PATTERN, Nullable, Timestamp } from '../schema-helpers.ts';
import { MembershipSchema } from './present-membership.ts';
import { CustomerSummarySchema } from './record-schemas.ts';

/** A customer of the program-level family. */
export const ProgramCustomerSchema = Type.Object(
  {
    ...CustomerSummarySchema.properties,
    rewards_claimed: Type.Integer({ description: 'Claimed rewards, those aside that were taken back.' }),
    properties: Type.Object({
      name: Nullable(Type.String({ description: 'First and last name.' })),
      first_name: Nullable(Type.String()),
      last_name: Nullable(Type.String()),
    }),
    metadata: Type.Record(Type.String(), Type.Unknown(), { description: 'What you keep with the customer.' }),
    birthday: Nullable(
      Type.String({ description: '`1990-05-27`, or `05-27` without a year.', pattern: BIRTHDAY_PATTERN }),
    ),
    blocked: Type.Boolean({ description: 'Takes no part in the program.' }),
    guest: Type.Boolean({ description: 'Never enrolled.' }),
    enrolled: Type.Boolean(),
    enrolled_at: Nullable(Timestamp()),
    referral_id: Type.String({ description: "Of the customer's links, by which it refers others." }),
    referred_by: Nullable(
      Type.Integer({ description: 'The service customer id of the customer who referred this one.' }),
    ),
    loyalty_tier_membership: Nullable(MembershipSchema),
    insights_segment: Type.Null({ description: 'Always null: this server sorts nobody into segments.' }),
    referral_url: Type.String({ description: 'The link to share; others tell by which network it came.' }),
    created_at: Timestamp(),
    updated_at: Timestamp({ description: 'When anything of it last changed, its points among it.' }),
  },
  { title: 'ProgramCustomer' },
);
export type ProgramCustomer = Static<typeof ProgramCustomerSchema>;

export const ProgramCustomerAnswerSchema = Type.Object({ customer: ProgramCustomerSchema });
