import { type Static, Type } from '@sinclair/typebox';
import { BIRTHDAY_PATTERN, Nullable, Timestamp } from '../schema-helpers.ts';
import { MembershipSchema } from './present-membership.ts';
import { CustomerSummarySchema } from './record-schemas.ts';

/** A customer of the program-level family. */
export const ProgramCustomerSchema = Type.Object(
  {
    ...CustomerSummarySchema.properties,
    rewards_claimed: Type.Integer({
      description: 'The number of claimed rewards, without those that are void.',
    }),
    properties: Type.Object({
      name: Nullable(Type.String({ description: 'First and last name. Null: neither is known.' })),
      first_name: Nullable(Type.String()),
      last_name: Nullable(Type.String()),
    }),
    metadata: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Your own data about the customer.',
    }),
    birthday: Nullable(
      Type.String({ description: '`1990-05-27`, or `05-27` without a year.', pattern: BIRTHDAY_PATTERN }),
    ),
    blocked: Type.Boolean({
      description: 'Whether the customer is blocked: it can neither earn nor redeem.',
    }),
    guest: Type.Boolean({ description: 'Whether the customer is not enrolled. The opposite of `enrolled`.' }),
    enrolled: Type.Boolean(),
    enrolled_at: Nullable(Timestamp()),
    referral_id: Type.String({ description: "The id in the customer's referral links." }),
    referred_by: Nullable(
      Type.Integer({
        description: "The server's number of the customer who referred this one. Null: nobody did.",
      }),
    ),
    loyalty_tier_membership: Nullable(MembershipSchema),
    insights_segment: Type.Null({ description: 'Always null: this server has no segments.' }),
    referral_url: Type.String({
      description:
        'The referral link of the customer. The customer-facing family has further links, one for each network.',
    }),
    created_at: Timestamp(),
    updated_at: Timestamp({
      description: "The moment of the customer's last change, including changes of points.",
    }),
  },
  { title: 'ProgramCustomer' },
);
export type ProgramCustomer = Static<typeof ProgramCustomerSchema>;

export const ProgramCustomerAnswerSchema = Type.Object({ customer: ProgramCustomerSchema });
