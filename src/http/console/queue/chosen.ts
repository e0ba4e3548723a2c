import type { ListedActivity } from '../../../domain/listings/activity-store.ts';
import type { Parameters } from '../../../domain/oauth/grant-request.ts';
import type { Resolution } from '../../../domain/operations/resolve-activity-report.ts';
import { MOST_AT_ONCE } from './read-queue.ts';

/** An activity that was chosen in the queue, and the customer with which it was shown. */
export interface Chosen {
  activity_id: number;
  customer_id: number;
}

/** The name of the field that chooses an activity. */
export function choiceName({ id, customer }: ListedActivity): string {
  return `activity-${id}-${customer.id}`;
}

/** The chosen activities, oldest first; at most as many as a page has. */
export function chosenOf(form: Parameters): Chosen[] {
  return Object.keys(form)
    .flatMap((name) => {
      const [, activity, customer] = /^activity-(\d{1,15})-(\d{1,15})$/.exec(name) ?? [];
      return activity ? [{ activity_id: Number(activity), customer_id: Number(customer) }] : [];
    })
    .sort((a, b) => a.activity_id - b.activity_id)
    .slice(0, MOST_AT_ONCE);
}

export function resolutionOf({
  state,
}: Parameters): Extract<Resolution, 'approved' | 'declined'> | undefined {
  return state === 'approved' || state === 'declined' ? state : undefined;
}
