import type { ListedActivity } from '../../../domain/listings/activity-store.ts';
import { activityTitle } from '../customers/customer-words.ts';
import { refusalText } from '../customers/refusal-words.ts';
import { countText } from '../design/numbers.ts';
import type { Visit } from '../visit.ts';
import type { Decided, LeftActivity } from './decide-activities.ts';

/** The end of decisions on several activities, in words. */
export interface Outcome {
  done: string | null;
  /** One for each activity that was left as it is. */
  left: string[];
}

interface LeftRecords {
  activities: readonly ListedActivity[];
  customers: ReadonlyMap<number, string>;
}

export function outcomeOf({ program }: Visit, { state, done, left }: Decided, records: LeftRecords): Outcome {
  const many = done === 1 ? '1 activity is' : `${countText(done)} activities are`;
  return {
    done: done === 0 ? null : `${many} ${state}.`,
    left: left.map((one) => {
      const activity = records.activities.find(({ id }) => id === one.activity_id);
      const name = records.customers.get(one.customer_id) ?? `Customer ${one.customer_id}`;
      const title = activity ? activityTitle(program, activity) : 'An activity';
      return `${title}, ${name}: ${reasonOf(one, activity)}`;
    }),
  };
}

function reasonOf(left: LeftActivity, activity: ListedActivity | undefined): string {
  if (left.code !== 'activity_already_resolved' || !activity) return refusalText(left);
  return `it was ${STATE_WORDS[activity.state]} ${byWhom(left, activity)}. Nothing was done.`;
}

const STATE_WORDS = { approved: 'approved', declined: 'declined', void: 'taken back', pending: 'decided on' };

function byWhom({ decided_by }: LeftActivity, { state }: ListedActivity): string {
  if (decided_by !== null) return `meanwhile by ${decided_by}`;
  return state === 'approved' ? 'meanwhile by itself' : 'meanwhile';
}
