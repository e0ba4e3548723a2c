import type { OperatorRequest } from '../../../domain/operators/request-store.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { withinSentence } from './sentences.ts';

/** The requested action in a sentence, with the note of the operator who requests it. */
export function requestText(
  wording: ConsoleWording,
  { points, reason_code, note }: Pick<OperatorRequest, 'points' | 'reason_code' | 'note'>,
): string {
  const { say } = wording;
  if (points === null) return say('request_erase');
  const way = points < 0 ? 'request_remove' : 'request_add';
  const many = { points: Math.abs(points) };
  const request = reason_code
    ? say(`${way}_why`, { ...many, reason: withinSentence(wording, say(`reason_${reason_code}`)) })
    : say(way, many);
  return note === null ? request : say('request_note', { request, note });
}
