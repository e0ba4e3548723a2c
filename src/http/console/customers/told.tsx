import { Notice } from '../design/notice.tsx';
import { useWording } from '../language/use-wording.ts';

/** The things that may just have been done, as the address names them. */
const TOLD = [
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

/** Says what was just done. Whatever else the address says is not shown. */
export function Told({ done }: { done: string | undefined }) {
  const { say } = useWording();
  const told = TOLD.find((one) => one === done);
  return told ? (
    <Notice mood="good" toast>
      {say(`done_${told}`)}
    </Notice>
  ) : null;
}
