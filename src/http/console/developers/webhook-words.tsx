import type { Attempt } from '../../../domain/webhooks/attempt-delivery.ts';
import type { DeliveryRecord } from '../../../domain/webhooks/delivery-listing-store.ts';
import type { WebhookRecord } from '../../../domain/webhooks/subscription-store.ts';
import { Badge, type Mood } from '../design/badge.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';

/** The state of a webhook's address. `now` is the time of the wall clock, in ms. */
export function WebhookState({ of, now }: { of: WebhookRecord; now: number }) {
  const { say } = useWording();
  const { disabled_at, disabled_reason, paused_until, failing_since } = of;
  if (disabled_at !== null)
    return <Badge mood="bad">{say(disabled_reason === 'gone' ? 'hook_off_gone' : 'hook_off_failed')}</Badge>;
  if (paused_until !== null && paused_until > now) return <Badge mood="warn">{say('hook_paused')}</Badge>;
  return failing_since === null ? (
    <Badge mood="good">{say('hook_on')}</Badge>
  ) : (
    <Badge mood="warn">{say('hook_failing')}</Badge>
  );
}

const STATE_MOODS: Partial<Record<DeliveryRecord['state'], Mood>> = {
  delivered: 'good',
  failed: 'bad',
  pending: 'warn',
};

export function DeliveryState({ state }: Pick<DeliveryRecord, 'state'>) {
  const { say } = useWording();
  const mood = STATE_MOODS[state];
  return <Badge {...(mood && { mood })}>{say(`delivery_${state}`)}</Badge>;
}

/** "204 in 35 ms", or the reason why there was no answer. */
export function answerText(
  { say }: ConsoleWording,
  { response_status, error, duration_ms }: Pick<Attempt, 'response_status' | 'error' | 'duration_ms'>,
): string {
  const answer = response_status ?? (error ?? 'failed').replaceAll('_', ' ');
  return say('delivery_answer', { answer: String(answer), ms: String(duration_ms) });
}

/** The results of actions. The address of the screen that shows them names them. */
const OUTCOMES = {
  tested: ['good', 'hook_done_tested'],
  test_failed: ['bad', 'hook_done_test_failed'],
  nobody: ['warn', 'hook_done_nobody'],
  delivered: ['good', 'hook_done_delivered'],
  failed: ['bad', 'hook_done_failed'],
  on_its_way: ['good', 'hook_done_on_its_way'],
  queued: ['good', 'hook_done_queued'],
  none: ['good', 'hook_done_none'],
  enabled: ['good', 'hook_done_enabled'],
} as const;

export type WebhookOutcome = keyof typeof OUTCOMES;

/** The mood and the words of a result. */
export type OutcomeWords = (typeof OUTCOMES)[WebhookOutcome];

export function outcomeWords(word: string | undefined): OutcomeWords | undefined {
  return Object.entries(OUTCOMES).find(([name]) => name === word)?.[1];
}
