import type { Decide } from '../../../program-file/merge-values.ts';
import { formatPath } from '../../../program-file/mistakes.ts';
import type { SentForm } from './read-fields.ts';

/** The sides that the operator chose in a form, by the paths of the conflicts. */
export function takenSide(form: SentForm): Decide {
  return (path) => {
    const side = form[`take:${formatPath(path)}`];
    return side === 'mine' || side === 'theirs' ? side : undefined;
  };
}
