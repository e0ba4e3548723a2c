import type { ListedActivity } from '../../../domain/listings/activity-store.ts';
import { activityTitle } from '../customers/customer-words.ts';
import { refusalText } from '../customers/refusal-words.ts';
import { countText } from '../design/numbers.ts';
import type { Visit } from '../visit.ts';
import type { Chosen } from './chosen.ts';
import type { Decided, LeftActivity } from './decide-activities.ts';

/** The end of decisions on several activities, in words. */
export interface Outcome {
  done: string | null;
  /** One for each activity that nobody chose and that was decided on with another of its report. */
  along: string[];
  /** One for each activity that was left as it is. */
  left: string[];
}

interface Records {
  activities: readonly ListedActivity[];
  customers: ReadonlyMap<number, string>;
}

export function outcomeOf(
  { program }: Visit,
  { state, done, along, left }: Decided,
  records: Records,
): Outcome {
  const found = (id: number) => records.activities.find((one) => one.id === id);
  const named = ({ activity_id, customer_id }: Chosen) => {
    const activity = found(activity_id);
    const name = records.customers.get(customer_id) ?? `Customer ${customer_id}`;
    return `${activity ? activityTitle(program, activity) : 'An activity'}, ${name}`;
  };
  const many = done === 1 ? '1 activity is' : `${countText(done)} activities are`;
  return {
    done: done === 0 ? null : `${many} ${state}.`,
    along: along.map((one) => `${named(one)}: ${state} too. It waited and comes from the same report.`),
    left: left.map((one) => `${named(one)}: ${reasonOf(one, found(one.activity_id))}`),
  };
}

function reasonOf(left: LeftActivity, activity: ListedActivity | undefined): string {
  if (left.code !== 'activity_already_resolved' || !activity) return refusalText(left);
  return `it was ${STATE_WORDS[activity.state]} ${byWhom(left, activity)}. Nothing was done.`;
}

const STATE_WORDS = { approved: 'approved', declined: 'declined', void: 'taken back', pending: 'decided on' };

function byWhom({ decided }: LeftActivity, { state }: ListedActivity): string {
  if (decided) return decided.by === null ? 'meanwhile' : `meanwhile by ${decided.by}`;
  return state === 'approved' ? 'meanwhile by itself' : 'meanwhile';
}
