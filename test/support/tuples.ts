import type { ClaimView } from '../../src/domain/claims/claim-record.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import type { CartRedemption } from '../../src/domain/storefront/customer.ts';
import { SEPARATOR } from '../../src/domain/storefront/tuples.ts';

type Field = string | number | null;

/** Rows inside a column, as Postgres writes them; null: no rows. */
export function tuplesOf(rows: readonly (readonly Field[])[]): string | null {
  return rows.length === 0 ? null : rows.map(rowOf).join(SEPARATOR);
}

/** The same for claims, whose terms stand before their fields. */
export function claimTuples<C extends ClaimView>(
  claims: readonly C[],
  fieldsOf: (claim: C) => Field[],
): string | null {
  const rows = claims.map((claim) => `${JSON.stringify(claim.terms)}${SEPARATOR}${rowOf(fieldsOf(claim))}`);
  return rows.length === 0 ? null : rows.join(SEPARATOR);
}

/** The text of a record, as record_out of Postgres writes it. */
function rowOf(fields: readonly Field[]): string {
  return `(${fields.map(fieldOf).join()})`;
}

function fieldOf(field: Field): string {
  if (field === null) return '';
  const text = String(field);
  return text === '' || /["\\(), \t\n\v\f\r]/.test(text) ? `"${text.replaceAll(/["\\]/g, '$&$&')}"` : text;
}

/** A value that is sent as JSON. */
function json(value: unknown): string | null {
  return value == null ? null : JSON.stringify(value);
}

export function claimFields(claim: ClaimView): Field[] {
  return [
    ...[claim.id, claim.reward_id, claim.kind, claim.title, claim.state, claim.source_kind],
    ...[claim.source_id, claim.points_cost, claim.quantity, claim.claimed_at, claim.auto_refund_at],
    ...[claim.expires_at, claim.usage_status, claim.used_at, claim.fulfilled_at],
    ...[claim.fulfilment_explanation, claim.code, claim.code_last_characters],
    ...[claim.initial_balance_minor, claim.current_balance_minor, claim.variant_id],
    ...[claim.redemption_id, claim.cart_id, claim.currency, claim.currency_rate, claim.code_seen_at],
  ];
}

export function redemptionFields(claim: CartRedemption): Field[] {
  return [...claimFields(claim), claim.seen_in_cart_at, claim.linked_to_cart_at, json(claim.cart)];
}

export function ownFields(row: CustomerRow): Field[] {
  return [
    row.program_id,
    row.id,
    row.merchant_id,
    row.merchant_key,
    row.site_id,
    row.email,
    row.first_name,
    row.last_name,
    row.birthday_month,
    row.birthday_day,
    row.birthday_year,
    row.email_marketing,
    row.sms_marketing,
    row.referral_id,
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
