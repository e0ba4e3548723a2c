import type { Attempt } from '../../../domain/webhooks/attempt-delivery.ts';
import type { DeliveryRecord } from '../../../domain/webhooks/delivery-listing-store.ts';
import type { WebhookRecord } from '../../../domain/webhooks/subscription-store.ts';
import { Badge, type Mood } from '../design/badge.tsx';

/** How the address of a webhook fares. `now` is of the wall clock, in ms. */
export function WebhookState({ of, now }: { of: WebhookRecord; now: number }) {
  const { disabled_at, disabled_reason, paused_until, failing_since } = of;
  if (disabled_at !== null)
    return <Badge mood="bad">off: {disabled_reason === 'gone' ? 'answered 410' : 'failed for days'}</Badge>;
  if (paused_until !== null && paused_until > now) return <Badge mood="warn">paused</Badge>;
  return failing_since === null ? <Badge mood="good">on</Badge> : <Badge mood="warn">failing</Badge>;
}

const STATE_MOODS: Partial<Record<DeliveryRecord['state'], Mood>> = {
  delivered: 'good',
  failed: 'bad',
  pending: 'warn',
};

export function DeliveryState({ state }: Pick<DeliveryRecord, 'state'>) {
  const mood = STATE_MOODS[state];
  return <Badge {...(mood && { mood })}>{state}</Badge>;
}

/** "204 in 35 ms", or why there was no answer. */
export function answerText({
  response_status,
  error,
  duration_ms,
}: Pick<Attempt, 'response_status' | 'error' | 'duration_ms'>): string {
  return `${response_status ?? (error ?? 'failed').replaceAll('_', ' ')} in ${duration_ms} ms`;
}

/** The results of deeds, named in the address of the screen that shows them. */
const OUTCOMES = {
  tested: ['good', 'A made-up message was sent to every address with this topic, and each took it.'],
  test_failed: ['bad', 'A made-up message was sent to every address with this topic, and not each took it.'],
  nobody: ['warn', 'No message was sent: no address with this topic is on.'],
  delivered: ['good', 'It was sent, and the address took it.'],
  failed: ['bad', 'It was sent, and the address did not take it. It is tried again.'],
  on_its_way: ['good', 'It is on its way already.'],
  queued: ['good', 'All that failed are in line again, the oldest first.'],
  none: ['good', 'Nothing has failed.'],
  enabled: ['good', 'The address is switched on again.'],
} as const;

export type WebhookOutcome = keyof typeof OUTCOMES;

/** The mood and the words of a result. */
export type OutcomeWords = (typeof OUTCOMES)[WebhookOutcome];

export function outcomeWords(word: string | undefined): OutcomeWords | undefined {
  return Object.entries(OUTCOMES).find(([name]) => name === word)?.[1];
}
