import type { ClaimRecord } from '../../src/domain/claims/claim-record.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { ClaimTerms } from '../../src/domain/programs/reward-kinds.ts';
import type { StockLevels, StorefrontCustomer } from '../../src/domain/storefront/customer.ts';

export const NOON = Date.UTC(2025, 5, 15, 16);

export const UNTRACKED: StockLevels = { remaining: () => null };

/** A customer's row as it comes from the database; enrolled, without tier. */
export function customerRow(row: Partial<CustomerRow> = {}): CustomerRow {
  return {
    program_id: 1,
    id: 7,
    merchant_id: '1001',
    merchant_key: '1001',
    named_by_email: false,
    site_id: 1,
    email: 'ada@shop.example',
    first_name: 'Ada',
    last_name: null,
    birthday_month: null,
    birthday_day: null,
    birthday_year: null,
    email_marketing: 'subscribed',
    sms_marketing: 'unknown',
    referral_id: 'REFER1',
    metadata: {},
    enrolled_at: NOON - 1000,
    blocked_at: null,
    points_approved: 1200,
    points_pending: 50,
    points_spent: 500,
    tier_id: null,
    tier_started_at: null,
    tier_expires_at: null,
    withdrawn_tier_id: null,
    withdrawn_tier_until: null,
    version: 3,
    last_entry_at: NOON - 1000,
    next_due_at: null,
    lots_since: null,
    lots_dated_since: null,
    balance_changed_at: null,
    last_purchase_at: null,
    next_birthday_at: null,
    referred_by: null,
    merged_into: null,
    erased_at: null,
    created_at: NOON - 1000,
    updated_at: NOON - 1000,
    ...row,
  };
}

/** A claim of reward 31; a voucher unless its terms say otherwise. */
export function claimRecord(claim: Partial<ClaimRecord> & { terms: ClaimTerms }): ClaimRecord {
  return {
    program_id: 1,
    id: 501,
    customer_id: 7,
    reward_id: 31,
    kind: claim.terms.kind,
    title: 'A reward',
    state: 'approved',
    source_kind: 'points_redemption',
    source_id: null,
    activity_id: null,
    points_cost: 500,
    quantity: 1,
    claimed_at: NOON,
    created_at: NOON,
    auto_refund_at: null,
    expires_at: null,
    resolved_at: null,
    usage_status: 'not_used',
    used_at: null,
    used_by_order_id: null,
    used_by_order_key: null,
    fulfilled_at: NOON,
    code: null,
    code_key: null,
    code_hash: null,
    code_last_characters: null,
    initial_balance_minor: null,
    current_balance_minor: null,
    variant_id: null,
    redemption_id: null,
    cart_id: null,
    platform_action_id: null,
    session_kind: null,
    session_token: null,
    channel: 'web',
    stock_variant_ids: [],
    fulfilment_explanation: null,
    seen_in_cart_at: null,
    linked_to_cart_at: null,
    currency: null,
    currency_rate: null,
    code_sealed: null,
    code_seen_at: null,
    ...claim,
  };
}

/** A storefront's read of the customer, with nothing available and nothing done. */
export function storefrontCustomer(
  program: Program,
  parts: Partial<StorefrontCustomer> = {},
): StorefrontCustomer {
  const row = parts.row ?? customerRow();
  return {
    row,
    home: program.site(row.site_id)!,
    now: NOON,
    mark: '1 1',
    stock_hash: null,
    steady_until: NOON,
    tier: null,
    next_expiry: null,
    claims: [],
    cart_redemptions: [],
    unlinked_redemptions: [],
    stored_cart: null,
    history: [],
    rules: [],
    rewards: [],
    stock: UNTRACKED,
    ...parts,
  };
}
