import { Notice } from '../design/notice.tsx';

/** The things that were just done, by the words in the address. */
const TOLD: Readonly<Record<string, string>> = {
  points_added: 'The points were added.',
  points_removed: 'The points were removed.',
  note_added: 'The note is kept.',
  note_deleted: 'The note is gone.',
  blocked: 'The customer is blocked.',
  unblocked: 'The customer is unblocked.',
  tier_set: 'The customer has another tier.',
  tier_same: 'The tier was the same before.',
  approved: 'The activity is approved.',
  declined: 'The activity is declined.',
  void: 'The activity is taken back.',
  claimed: 'The reward is claimed.',
  given_back: 'The reward is given back, and its points have returned.',
  fulfilled: 'It is noted that the reward was handed over.',
  requested: 'It is asked for. It happens when a colleague approves it in the queue.',
  merged: 'The two are one customer now.',
  erased: 'The customer is erased.',
  erased_before: 'The customer is erased already. Nothing is left to do.',
};

/** Says what was just done. Whatever else the address says is not shown. */
export function Told({ done }: { done: string | undefined }) {
  const words = done !== undefined && Object.hasOwn(TOLD, done) ? TOLD[done] : undefined;
  return words ? (
    <Notice mood="good" toast>
      {words}
    </Notice>
  ) : null;
}
