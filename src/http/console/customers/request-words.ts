import type { OperatorRequest } from '../../../domain/operators/request-store.ts';
import { countText } from '../design/numbers.ts';
import { REASON_WORDS } from './reason-words.ts';

/** The deed that is asked for, in a sentence, with the note of whoever asks. */
export function requestText({
  points,
  reason_code,
  note,
}: Pick<OperatorRequest, 'points' | 'reason_code' | 'note'>): string {
  if (points === null) return 'Erase the customer.';
  const why = reason_code ? ` (${REASON_WORDS[reason_code].toLowerCase()})` : '';
  return `${points < 0 ? 'Remove' : 'Add'} ${countText(Math.abs(points))} points${why}.${note === null ? '' : ` “${note}”`}`;
}
