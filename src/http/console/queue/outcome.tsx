import type { ListedActivity } from '../../../domain/listings/activity-store.ts';
import { activityTitle } from '../customers/customer-words.ts';
import { refusalText } from '../customers/refusal-words.ts';
import type { ConsoleWording } from '../language/wording.ts';
import type { Visit } from '../visit.ts';
import type { Chosen } from './chosen.ts';
import type { Decided, LeftActivity } from './decide-activities.ts';

/** The results of decisions on several activities, in words. */
export interface Outcome {
  done: string | null;
  /** One sentence for each activity that nobody chose and that was decided together with another of its report. */
  along: string[];
  /** One sentence for each activity that was left unchanged. */
  left: string[];
}

interface Records {
  activities: readonly ListedActivity[];
  customers: ReadonlyMap<number, string>;
}

export function outcomeOf(
  { program, wording }: Visit,
  { state, done, along, left }: Decided,
  records: Records,
): Outcome {
  const { say, language } = wording;
  const found = (id: number) => records.activities.find((one) => one.id === id);
  const named = ({ activity_id, customer_id }: Chosen) => {
    const activity = found(activity_id);
    return {
      activity: activity ? activityTitle(program, activity, language) : say('activity_title'),
      name: records.customers.get(customer_id) ?? say('customer_number', { id: String(customer_id) }),
    };
  };
  return {
    done: done === 0 ? null : say(`queue_are_${state}`, { count: done }),
    along: along.map((one) => say(`queue_${state}_too`, named(one))),
    left: left.map((one) => {
      const why = reasonOf(wording, one, found(one.activity_id));
      return say('queue_left', { ...named(one), why });
    }),
  };
}

function reasonOf(wording: ConsoleWording, left: LeftActivity, activity: ListedActivity | undefined): string {
  const { say } = wording;
  if (left.code !== 'activity_already_resolved' || !activity)
    return refusalText(wording, left) ?? left.message;
  const state = say(`queue_state_${activity.state}`);
  return say('queue_left_before', { state, whom: byWhom(wording, left, activity) });
}

function byWhom({ say }: ConsoleWording, { decided }: LeftActivity, { state }: ListedActivity): string {
  if (decided?.by) return say('queue_meanwhile_by', { name: decided.by });
  return say(!decided && state === 'approved' ? 'queue_meanwhile_itself' : 'queue_meanwhile');
}
