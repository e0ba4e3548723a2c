import { Type } from '@sinclair/typebox';
import { Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';

const IntervalSchema = StringEnum(['day', 'week', 'month', 'year'], {
  description: "A calendar interval in the time zone of the customer's home site.",
});

export const LimitSchema = Type.Object(
  {
    count: Type.Integer(),
    interval: Nullable(IntervalSchema),
  },
  {
    title: 'Limit',
    description: '`count` times within the interval. A null `interval`: `count` times ever.',
  },
);

const NoLimitSchema = Type.Object({ state: Type.Literal('no_limit') }, { title: 'NoLimit' });

const LimitReachedForeverSchema = Type.Object(
  { state: Type.Literal('limit_reached_forever') },
  { title: 'LimitReachedForever' },
);

const LimitReachedUntilResetSchema = Type.Object(
  {
    state: Type.Literal('limit_reached_until_reset'),
    interval: IntervalSchema,
    resets_at: Timestamp(),
    resets_at_relative_to_now: Type.String({ examples: ['3 days'] }),
  },
  { title: 'LimitReachedUntilReset' },
);

export const CompletionLimitSchema = Type.Union(
  [
    NoLimitSchema,
    LimitReachedForeverSchema,
    LimitReachedUntilResetSchema,
    Type.Object(
      {
        state: Type.Literal('limit_not_reached'),
        interval: Nullable(IntervalSchema),
        allowed_completions_within_interval: Type.Integer(),
        completion_count_within_interval: Type.Integer(),
        remaining_completions_within_interval: Type.Integer(),
      },
      { title: 'CompletionLimitNotReached' },
    ),
  ],
  { title: 'CompletionLimit' },
);

export const ClaimLimitSchema = Type.Union(
  [
    NoLimitSchema,
    LimitReachedForeverSchema,
    LimitReachedUntilResetSchema,
    Type.Object(
      {
        state: Type.Literal('limit_not_reached'),
        interval: Nullable(IntervalSchema),
        allowed_claims_within_interval: Type.Integer(),
        claim_count_within_interval: Type.Integer(),
        remaining_claims_within_interval: Type.Integer(),
      },
      { title: 'ClaimLimitNotReached' },
    ),
  ],
  { title: 'ClaimLimit' },
);
