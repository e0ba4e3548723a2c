import type { RuleKind, TitleValues } from '../domain/programs/rule-kinds.ts';

/** Titles of rules that have no title in the program file. */
type RuleTitles = { [K in RuleKind as `rule_title_${K}`]: TitleValues<K> };

/**
 * Every message of the server, and the values that it gets. Operators may replace any of them in the program file, by
 * its key.
 */
export interface MessageValues extends RuleTitles {
  points: { points: number };
  points_per_amount: { points: number; amount: string };
  points_added: Record<never, never>;
  points_removed: Record<never, never>;
  points_expired: Record<never, never>;
  entered_tier: { tier: string };
  fell_to_tier: { tier: string };

  // The incentive of a referred friend.
  incentive_discount: { discount: string };
  incentive_discount_from: { discount: string; minimum: string };
  incentive_free_shipping: Record<never, never>;
  incentive_free_shipping_up_to: { most: string };

  // The loyalty page.
  page_greeting: { name: string };
  page_points: Record<never, never>;
  page_points_pending: { points: number };
  page_points_none: Record<never, never>;
  page_tier: Record<never, never>;
  page_tier_renews: { date: string };
  page_tier_upgrade: { amount: string; tier: string };
  page_tier_upgrade_points: { points: number; tier: string };
  page_tier_upgrade_orders: { orders: number; tier: string };
  page_tier_renewal: { amount: string; date: string };
  page_tier_renewal_points: { points: number; date: string };
  page_tier_renewal_orders: { orders: number; date: string };
  page_tier_highest: Record<never, never>;
  page_tiers: Record<never, never>;
  page_tier_from: { amount: string };
  page_tier_from_points: { points: number };
  page_tier_from_orders: { orders: number };
  page_tier_first: Record<never, never>;
  page_earn: Record<never, never>;
  page_earn_nothing: Record<never, never>;
  page_limit_once: { interval: string };
  page_limit_count: { interval: string; count: number };
  page_limit_left: { interval: string; remaining: number; allowed: number };
  page_earn_done: Record<never, never>;
  page_again_tomorrow: Record<never, never>;
  page_again_on: { date: string };
  page_rewards: Record<never, never>;
  page_rewards_nothing: Record<never, never>;
  page_reward_missing: { points: number };
  page_reward_redeemed: Record<never, never>;
  page_reward_out_of_stock: Record<never, never>;
  page_reward_cart_full: Record<never, never>;
  page_reward_depends_on_cart: Record<never, never>;
  page_cart_total: { amount: string };
  page_cart_items: { count: number };
  page_nav: Record<never, never>;
  page_close: Record<never, never>;
  page_balance: { amount: string };
  page_points_arrive: { amount: string; date: string };
  page_points_expire: { amount: string; date: string };
  page_act_visit: Record<never, never>;
  page_act_like: Record<never, never>;
  page_act_follow: Record<never, never>;
  page_act_subscribe: Record<never, never>;
  page_act_birthday: Record<never, never>;
  page_act_refer: Record<never, never>;
  page_act_done: Record<never, never>;
  page_new_tab: Record<never, never>;
  page_cancel: Record<never, never>;
  page_redeem: Record<never, never>;
  page_redeem_for: { cost: string };
  page_redeem_left: { amount: string };
  page_redeem_variant: Record<never, never>;
  page_redeem_amount: { from: string; to: string };
  page_wallet: Record<never, never>;
  page_wallet_nothing: Record<never, never>;
  page_wallet_past: Record<never, never>;
  page_code: Record<never, never>;
  page_code_ends: { characters: string };
  page_copy: Record<never, never>;
  page_copied: Record<never, never>;
  page_claim_until: { date: string };
  page_claim_left: { amount: string };
  page_claim_used: Record<never, never>;
  page_claim_used_on: { date: string };
  page_claim_expired: Record<never, never>;
  page_claim_returned: Record<never, never>;
  page_claim_waiting: Record<never, never>;
  page_claim_in_hand: Record<never, never>;
  page_claim_product: { site: string };
  page_claim_lapses: { date: string };
  page_give_back: Record<never, never>;
  page_give_back_for: { amount: string };
  page_history: Record<never, never>;
  page_history_nothing: Record<never, never>;
  page_history_older: Record<never, never>;
  page_state_pending: Record<never, never>;
  page_state_declined: Record<never, never>;
  page_state_void: Record<never, never>;
  page_state_expired: Record<never, never>;
  page_history_pending: { date: string };
  page_refer: Record<never, never>;
  page_refer_text: Record<never, never>;
  page_refer_friend: Record<never, never>;
  page_refer_you: Record<never, never>;
  page_refer_link: Record<never, never>;
  page_share: Record<never, never>;
  page_share_email: Record<never, never>;
  page_share_text: { site: string };
  page_birthday: Record<never, never>;
  page_birthday_text: Record<never, never>;
  page_birthday_set: { date: string };
  page_birthday_date: Record<never, never>;
  page_save: Record<never, never>;
  page_how: Record<never, never>;
  page_how_join: Record<never, never>;
  page_how_join_text: { site: string };
  page_how_earn: Record<never, never>;
  page_how_earn_text: Record<never, never>;
  page_how_redeem: Record<never, never>;
  page_how_redeem_text: Record<never, never>;
  page_join: Record<never, never>;
  page_visit_site: { site: string };
  page_done_redeemed: { reward: string };
  page_done_voucher: Record<never, never>;
  page_done_gift_card: Record<never, never>;
  page_done_earned: { amount: string };
  page_done_received: { reward: string };
  page_done_continue: { place: string };
  page_done_given_back: { reward: string };
  page_done_birthday: Record<never, never>;
  page_done_joined: { program: string };
  page_done_subscribed: Record<never, never>;
  page_done_before: Record<never, never>;
  page_refused: Record<never, never>;
  page_refused_points: Record<never, never>;
  page_refused_limit: Record<never, never>;
  page_refused_stock: Record<never, never>;
  page_refused_offer: Record<never, never>;
  page_refused_input: Record<never, never>;
  page_refused_used: Record<never, never>;
  page_refused_date: Record<never, never>;
  page_refused_stale: Record<never, never>;
  page_refused_other: Record<never, never>;
  page_visitor: { site: string };
  page_not_enrolled: Record<never, never>;
  page_blocked: { site: string };
  page_expired: Record<never, never>;
  page_expired_advice: { site: string };
  page_closed: Record<never, never>;
  page_closed_advice: { site: string };
  page_other_session: Record<never, never>;
  page_other_session_advice: { site: string };
  page_unknown: Record<never, never>;
  page_unknown_advice: Record<never, never>;
  page_unavailable: Record<never, never>;
  page_unavailable_advice: Record<never, never>;
}

export type MessageKey = keyof MessageValues;

/** The messages of one language, in ICU MessageFormat. A language that lacks one does not compile. */
export type Catalogue = Readonly<Record<MessageKey, string>>;
