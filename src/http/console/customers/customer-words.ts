import type { ClaimRecord } from '../../../domain/claims/claim-record.ts';
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

export const ACTIVITY_STATES: Record<Activity['state'], [words: string, mood?: Mood]> = {
  pending: ['Waits for approval', 'warn'],
  approved: ['Approved', 'good'],
  declined: ['Declined', 'bad'],
  void: ['Taken back', 'bad'],
};

/** The rule of an activity as customers read it. */
export function activityTitle(
  program: Program,
  { rule_id, name }: Pick<Activity, 'rule_id' | 'name'>,
): string {
  const rule = rule_id === null ? undefined : program.rule(rule_id);
  return rule ? programView(program, 'en').ruleTitle(rule, variantFor(rule, null)) : name;
}

type Claim = Pick<ClaimRecord, 'state' | 'usage_status' | 'fulfilled_at'>;

/** How a claimed reward stands. */
export function claimState({ state, usage_status, fulfilled_at }: Claim): [words: string, mood?: Mood] {
  switch (state) {
    case 'pending':
      return ['Waits for approval', 'warn'];
    case 'approved':
      if (usage_status === 'used') return ['Used', 'good'];
      if (fulfilled_at !== null) return ['Handed over', 'good'];
      return usage_status === 'partially_used' ? ['Used in part', 'good'] : ['Ready to use', 'accent'];
    case 'expired':
      return ['Expired'];
    case 'declined':
    case 'void':
      return ['Given back'];
  }
}

/** The zone in which operators read the moments of a customer: that of its home site. */
export function zoneOf(program: Program, { site_id }: Pick<CustomerRecord, 'site_id'>): string {
  return (program.site(site_id) ?? program.sites[0]!).time_zone;
}

/**
 * A transaction in words: what happened, why, when, and by how much the balance changed. `home`: the path of the
 * customer's screen.
 */
export function timelineEntry(
  program: Program,
  zone: string,
  home: string,
  transaction: ListedTransaction,
): TimelineEntry {
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
      const { id, state, order_merchant_id } = transaction.activity;
      const title = activityTitle(program, transaction.activity);
      const [words, mood] = ACTIVITY_STATES[state];
      const order = order_merchant_id === null ? null : `Order ${order_merchant_id}`;
      return {
        ...common,
        icon: order ? 'bag' : 'spark',
        ...(mood && { mood }),
        title,
        href: `${home}/activities/${id}`,
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
        href: `${home}/claims/${claim.id}`,
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
