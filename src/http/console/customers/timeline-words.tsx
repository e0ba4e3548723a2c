import { presentMoney } from '../../../domain/core/money.ts';
import type { TimelineItem } from '../../../domain/listings/customer-timeline.ts';
import type { ListedTransaction } from '../../../domain/listings/transaction-store.ts';
import { programView } from '../../shared/program-view.ts';
import { claimedTitle } from '../../shared/reward-title.ts';
import { Moment } from '../design/moment.tsx';
import type { TimelineEntry } from '../design/timeline.tsx';
import type { ConsoleWording } from '../language/wording.ts';
import { orderPath, orderState } from '../orders/order-words.ts';
import { ACTIVITY_STATES, activityTitle, signedText } from './customer-words.ts';
import { joined, type Reader, stateWithinSentence, whyAdjusted, whyEarned } from './sentences.ts';
import { tierName } from './tier-name.ts';

/** The facts that the entries of a timeline need. */
export interface TimelineView extends Reader {
  /** The path of the program's screens. */
  place: string;
  /** The path of the customer's screen. */
  home: string;
  /** The names of operators, by id. */
  names: ReadonlyMap<number, string>;
}

/** An entry of a customer's timeline in words: the event, its reason, its moment, and the change of the balance. */
export function timelineEntry(view: TimelineView, item: TimelineItem): TimelineEntry {
  const { say, language } = view.wording;
  const at = <Moment at={item.at} zone={view.zone} />;
  switch (item.kind) {
    case 'transaction':
      return { ...transactionEntry(view, item), ...worthOf(view.wording, item.transaction), at };
    case 'order':
      return { ...orderEntry(view, item.data), at };
    case 'tier':
      return {
        icon: 'crown',
        mood: 'accent',
        title: say('timeline_tier', { tier: tierName(view.program, item.data.tier_id, language) }),
        at,
      };
    case 'gift':
      return { ...giftEntry(view, item), at };
    case 'note': {
      const by = item.data.operator_id === null ? undefined : view.names.get(item.data.operator_id);
      return {
        icon: 'copy',
        title: item.data.text,
        why: by ? say('timeline_note_by', { name: by }) : say('timeline_note'),
        at,
      };
    }
    case 'deed':
      return { ...deedEntry(view, item.data), at };
  }
}

type Untimed = Omit<TimelineEntry, 'at'>;
type Item<K extends TimelineItem['kind']> = Extract<TimelineItem, { kind: K }>;

const given = (why: string) => (why ? { why } : {});

function worthOf(
  wording: ConsoleWording,
  { points_approved, points_pending }: ListedTransaction,
): Pick<TimelineEntry, 'worth'> {
  if (points_approved !== 0) return { worth: signedText(wording, points_approved) };
  const points = signedText(wording, points_pending);
  return points_pending === 0 ? {} : { worth: wording.say('timeline_pending', { points }) };
}

function transactionEntry(view: TimelineView, { transaction, caused }: Item<'transaction'>): Untimed {
  const { program, home, wording } = view;
  const { say, language } = wording;
  const { points_approved, note } = transaction;
  switch (transaction.resource) {
    case 'activity': {
      const { activity } = transaction;
      const [, mood] = ACTIVITY_STATES[activity.state];
      return {
        icon: activity.order_merchant_id === null ? 'spark' : 'bag',
        ...(mood && { mood }),
        title: activityTitle(program, activity, language),
        href: `${home}/activities/${activity.id}`,
        ...given(whyEarned(view, transaction, caused?.kind === 'activity' ? caused : undefined)),
      };
    }
    case 'claimed_reward': {
      const { claim } = transaction;
      const title = claimedTitle(programView(program, language), claim.reward_id, claim.title);
      const returns = points_approved > 0;
      return {
        icon: 'gift',
        mood: 'accent',
        title: returns ? say('timeline_given_back', { title }) : title,
        href: `${home}/claims/${claim.id}`,
        ...given(joined(wording, [say(returns ? 'timeline_points_returned' : 'timeline_redeemed'), note])),
      };
    }
    case 'expiry':
      return {
        icon: 'clock',
        title: say('timeline_expired'),
        ...given(joined(wording, [say(`timeline_expired_${transaction.reason}`), note])),
      };
    case 'adjustment':
      return {
        icon: points_approved < 0 ? 'minus' : 'plus',
        title: say(points_approved < 0 ? 'timeline_removed' : 'timeline_added'),
        ...given(whyAdjusted(view, transaction, caused?.kind === 'adjustment' ? caused : undefined)),
      };
  }
}

function orderEntry({ program, place, wording }: TimelineView, order: Item<'order'>['data']): Untimed {
  const [state, mood] = orderState(order);
  const total = presentMoney(order.total_minor, program.currency, wording.language).formatted;
  return {
    icon: 'bag',
    ...(mood && { mood }),
    title: wording.say('why_order', { order: order.number ?? order.merchant_id }),
    href: orderPath(place, order.merchant_id),
    why: joined(wording, [total, stateWithinSentence(wording, wording.say(state))]),
  };
}

function giftEntry({ program, home, wording }: TimelineView, { id, data }: Item<'gift'>): Untimed {
  return {
    icon: 'gift',
    mood: 'accent',
    title: claimedTitle(programView(program, wording.language), data.reward_id, data.title),
    href: `${home}/claims/${id}`,
    why: wording.say(`timeline_gift_${data.source_kind}`),
  };
}

/** Only the audit names keys and commands: fewer people see it. */
function deedEntry(
  { wording: { say } }: TimelineView,
  { action, actor_kind, actor_name }: Item<'deed'>['data'],
): Untimed {
  const why = actor_kind === 'operator' ? say('timeline_by', { who: actor_name }) : say(ACTORS[actor_kind]);
  return { icon: 'person', title: say(`action_${action}`), why };
}

const ACTORS = {
  key: 'timeline_by_back_end',
  app: 'timeline_by_app',
  command: 'timeline_by_command',
  server: 'timeline_by_server',
} as const;
