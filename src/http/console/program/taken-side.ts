import type { Decide } from '../../../program-file/merge-values.ts';
import { formatPath } from '../../../program-file/mistakes.ts';
import type { SentForm } from './read-fields.ts';

/** The sides that a form of choices took, by the paths of its conflicts. */
export function takenSide(form: SentForm): Decide {
  return (path) => {
    const side = form[`take:${formatPath(path)}`];
    return side === 'mine' || side === 'theirs' ? side : undefined;
  };
}
