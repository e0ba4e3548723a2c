import type { ClaimView } from '../../src/domain/claims/claim-record.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import type { CartRedemption } from '../../src/domain/storefront/customer.ts';
import { SEPARATOR } from '../../src/domain/storefront/tuples.ts';

type Field = string | number | null;

/** Rows inside a column, as Postgres writes them; null: no rows. Free text is given as JSON. */
export function tuplesOf(rows: readonly (readonly Field[])[]): string | null {
  return rows.length === 0
    ? null
    : rows.map((row) => row.map((field) => field ?? '').join(SEPARATOR)).join(SEPARATOR);
}

/** A free text, or another value that is sent as JSON. */
export function json(value: unknown): string | null {
  return value == null ? null : JSON.stringify(value);
}

export function claimFields(claim: ClaimView): Field[] {
  return [
    ...[claim.id, claim.reward_id, claim.kind, json(claim.title), claim.state, claim.source_kind],
    ...[claim.source_id, claim.points_cost, claim.quantity, claim.claimed_at, claim.auto_refund_at],
    ...[claim.expires_at, claim.usage_status, claim.used_at, claim.fulfilled_at],
    ...[
      json(claim.fulfilment_explanation),
      json(claim.terms),
      json(claim.code),
      json(claim.code_last_characters),
    ],
    ...[claim.initial_balance_minor, claim.current_balance_minor, json(claim.variant_id)],
    ...[
      json(claim.redemption_id),
      json(claim.cart_id),
      json(claim.currency),
      claim.currency_rate,
      claim.code_seen_at,
    ],
  ];
}

export function redemptionFields(claim: CartRedemption): Field[] {
  return [...claimFields(claim), claim.seen_in_cart_at, claim.linked_to_cart_at, json(claim.cart)];
}

export function ownFields(row: CustomerRow): Field[] {
  return [
    row.program_id,
    row.id,
    json(row.merchant_id),
    json(row.merchant_key),
    row.site_id,
    json(row.email),
    json(row.first_name),
    json(row.last_name),
    row.birthday_month,
    row.birthday_day,
    row.birthday_year,
    row.email_marketing,
    row.sms_marketing,
    json(row.referral_id),
    json(row.metadata),
    row.enrolled_at,
    row.blocked_at,
    row.points_approved,
    row.points_pending,
    row.points_spent,
    row.tier_id,
    row.tier_started_at,
    row.tier_expires_at,
    row.withdrawn_tier_id,
    row.withdrawn_tier_until,
    row.version,
    row.last_entry_at,
    row.next_due_at,
    row.lots_since,
    row.lots_dated_since,
    row.balance_changed_at,
    row.last_purchase_at,
    row.next_birthday_at,
    row.referred_by,
    row.merged_into,
    row.erased_at,
    row.named_by_email ? 't' : 'f',
    row.created_at,
    row.updated_at,
  ];
}
