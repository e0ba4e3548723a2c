import type { Static } from '@sinclair/typebox';
import type { LimitState } from '../../domain/core/limits.ts';
import { timeLeft } from '../../texts/time-left.ts';
import { timestamp } from '../schema-helpers.ts';
import type { ClaimLimitSchema, CompletionLimitSchema } from './limit-schemas.ts';

type ClaimLimitBody = Static<typeof ClaimLimitSchema>;
type NotReached = Extract<LimitState, { state: 'limit_not_reached' }>;

function presentReached(
  limit: Exclude<LimitState, NotReached>,
  now: number,
  language: string,
): Exclude<ClaimLimitBody, { state: 'limit_not_reached' }> {
  if (limit.state !== 'limit_reached_until_reset') return limit;
  return {
    state: limit.state,
    interval: limit.interval,
    resets_at: timestamp(limit.resets_at),
    resets_at_relative_to_now: timeLeft(limit.resets_at, now, language),
  };
}

export function presentCompletionLimit(
  limit: LimitState,
  now: number,
  language: string,
): Static<typeof CompletionLimitSchema> {
  if (limit.state !== 'limit_not_reached') return presentReached(limit, now, language);
  return {
    state: limit.state,
    interval: limit.interval,
    allowed_completions_within_interval: limit.allowed,
    completion_count_within_interval: limit.count,
    remaining_completions_within_interval: limit.remaining,
  };
}

export function presentClaimLimit(limit: LimitState, now: number, language: string): ClaimLimitBody {
  if (limit.state !== 'limit_not_reached') return presentReached(limit, now, language);
  return {
    state: limit.state,
    interval: limit.interval,
    allowed_claims_within_interval: limit.allowed,
    claim_count_within_interval: limit.count,
    remaining_claims_within_interval: limit.remaining,
  };
}
