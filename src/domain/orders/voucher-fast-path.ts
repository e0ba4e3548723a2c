import type { NamedStatements } from '../../db/named-statements.ts';
import type { ClaimRecord } from '../claims/claim-record.ts';
import { giftCardHashes, normaliseCode } from '../claims/codes.ts';
import type { Secrets } from '../core/secrets.ts';
import type { AnswerRecord } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { bytes, guarded, hotWrite, IS_HELD, runGuarded } from '../ledger/guarded.ts';
import type { RewardKind } from '../programs/reward-kinds.ts';

/** A code's claim and its owner, read in one snapshot without a lock. */
export interface VoucherSnapshot
  extends Pick<ClaimRecord, 'state' | 'usage_status' | 'expires_at'>,
    Pick<CustomerRow, 'version' | 'last_entry_at' | 'next_due_at' | 'merged_into'> {
  claim_id: number;
  kind: RewardKind;
  customer_id: number;
  /** The order that it is used on is recorded. */
  has_order: boolean;
}

const SNAPSHOT = {
  name: 'voucher_snapshot',
  text: `
select q.ord, r.id as claim_id, r.customer_id, r.kind, r.state, r.usage_status, r.expires_at,
    c.version, c.last_entry_at, c.next_due_at, c.merged_into,
    exists (select from orders where program_id = $1::bigint and merchant_key = q.order_key) as has_order
  from json_to_recordset($2::json) as q (ord int, code_key text, code_hashes bytea[], order_key text)
  cross join lateral (
    select * from claimed_rewards where program_id = $1::bigint and (code_key = q.code_key or code_hash = any(q.code_hashes)) limit 1) r
  cross join lateral (select * from customers where program_id = $1::bigint and id = r.customer_id limit 1) c`,
};

/** Reads what decides the use of a code on an order; undefined: no customer has the code. */
export async function readVoucherSnapshot(
  deps: Secrets & { hot: NamedStatements },
  programId: number,
  code: string,
  orderKey: string,
): Promise<VoucherSnapshot | undefined> {
  return deps.hot.runEach<VoucherSnapshot & { ord: number }>(
    SNAPSHOT,
    { program_id: programId },
    {
      code_key: normaliseCode(code),
      code_hashes: giftCardHashes(deps, code).map(bytes),
      order_key: orderKey,
    },
  );
}

/** As `updateUse` does, for an order that is not recorded. */
const USE = hotWrite(
  'use_voucher',
  ({ held, kept }) => `${held('claim_id bigint, order_key text')}, written as (
  update customers c set version = c.version + 1
    from held where ${IS_HELD}
      and not exists (select from orders o where o.program_id = $1::bigint and o.merchant_key = held.order_key)
    returning held.*
), used as (
  update claimed_rewards r set usage_status = 'used', current_balance_minor = null, used_at = w.at,
      used_by_order_key = w.order_key, used_by_order_id = null
    from written w where r.program_id = $1::bigint and r.id = any(array(select claim_id from written)) and r.id = w.claim_id
)${kept('null', 'written w')}
select ord from written`,
);

/**
 * Notes the use of a voucher on an order that is not recorded yet. Returns false and writes nothing if the customer was
 * written since it was read or is being written, or if the order was recorded.
 */
export async function useVoucherGuarded(
  hot: NamedStatements,
  programId: number,
  { claim_id, customer_id, version }: VoucherSnapshot,
  orderKey: string,
  at: number,
  record: AnswerRecord | undefined,
): Promise<boolean> {
  const row = { ...guarded(customer_id, version, at, null), claim_id, order_key: orderKey };
  return (await runGuarded<{ ord: number }>(hot, USE, { program_id: programId }, row, record)) !== undefined;
}
