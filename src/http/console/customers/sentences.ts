import { presentMoney } from '../../../domain/core/money.ts';
import type { Explained } from '../../../domain/explain/explained.ts';
import type { Caused } from '../../../domain/listings/caused-entries.ts';
import type { ListedTransaction } from '../../../domain/listings/transaction-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { tierName } from './tier-name.ts';

// The sentences of the timeline and of the explanation: why something happened to a customer, and why something is not
// possible.

type Of<R extends ListedTransaction['resource']> = Extract<ListedTransaction, { resource: R }>;
type CausedBy<K extends Caused['kind']> = Extract<Caused, { kind: K }>;

/** The reader's wording, the program, and the zone of the customer. */
export interface Reader {
  wording: ConsoleWording;
  program: Program;
  zone: string;
}

const DAY = 24 * 3_600_000;

/**
 * The reason why an activity moved points: "Order 5012, $48.00 × 5 points per $1, Gold; approved 26 Dec 2026 after 14
 * days".
 */
export function whyEarned(
  reader: Reader,
  transaction: Of<'activity'>,
  caused: CausedBy<'activity'> | undefined,
): string {
  const { wording, program } = reader;
  const { say, language } = wording;
  const { activity, note } = transaction;
  const order = caused?.order_number ?? activity.order_merchant_id;
  const tier = caused?.tier_id == null ? undefined : program.tier(caused.tier_id);
  const why = joined(wording, [
    activity.order_merchant_id !== null && say('why_order', { order: order! }),
    caused && rateText(reader, caused),
    tier && tierName(program, tier.id, language),
    note,
  ]);
  const end = endText(reader, transaction, caused);
  return why === '' ? sentence(wording, end) : say('why_end', { why, end });
}

/** "$48.00 × 5 points per $1". */
function rateText({ wording, program }: Reader, { basis }: CausedBy<'activity'>): string | undefined {
  if (!basis?.per_currency_unit_minor) return undefined;
  const money = (minor: number) => presentMoney(minor, program.currency, wording.language).formatted;
  return wording.say('why_rate', {
    amount: money(basis.amount_minor),
    points: basis.points,
    unit: money(basis.per_currency_unit_minor),
  });
}

/** The change of an activity by a transaction, in words. */
function endText(
  { wording: { say, date }, zone }: Reader,
  { activity, points_approved, points_pending, created_at }: Of<'activity'>,
  caused: CausedBy<'activity'> | undefined,
): string {
  if (points_approved === 0 && points_pending > 0) {
    // Only a pending activity has a future day of approval.
    if (activity.state !== 'pending') return say('why_waited');
    const approves_at = caused?.approves_at ?? null;
    return approves_at === null ? say('why_waits') : say('why_waits_until', { day: date(approves_at, zone) });
  }
  if (points_approved === 0) return say(activity.state === 'declined' ? 'why_declined' : 'why_dropped');
  if (points_approved < 0) return say(caused?.voided_by_hand ? 'why_taken_back_by_hand' : 'why_taken_back');
  if (points_pending === 0) return say('why_approved_at_once');
  const days = Math.round((created_at - activity.created_at) / DAY);
  const day = date(created_at, zone);
  return days === 0 ? say('why_approved', { day }) : say('why_approved_after', { day, days });
}

/** The reason why somebody added or removed points: "Goodwill, by Olive Operator". */
export function whyAdjusted(
  { wording }: Pick<Reader, 'wording'>,
  { note, points_approved }: Of<'adjustment'>,
  caused: CausedBy<'adjustment'> | undefined,
): string {
  const { say } = wording;
  return joined(wording, [
    caused?.reason === 'merge' && say(points_approved < 0 ? 'why_merged_away' : 'why_merged_in'),
    caused?.reason === 'opening' && say('why_opening'),
    caused?.reason_code && say(`reason_${caused.reason_code}`),
    note,
    caused?.by && say('why_by', { name: caused.by }),
  ]);
}

/** The reason why a customer cannot do something, with the facts that help. */
export function whyNot({ wording, program }: Reader, explained: Explained): string {
  const { say, count, language } = wording;
  const { obstacle, tier, variants_out_of_stock: variants } = explained;
  switch (obstacle.code) {
    case 'rule_not_enabled_for_customer':
    case 'reward_not_enabled_for_customer':
      if (obstacle.cause !== 'tier') return say(`obstacle_${obstacle.cause}`);
      return tier
        ? say('obstacle_tier', { tier: tierName(program, tier.id, language) })
        : say('obstacle_other_tier');
    case 'rule_limit_reached':
    case 'reward_limit_reached': {
      const { count: most, interval } = obstacle.limit;
      const values = { limit: count(most), used: obstacle.used };
      return interval ? say(`obstacle_limit_${interval}`, values) : say('obstacle_limit', values);
    }
    case 'insufficient_points':
      return say('obstacle_points', { points: obstacle.points_missing });
    case 'reward_out_of_stock':
      return variants.length === 0
        ? say('obstacle_stock')
        : say('obstacle_stock_of', { variants: joined(wording, variants) });
    case 'no_subscription_integration_configured':
      return say('obstacle_subscriptions');
    case 'max_cart_redemptions_reached':
      return say('obstacle_cart');
    case 'rule_kind_mismatch':
    case 'reward_kind_mismatch':
      // This cannot happen: a question about a rule or a reward gets an answer of the same kind.
      return obstacle.message;
    default:
      return say(`obstacle_${obstacle.code}`);
  }
}

/** The parts of a sentence, without the absent ones. */
export function joined(
  { say }: Pick<ConsoleWording, 'say'>,
  parts: readonly (string | false | null | undefined)[],
): string {
  return parts
    .filter((part): part is string => Boolean(part))
    .reduce((before, next) => (before === '' ? next : say('joined_by_comma', { before, next })), '');
}

/** Words as the beginning of a sentence. */
export function sentence({ language }: Pick<ConsoleWording, 'language'>, words: string): string {
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/** Words that begin with a noun, for the middle of a sentence. German nouns keep their capital letter. */
export function withinSentence(wording: Pick<ConsoleWording, 'language'>, words: string): string {
  return wording.language === 'de' ? words : stateWithinSentence(wording, words);
}

/** Words for a state, for the middle of a sentence. They do not begin with a noun. */
export function stateWithinSentence({ language }: Pick<ConsoleWording, 'language'>, words: string): string {
  return words.charAt(0).toLocaleLowerCase(language) + words.slice(1);
}
