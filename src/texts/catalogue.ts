/**
 * Every message that the server words itself, and what it is given. Operators may put their own in place of
 * any of them, by its key, in the program file.
 */
export interface MessageValues {
  points: { points: number };
  points_per_amount: { points: number; amount: string };
  points_added: Record<never, never>;
  points_removed: Record<never, never>;
  points_expired: Record<never, never>;
  entered_tier: { tier: string };

  // What a rule is called whose program file gives it no title.
  rule_title_birthday: Record<never, never>;
  rule_title_loyalty_pass_install: Record<never, never>;
  rule_title_collection_purchase: Record<never, never>;
  rule_title_newsletter_signup: Record<never, never>;
  rule_title_pageview: Record<never, never>;
  rule_title_product_purchase: Record<never, never>;
  rule_title_purchase: Record<never, never>;
  rule_title_join_program: Record<never, never>;
  rule_title_review: Record<never, never>;
  rule_title_custom: { name: string };
  rule_title_social_like: Record<never, never>;
  rule_title_social_follow: { handle: string; network: string };
  rule_title_social_mention: { handle: string; network: string };
  rule_title_social_post_hashtag: { hashtag: string; network: string };
  rule_title_referral: Record<never, never>;
  rule_title_clickthrough: Record<never, never>;
  rule_title_retail_purchase: Record<never, never>;

  // What a referred friend is given.
  incentive_discount: { discount: string };
  incentive_discount_from: { discount: string; minimum: string };

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
  page_reward_ready: Record<never, never>;
  page_reward_missing: { points: number };
  page_reward_redeemed: Record<never, never>;
  page_reward_out_of_stock: Record<never, never>;
  page_reward_cart_full: Record<never, never>;
  page_reward_depends_on_cart: Record<never, never>;
  page_cart_total: { amount: string };
  page_cart_items: { count: number };
  page_visitor: { site: string };
  page_not_enrolled: { site: string };
  page_blocked: { site: string };
  page_expired: Record<never, never>;
  page_expired_advice: { site: string };
  page_unknown: Record<never, never>;
  page_unknown_advice: Record<never, never>;
  page_unavailable: Record<never, never>;
  page_unavailable_advice: Record<never, never>;
}

export type MessageKey = keyof MessageValues;

/** The messages of one language, in ICU MessageFormat. A language that lacks one does not compile. */
export type Catalogue = Readonly<Record<MessageKey, string>>;
