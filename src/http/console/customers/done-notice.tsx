import { Notice } from '../design/notice.tsx';
import { useWording } from '../language/use-wording.ts';

/** The finished actions that an address can name. */
const ACTIONS = [
  'points_added',
  'points_removed',
  'note_added',
  'note_deleted',
  'blocked',
  'unblocked',
  'tier_set',
  'tier_same',
  'approved',
  'declined',
  'void',
  'claimed',
  'given_back',
  'fulfilled',
  'requested',
  'merged',
  'erased',
  'erased_before',
] as const;

/** Reports the action that was just done. Other words in the address are not shown. */
export function DoneNotice({ done }: { done: string | undefined }) {
  const { say } = useWording();
  const told = ACTIONS.find((one) => one === done);
  return told ? (
    <Notice mood="good" toast>
      {say(`done_${told}`)}
    </Notice>
  ) : null;
}
