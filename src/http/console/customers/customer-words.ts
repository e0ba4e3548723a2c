import type { CustomerRecord } from '../../../domain/listings/customer-store.ts';
import type { ListedTransaction } from '../../../domain/listings/transaction-store.ts';
import { type Program, variantFor } from '../../../domain/programs/configuration.ts';
import { programView } from '../../shared/program-view.ts';
import { claimedTitle } from '../../shared/reward-title.ts';
import type { Mood } from '../design/badge.tsx';
import { countText, momentText } from '../design/numbers.ts';
import type { TimelineEntry } from '../design/timeline.tsx';

type Named = Pick<CustomerRecord, 'first_name' | 'last_name' | 'email' | 'merchant_id'>;

/** The name by which operators know a customer: the whole name, otherwise the email, otherwise the id in the store. */
export function customerName({ first_name, last_name, email, merchant_id }: Named): string {
  const name = [first_name, last_name].filter(Boolean).join(' ').trim();
  return name || email || merchant_id;
}

/** How a customer stands in the program. */
export function customerState(
  customer: Pick<CustomerRecord, 'enrolled_at' | 'blocked_at'>,
): [words: string, mood?: Mood] {
  if (customer.blocked_at !== null) return ['Blocked', 'bad'];
  return customer.enrolled_at === null ? ['Guest'] : ['Member', 'good'];
}

/** 240 → "+240", with a minus that is as wide as the plus. */
export function signedText(points: number): string {
  return points < 0 ? `−${countText(-points)}` : `+${countText(points)}`;
}

type Expiry = Extract<ListedTransaction, { resource: 'expiry' }>;
type Activity = Extract<ListedTransaction, { resource: 'activity' }>['activity'];

const EXPIRY_REASONS: Record<Expiry['reason'], string> = {
  inactivity: 'After a time without activity',
  age: 'A set time after they were earned',
  calendar_date: 'On the day of the year on which points expire',
};

const STATES: Record<Activity['state'], [words: string, mood?: Mood]> = {
  pending: ['Waits for approval', 'warn'],
  approved: ['Approved', 'good'],
  declined: ['Declined', 'bad'],
  void: ['Taken back', 'bad'],
};

/** A transaction in words: what happened, why, when, and by how much the balance changed. */
export function timelineEntry(program: Program, zone: string, transaction: ListedTransaction): TimelineEntry {
  const { points_approved, points_pending, note, created_at } = transaction;
  const common = {
    at: momentText(created_at, zone),
    ...(points_approved !== 0 && { worth: signedText(points_approved) }),
    ...(points_approved === 0 && points_pending !== 0 && { worth: `${signedText(points_pending)} pending` }),
  };
  const why = (...parts: (string | null | undefined)[]) => {
    const words = parts.filter(Boolean).join(' · ');
    return words ? { why: words } : {};
  };
  switch (transaction.resource) {
    case 'activity': {
      const { rule_id, name, state, order_merchant_id } = transaction.activity;
      const rule = rule_id === null ? undefined : program.rule(rule_id);
      const title = rule ? programView(program, 'en').ruleTitle(rule, variantFor(rule, null)) : name;
      const [words, mood] = STATES[state];
      const order = order_merchant_id === null ? null : `Order ${order_merchant_id}`;
      return {
        ...common,
        icon: order ? 'bag' : 'spark',
        ...(mood && { mood }),
        title,
        ...why(order, words, note),
      };
    }
    case 'claimed_reward': {
      const { claim } = transaction;
      const title = claimedTitle(programView(program, 'en'), claim.reward_id, claim.title);
      const gives = points_approved > 0;
      return {
        ...common,
        icon: 'gift',
        mood: 'accent',
        title: gives ? `${title}, given back` : title,
        ...why(gives ? null : 'Redeemed', note),
      };
    }
    case 'expiry':
      return {
        ...common,
        icon: 'clock',
        title: 'Points expired',
        ...why(EXPIRY_REASONS[transaction.reason], note),
      };
    case 'adjustment':
      return {
        ...common,
        icon: points_approved < 0 ? 'minus' : 'plus',
        title: points_approved < 0 ? 'Points removed' : 'Points added',
        ...why(note),
      };
  }
}
