import type { ClaimRecord } from '../../../domain/claims/claim-record.ts';
import type { CustomerRecord } from '../../../domain/listings/customer-store.ts';
import type { ListedTransaction } from '../../../domain/listings/transaction-store.ts';
import { type Program, variantFor } from '../../../domain/programs/configuration.ts';
import { programView } from '../../shared/program-view.ts';
import type { Mood } from '../design/badge.tsx';
import type { ConsoleMessage } from '../language/en.ts';
import type { ConsoleWording } from '../language/wording.ts';

type Named = Pick<CustomerRecord, 'first_name' | 'last_name' | 'email' | 'merchant_id'>;

/** The name by which operators know a customer: the whole name, otherwise the email, otherwise the id in the store. */
export function customerName({ first_name, last_name, email, merchant_id }: Named): string {
  const name = [first_name, last_name].filter(Boolean).join(' ').trim();
  return name || email || merchant_id;
}

/** The customer's state in the program. */
export function customerState(
  customer: Pick<CustomerRecord, 'enrolled_at' | 'blocked_at'>,
): [words: ConsoleMessage, mood?: Mood] {
  if (customer.blocked_at !== null) return ['customer_blocked', 'bad'];
  return customer.enrolled_at === null ? ['customer_guest'] : ['customer_member', 'good'];
}

/** 240 → "+240", with a minus that is as wide as the plus. */
export function signedText(
  { count, direction }: Pick<ConsoleWording, 'count' | 'direction'>,
  points: number,
): string {
  const text = points < 0 ? `−${count(-points)}` : `+${count(points)}`;
  // In every language the sign comes before the figure.
  return direction === 'rtl' ? `\u2066${text}\u2069` : text;
}

type Activity = Extract<ListedTransaction, { resource: 'activity' }>['activity'];

export const ACTIVITY_STATES: Record<Activity['state'], [words: ConsoleMessage, mood?: Mood]> = {
  pending: ['activity_pending', 'warn'],
  approved: ['activity_approved', 'good'],
  declined: ['activity_declined', 'bad'],
  void: ['activity_void', 'bad'],
};

/** The rule of an activity in the words that customers read. */
export function activityTitle(
  program: Program,
  { rule_id, name }: Pick<Activity, 'rule_id' | 'name'>,
  language: string,
): string {
  const rule = rule_id === null ? undefined : program.rule(rule_id);
  return rule ? programView(program, language).ruleTitle(rule, variantFor(rule, null)) : name;
}

type Claim = Pick<ClaimRecord, 'state' | 'usage_status' | 'fulfilled_at'>;

/** The state of a claimed reward. */
export function claimState({
  state,
  usage_status,
  fulfilled_at,
}: Claim): [words: ConsoleMessage, mood?: Mood] {
  switch (state) {
    case 'pending':
      return ['activity_pending', 'warn'];
    case 'approved':
      if (usage_status === 'used') return ['claim_used', 'good'];
      if (fulfilled_at !== null) return ['claim_handed_over', 'good'];
      return usage_status === 'partially_used' ? ['claim_used_in_part', 'good'] : ['claim_ready', 'accent'];
    case 'expired':
      return ['claim_expired'];
    case 'declined':
    case 'void':
      return ['claim_given_back'];
  }
}

/** The zone in which operators read the moments of a customer: the zone of its home site. */
export function zoneOf(program: Program, { site_id }: Pick<CustomerRecord, 'site_id'>): string {
  return (program.site(site_id) ?? program.sites[0]!).time_zone;
}
