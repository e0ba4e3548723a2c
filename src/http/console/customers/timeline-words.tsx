import { presentMoney } from '../../../domain/core/money.ts';
import type { TimelineItem } from '../../../domain/listings/customer-timeline.ts';
import type { ListedTransaction } from '../../../domain/listings/transaction-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { programView } from '../../shared/program-view.ts';
import { claimedTitle } from '../../shared/reward-title.ts';
import { Moment } from '../design/moment.tsx';
import type { TimelineEntry } from '../design/timeline.tsx';
import { orderPath, orderState } from '../orders/order-words.ts';
import { ACTION_WORDS } from '../team/audit-words.ts';
import { ACTIVITY_STATES, activityTitle, signedText } from './customer-words.ts';
import { tierName } from './tier-name.ts';
import { whyAdjusted, whyEarned } from './why-points.ts';

/** The things around a timeline. */
export interface TimelineView {
  program: Program;
  zone: string;
  /** The path of the program's screens. */
  place: string;
  /** The path of the customer's screen. */
  home: string;
  /** The names of operators, by id. */
  names: ReadonlyMap<number, string>;
}

/** An entry of a customer's timeline in words: what happened, why, when, and by how much the balance changed. */
export function timelineEntry(view: TimelineView, item: TimelineItem): TimelineEntry {
  const at = <Moment at={item.at} zone={view.zone} />;
  switch (item.kind) {
    case 'transaction':
      return { ...transactionEntry(view, item), ...worthOf(item.transaction), at };
    case 'order':
      return { ...orderEntry(view, item.data), at };
    case 'tier':
      return {
        icon: 'crown',
        mood: 'accent',
        title: `Came into ${tierName(view.program, item.data.tier_id)}`,
        at,
      };
    case 'gift':
      return { ...giftEntry(view, item), at };
    case 'note': {
      const by = item.data.operator_id === null ? undefined : view.names.get(item.data.operator_id);
      return { icon: 'copy', title: item.data.text, why: `Note${by ? ` by ${by}` : ''}`, at };
    }
    case 'deed':
      return { ...deedEntry(item.data), at };
  }
}

type Untimed = Omit<TimelineEntry, 'at'>;
type Item<K extends TimelineItem['kind']> = Extract<TimelineItem, { kind: K }>;

const given = (why: string) => (why ? { why } : {});

function worthOf({ points_approved, points_pending }: ListedTransaction): Pick<TimelineEntry, 'worth'> {
  if (points_approved !== 0) return { worth: signedText(points_approved) };
  return points_pending === 0 ? {} : { worth: `${signedText(points_pending)} pending` };
}

const EXPIRY_REASONS: Record<Extract<ListedTransaction, { resource: 'expiry' }>['reason'], string> = {
  inactivity: 'After a time without activity',
  age: 'A set time after they were earned',
  calendar_date: 'On the day of the year on which points expire',
};

function transactionEntry(view: TimelineView, { transaction, caused }: Item<'transaction'>): Untimed {
  const { program, zone, home } = view;
  const { points_approved, note } = transaction;
  switch (transaction.resource) {
    case 'activity': {
      const { activity } = transaction;
      const [, mood] = ACTIVITY_STATES[activity.state];
      return {
        icon: activity.order_merchant_id === null ? 'spark' : 'bag',
        ...(mood && { mood }),
        title: activityTitle(program, activity),
        href: `${home}/activities/${activity.id}`,
        ...given(whyEarned(program, zone, transaction, caused?.kind === 'activity' ? caused : undefined)),
      };
    }
    case 'claimed_reward': {
      const { claim } = transaction;
      const title = claimedTitle(programView(program, 'en'), claim.reward_id, claim.title);
      const returns = points_approved > 0;
      return {
        icon: 'gift',
        mood: 'accent',
        title: returns ? `${title}, given back` : title,
        href: `${home}/claims/${claim.id}`,
        ...given([returns ? 'Its points returned' : 'Redeemed', note].filter(Boolean).join(', ')),
      };
    }
    case 'expiry':
      return {
        icon: 'clock',
        title: 'Points expired',
        ...given([EXPIRY_REASONS[transaction.reason], note].filter(Boolean).join(', ')),
      };
    case 'adjustment':
      return {
        icon: points_approved < 0 ? 'minus' : 'plus',
        title: points_approved < 0 ? 'Points removed' : 'Points added',
        ...given(whyAdjusted(transaction, caused?.kind === 'adjustment' ? caused : undefined)),
      };
  }
}

function orderEntry({ program, place }: TimelineView, order: Item<'order'>['data']): Untimed {
  const [state, mood] = orderState(order);
  const total = presentMoney(order.total_minor, program.currency, 'en').formatted;
  return {
    icon: 'bag',
    ...(mood && { mood }),
    title: `Order ${order.number ?? order.merchant_id}`,
    href: orderPath(place, order.merchant_id),
    why: `${total}, ${state.toLowerCase()}`,
  };
}

const GIFT_WORDS: Record<Item<'gift'>['data']['source_kind'], string> = {
  points_redemption: 'Claimed without points',
  rule_completion: 'Given by a rule',
  tier_entry: 'Given on coming into a tier',
};

function giftEntry({ program, home }: TimelineView, { id, data }: Item<'gift'>): Untimed {
  return {
    icon: 'gift',
    mood: 'accent',
    title: claimedTitle(programView(program, 'en'), data.reward_id, data.title),
    href: `${home}/claims/${id}`,
    why: GIFT_WORDS[data.source_kind],
  };
}

/** Keys and commands are named in the audit alone, which fewer people see. */
function deedEntry({ action, actor_kind, actor_name }: Item<'deed'>['data']): Untimed {
  return { icon: 'person', title: ACTION_WORDS[action], why: `By ${byWhom(actor_kind, actor_name)}` };
}

function byWhom(kind: Item<'deed'>['data']['actor_kind'], name: string): string {
  switch (kind) {
    case 'operator':
      return name;
    case 'key':
      return 'the store’s back end';
    case 'app':
      return 'an app';
    case 'command':
      return 'the command line';
    case 'server':
      return 'the server';
  }
}
