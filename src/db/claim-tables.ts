import type { Generated } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export type ClaimState = 'pending' | 'approved' | 'declined' | 'void' | 'expired';
type UsageStatus = 'not_used' | 'partially_used' | 'used';

export interface ClaimedRewardsTable {
  program_id: number;
  id: Generated<number>;
  customer_id: number;
  reward_id: number;
  kind: string;
  title: string;
  state: ClaimState;
  source_kind: 'points_redemption' | 'rule_completion' | 'tier_entry';
  source_id: number | null;
  activity_id: number | null;
  points_cost: number;
  quantity: Generated<number>;
  claimed_at: Timestamp;
  created_at: Timestamp;
  auto_refund_at: Timestamp | null;
  expires_at: Timestamp | null;
  resolved_at: Timestamp | null;
  usage_status: Generated<UsageStatus>;
  used_at: Timestamp | null;
  used_by_order_id: number | null;
  used_by_order_key: string | null;
  fulfilled_at: Timestamp | null;
  terms: Json;
  code: string | null;
  code_key: string | null;
  code_hash: Buffer | null;
  code_last_characters: string | null;
  initial_balance_minor: number | null;
  current_balance_minor: number | null;
  variant_id: string | null;
  redemption_id: string | null;
  cart_id: string | null;
  platform_action_id: string | null;
  session_kind: 'cart' | 'checkout' | 'custom' | null;
  session_token: string | null;
  channel: string | null;
  stock_variant_ids: string[] | null;
  fulfilment_explanation: string | null;
  seen_in_cart_at: Timestamp | null;
  linked_to_cart_at: Timestamp | null;
  currency: string | null;
  currency_rate: number | null;
  code_sealed: Buffer | null;
  code_seen_at: Timestamp | null;
}

export interface VoucherCodesTable {
  program_id: number;
  id: Generated<number>;
  reward_id: number;
  code: string;
  code_key: string;
  created_at: Timestamp;
  taken_at: Timestamp | null;
}

export interface GiftCardUsesTable {
  program_id: number;
  claimed_reward_id: number;
  order_key: string;
  amount_minor: number;
  used_at: Timestamp;
  returned_at: Timestamp | null;
}
