import type { ClaimRecord } from '../../../domain/claims/claim-record.ts';
import type { CustomerRecord } from '../../../domain/listings/customer-store.ts';
import type { ListedTransaction } from '../../../domain/listings/transaction-store.ts';
import { type Program, variantFor } from '../../../domain/programs/configuration.ts';
import { programView } from '../../shared/program-view.ts';
import type { Mood } from '../design/badge.tsx';
import { countText } from '../design/numbers.ts';

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

type Activity = Extract<ListedTransaction, { resource: 'activity' }>['activity'];

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
