import { presentMoney } from '../../../domain/core/money.ts';
import type { Caused } from '../../../domain/listings/caused-entries.ts';
import type { ListedTransaction } from '../../../domain/listings/transaction-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { countText, momentText } from '../design/numbers.ts';
import { nameOf } from '../program-names.ts';
import { REASON_WORDS } from './reason-words.ts';

type Of<R extends ListedTransaction['resource']> = Extract<ListedTransaction, { resource: R }>;
type CausedBy<K extends Caused['kind']> = Extract<Caused, { kind: K }>;

const DAY = 24 * 3_600_000;

/** 22 Nov 2026. */
export function dayOf(ms: number, zone: string): string {
  return momentText(ms, zone).split(',')[0]!;
}

/**
 * Why an activity moved points: "Order 5012, $48.00 × 5 points per $1, Gold; approved 26 Dec 2026 after 14 days".
 */
export function whyEarned(
  program: Program,
  zone: string,
  transaction: Of<'activity'>,
  caused: CausedBy<'activity'> | undefined,
): string {
  const { activity, note } = transaction;
  const order = caused?.order_number ?? activity.order_merchant_id;
  const parts = [
    activity.order_merchant_id !== null && `Order ${order}`,
    caused && rateText(program, caused),
    caused && tierText(program, caused.tier_id),
    note,
  ];
  const why = parts.filter(Boolean).join(', ');
  const end = endText(zone, transaction, caused);
  if (why === '') return end.charAt(0).toUpperCase() + end.slice(1);
  return `${why}; ${end}`;
}

/** "$48.00 × 5 points per $1". */
function rateText({ currency }: Program, { basis }: CausedBy<'activity'>): string | undefined {
  if (!basis?.per_currency_unit_minor) return undefined;
  const money = (minor: number) => presentMoney(minor, currency, 'en').formatted;
  const points = basis.points === 1 ? '1 point' : `${countText(basis.points)} points`;
  return `${money(basis.amount_minor)} × ${points} per ${money(basis.per_currency_unit_minor)}`;
}

function tierText(program: Program, tierId: number | null): string | undefined {
  const tier = tierId === null ? undefined : program.tier(tierId);
  return tier && nameOf(program, 'tier', tier.key);
}

/** The turn that an activity takes by a transaction. */
function endText(
  zone: string,
  { activity, points_approved, points_pending, created_at }: Of<'activity'>,
  caused: CausedBy<'activity'> | undefined,
): string {
  if (points_approved === 0 && points_pending > 0) return waitText(zone, activity.state, caused);
  if (points_approved === 0) return activity.state === 'declined' ? 'declined' : 'taken back while it waited';
  if (points_approved < 0) return caused?.voided_by_hand ? 'taken back by hand' : 'taken back';
  if (points_pending === 0) return 'approved at once';
  const days = Math.round((created_at - activity.created_at) / DAY);
  const after = days === 0 ? '' : days === 1 ? ' after 1 day' : ` after ${countText(days)} days`;
  return `approved ${dayOf(created_at, zone)}${after}`;
}

/** Only what still waits has a day ahead. */
function waitText(
  zone: string,
  state: Of<'activity'>['activity']['state'],
  caused: CausedBy<'activity'> | undefined,
): string {
  if (state !== 'pending') return 'waited for approval';
  const approves_at = caused?.approves_at ?? null;
  return approves_at === null ? 'waits for approval' : `waits for approval until ${dayOf(approves_at, zone)}`;
}

/** Why somebody added or removed points: "Goodwill, by Olive Operator". */
export function whyAdjusted(
  { note, points_approved }: Of<'adjustment'>,
  caused: CausedBy<'adjustment'> | undefined,
): string {
  const merged =
    points_approved < 0 ? 'Moved by a merge to the customer that is left' : 'Brought along by a merge';
  const parts = [
    caused?.reason === 'merge' && merged,
    caused?.reason === 'opening' && 'Brought along by an import',
    caused?.reason_code && REASON_WORDS[caused.reason_code],
    note,
    caused?.by && `by ${caused.by}`,
  ];
  return parts.filter(Boolean).join(', ');
}
