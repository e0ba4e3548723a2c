import { birthdayOf } from '../customers/birthday.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { TakenFields } from '../customers/merge-store.ts';
import { MAX_METADATA } from '../customers/metadata.ts';
import type { WithdrawnTier } from '../tiers/take-over-tier.ts';

/**
 * The fields of a survivor after a merge. Missing fields come from the other customer. Consent to emails belongs to one
 * address, so it comes only together with the address. Metadata that would become too long are not taken over.
 */
export function takenFields(from: CustomerRow, into: CustomerRow): Omit<TakenFields, keyof WithdrawnTier> {
  const takesEmail = into.email === null && from.email !== null;
  const born = birthdayOf(into) ? into : from;
  const metadata = { ...from.metadata, ...into.metadata };
  const both = [from.id, into.id];
  const referrers = [into.referred_by, from.referred_by];
  return {
    email: into.email ?? from.email,
    email_marketing:
      takesEmail && into.email_marketing === 'unknown' ? from.email_marketing : into.email_marketing,
    sms_marketing: into.sms_marketing === 'unknown' ? from.sms_marketing : into.sms_marketing,
    first_name: into.first_name ?? from.first_name,
    last_name: into.last_name ?? from.last_name,
    birthday_day: born.birthday_day,
    birthday_month: born.birthday_month,
    birthday_year: born.birthday_year,
    next_birthday_at: born.next_birthday_at,
    metadata: JSON.stringify(metadata).length > MAX_METADATA ? into.metadata : metadata,
    enrolled_at: into.enrolled_at ?? from.enrolled_at,
    last_purchase_at:
      into.last_purchase_at === null || from.last_purchase_at === null
        ? (into.last_purchase_at ?? from.last_purchase_at)
        : Math.max(into.last_purchase_at, from.last_purchase_at),
    referred_by: referrers.find((id) => id !== null && !both.includes(id)) ?? null,
  };
}
