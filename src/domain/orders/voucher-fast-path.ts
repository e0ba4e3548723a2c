import type { ClaimedRewardsTable } from '../../db/claim-tables.ts';
import type { NamedStatements } from '../../db/named-statements.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import { giftCardHashes, normaliseCode } from '../claims/codes.ts';
import { anyRow } from '../core/any-row.ts';
import type { Secrets } from '../core/secrets.ts';
import type { AnswerRecord } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { bytes, guarded, hotWrite, IS_HELD, isAt, runGuarded } from '../ledger/guarded.ts';
import type { Program } from '../programs/configuration.ts';
import type { RunEach } from '../programs/key-lookup.ts';

/** The columns of a claim, by name: the plan of the statement is kept, so its columns must not change. */
const CLAIM_COLUMNS = {
  program_id: true,
  id: true,
  customer_id: true,
  reward_id: true,
  kind: true,
  title: true,
  state: true,
  source_kind: true,
  source_id: true,
  activity_id: true,
  points_cost: true,
  quantity: true,
  claimed_at: true,
  created_at: true,
  auto_refund_at: true,
  expires_at: true,
  resolved_at: true,
  usage_status: true,
  used_at: true,
  used_by_order_id: true,
  used_by_order_key: true,
  fulfilled_at: true,
  terms: true,
  code: true,
  code_key: true,
  code_hash: true,
  code_last_characters: true,
  initial_balance_minor: true,
  current_balance_minor: true,
  variant_id: true,
  redemption_id: true,
  cart_id: true,
  platform_action_id: true,
  session_kind: true,
  session_token: true,
  channel: true,
  stock_variant_ids: true,
  fulfilment_explanation: true,
  seen_in_cart_at: true,
  linked_to_cart_at: true,
  currency: true,
  currency_rate: true,
  code_sealed: true,
  code_seen_at: true,
} as const satisfies Record<keyof ClaimedRewardsTable, true>;

/** The part of a customer's row that the answer to a use shows. */
export type VoucherOwner = Pick<
  CustomerRow,
  'merchant_id' | 'email' | 'site_id' | 'tier_id' | 'points_pending' | 'points_approved' | 'points_spent'
>;

/** A code's claim and its owner, read in one snapshot without a lock. */
export interface VoucherSnapshot {
  claim: ClaimRecord;
  owner: VoucherOwner & Pick<CustomerRow, 'version' | 'last_entry_at' | 'next_due_at' | 'merged_into'>;
  /** The rest of each tracked stock of the claim's reward. */
  stock: [reward_id: number, variant_id: string, remaining: number][];
  /** The order that it is used on is recorded. */
  has_order: boolean;
}

const SNAPSHOT = {
  name: 'voucher_snapshot',
  text: `
select q.ord, ${Object.keys(CLAIM_COLUMNS)
    .map((column) => `r.${column}`)
    .join(', ')},
    c.version, c.last_entry_at, c.next_due_at, c.merged_into,
    c.merchant_id, c.email, c.site_id, c.tier_id, c.points_pending, c.points_approved, c.points_spent,
    coalesce((select json_agg(json_build_array(reward_id, variant_id, remaining)) from reward_stock
      where program_id = $1::bigint and reward_id = r.reward_id), '[]') as stock,
    ${anyRow('orders where program_id = $1::bigint and merchant_key = q.order_key')} as has_order
  from json_to_recordset($2::json) as q (ord int, code_key text, code_hashes bytea[], order_key text)
  cross join lateral (
    select * from claimed_rewards where program_id = $1::bigint and (code_key = q.code_key or code_hash = any(q.code_hashes)) limit 1) r
  cross join lateral (select * from customers where program_id = $1::bigint and id = r.customer_id limit 1) c`,
};

/** Reads what decides the use of a code on an order; undefined: no customer has the code. */
export async function readVoucherSnapshot(
  deps: Secrets & { hot: RunEach },
  programId: number,
  code: string,
  orderKey: string,
): Promise<VoucherSnapshot | undefined> {
  type Row = { ord: number } & ClaimRecord &
    VoucherSnapshot['owner'] &
    Pick<VoucherSnapshot, 'stock' | 'has_order'>;
  const row = await deps.hot.runEach<Row>(
    SNAPSHOT,
    { program_id: programId },
    {
      code_key: normaliseCode(code),
      code_hashes: giftCardHashes(deps, code).map(bytes),
      order_key: orderKey,
    },
  );
  if (!row) return undefined;
  const { stock, has_order, ...rest } = row;
  const claim = Object.fromEntries(
    Object.keys(CLAIM_COLUMNS).map((column) => [column, rest[column as keyof ClaimRecord]]),
  ) as unknown as ClaimRecord;
  return { claim, owner: rest, stock, has_order };
}

/** As `updateUse` and `usedOn` do, for an order that is not recorded. */
const USE = hotWrite(
  'use_voucher',
  ({ held, kept }) => `${held('claim_id bigint, order_key text')}, early as materialized (
  select * from held where is_unknown_order($1::bigint, order_key)
), written as (
  update customers c set version = c.version + 1
    from early held where ${IS_HELD}
    returning held.*
), used as (
  update claimed_rewards r set usage_status = 'used', current_balance_minor = null, used_at = w.at,
      used_by_order_key = w.order_key, used_by_order_id = null
    from written w where ${isAt('r', 'claimed_rewards', 'select claim_id as id from written')} and r.id = w.claim_id
)${kept('null', 'written w')}
select ord from written`,
);

/**
 * Notes the use of a voucher on an order that is not recorded yet. Returns false and writes nothing if the customer was
 * written since it was read or is being written, if the program has another version, or if the order was recorded.
 */
export async function useVoucherGuarded(
  hot: NamedStatements,
  { id: program_id, configuration_version }: Pick<Program, 'id' | 'configuration_version'>,
  { claim: { id: claim_id, customer_id }, owner: { version } }: VoucherSnapshot,
  orderKey: string,
  at: number,
  record: AnswerRecord | undefined,
): Promise<boolean> {
  const row = {
    claim_id,
    order_key: orderKey,
    ...guarded(customer_id, { version, configuration_version }, at, null),
  };
  return (await runGuarded<{ ord: number }>(hot, USE, { program_id }, row, record)) !== undefined;
}

/** The claim of a voucher as it is after its use on an order that is not recorded. */
export function usedOn(claim: ClaimRecord, orderKey: string, at: number): ClaimRecord {
  const use = { used_at: at, used_by_order_key: orderKey, used_by_order_id: null };
  return { ...claim, ...use, usage_status: 'used', current_balance_minor: null };
}
