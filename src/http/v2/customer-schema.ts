import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../schema-helpers.ts';
import { CustomerSummarySchema } from './schemas.ts';

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
      Type.Object(
        { day: Type.Integer(), month: Type.Integer(), year: Type.Optional(Type.Integer()) },
        { title: 'Birthday' },
      ),
    ),
    blocked: Type.Boolean({ description: 'Takes no part in the program.' }),
    guest: Type.Boolean({ description: 'Never enrolled.' }),
    enrolled: Type.Boolean(),
    enrolled_at: Nullable(Timestamp()),
    referral_id: Type.String({ description: "Of the customer's links, by which it refers others." }),
    referred_by: Nullable(
      Type.Integer({ description: 'The service customer id of the customer who referred this one.' }),
    ),
    loyalty_tier_membership: Nullable(
      Type.Object(
        {
          tier_id: Type.Integer(),
          tier_name: Type.String({ description: "In the first language of the customer's home site." }),
          started_at: Timestamp(),
          expires_at: Nullable(Timestamp({ description: 'Null: never.' })),
        },
        { title: 'LoyaltyTierMembership' },
      ),
    ),
    referral_url: Type.String({ description: 'The link to share; others tell by which network it came.' }),
    created_at: Timestamp(),
    updated_at: Timestamp({ description: 'When anything of it last changed, its points among it.' }),
  },
  { title: 'ProgramCustomer' },
);
export type ProgramCustomer = Static<typeof ProgramCustomerSchema>;

export const ProgramCustomerAnswerSchema = Type.Object({ customer: ProgramCustomerSchema });
