import type { Catalogue } from './catalogue.ts';

export const en: Catalogue = {
  points: '{points, plural, one {# point} other {# points}}',
  points_per_amount: '{points, plural, one {# point} other {# points}} per {amount}',
  points_added: 'Points added',
  points_removed: 'Points removed',
  points_expired: 'Points expired',
  entered_tier: 'Reached {tier}',

  // What a rule is called whose program file gives it no title.
  rule_title_birthday: 'Celebrate your birthday',
  rule_title_loyalty_pass_install: 'Add your loyalty card to your phone',
  rule_title_collection_purchase: 'Shop a featured collection',
  rule_title_newsletter_signup: 'Sign up for our newsletter',
  rule_title_pageview: 'Visit our shop',
  rule_title_product_purchase: 'Buy a featured product',
  rule_title_purchase: 'Make a purchase',
  rule_title_join_program: 'Join our loyalty program',
  rule_title_review: 'Write a review',
  rule_title_custom: '{name}',
  rule_title_social_like: 'Like us on social media',
  rule_title_social_follow: 'Follow {handle} on {network}',
  rule_title_social_mention: 'Mention {handle} on {network}',
  rule_title_social_post_hashtag: 'Post with {hashtag} on {network}',
  rule_title_referral: 'Refer a friend',
  rule_title_clickthrough: 'Discover what we have for you',
  rule_title_retail_purchase: 'Shop in one of our stores',

  // What a referred friend is given.
  incentive_discount: '{discount} off',
  incentive_discount_from: '{discount} off orders of {minimum} or more',

  // The loyalty page.
  page_greeting: 'Hello, {name}',
  page_points: 'Your points',
  page_points_pending: '{points, plural, one {# more point} other {# more points}} on the way',
  page_points_none: 'Your first points are only a few steps away.',
  page_tier: 'Your tier',
  page_tier_renews: 'Renews on {date}.',
  page_tier_upgrade: 'Spend {amount} more to reach {tier}.',
  page_tier_upgrade_points:
    '{points, plural, one {Earn # more point to reach {tier}.} other {Earn # more points to reach {tier}.}}',
  page_tier_upgrade_orders:
    '{orders, plural, one {Place # more order to reach {tier}.} other {Place # more orders to reach {tier}.}}',
  page_tier_renewal: 'Spend {amount} more by {date} to keep it.',
  page_tier_renewal_points:
    '{points, plural, one {Earn # more point by {date} to keep it.} other {Earn # more points by {date} to keep it.}}',
  page_tier_renewal_orders:
    '{orders, plural, one {Place # more order by {date} to keep it.} other {Place # more orders by {date} to keep it.}}',
  page_tier_highest: 'This is our highest tier. Thank you!',
  page_tiers: 'Tiers',
  page_tier_from: 'From {amount} spent',
  page_tier_from_points: '{points, plural, one {From # point earned} other {From # points earned}}',
  page_tier_from_orders: '{orders, plural, one {From # order} other {From # orders}}',
  page_tier_first: 'From the start',
  page_earn: 'Ways to earn',
  page_earn_nothing: 'There is nothing to earn at the moment. Come back soon.',
  page_limit_once:
    '{interval, select, day {Once a day} week {Once a week} month {Once a month} year {Once a year} other {Once}}',
  page_limit_count:
    '{interval, select, day {Up to {count, number} times a day} week {Up to {count, number} times a week} month {Up to {count, number} times a month} year {Up to {count, number} times a year} other {Up to {count, number} times}}',
  page_limit_left:
    '{interval, select, day {{remaining, number} of {allowed, number} left today} week {{remaining, number} of {allowed, number} left this week} month {{remaining, number} of {allowed, number} left this month} year {{remaining, number} of {allowed, number} left this year} other {{remaining, number} of {allowed, number} left}}',
  page_earn_done: 'Done',
  page_again_tomorrow: 'Again tomorrow',
  page_again_on: 'Again from {date}',
  page_rewards: 'Rewards',
  page_rewards_nothing: 'There are no rewards at the moment. Come back soon.',
  page_reward_ready: 'Ready to redeem',
  page_reward_missing: '{points, plural, one {# point to go} other {# points to go}}',
  page_reward_redeemed: 'Already redeemed',
  page_reward_out_of_stock: 'Out of stock',
  page_reward_cart_full: 'Already in your cart',
  page_reward_depends_on_cart: 'Depends on your cart',
  page_cart_total: 'On carts of {amount} or more',
  page_cart_items: '{count, plural, one {With # item in the cart} other {With # or more items in the cart}}',
  page_visitor:
    'Collect points whenever you shop, and turn them into rewards. Sign in at {site} to see yours.',
  page_not_enrolled: 'You have not joined yet. Join at {site} and start collecting points.',
  page_blocked: 'Your membership is on hold. {site} can tell you more.',
  page_expired: 'This page has expired',
  page_expired_advice:
    'To keep your account safe it stays open for a short while only. Go back to {site} and open it again.',
  page_unknown: 'There is no page here',
  page_unknown_advice: 'The link is incomplete or too old. Go back to where you found it and open it again.',
  page_unavailable: 'We will be right back',
  page_unavailable_advice: 'The page cannot be shown at the moment. Please try again in a minute.',
};
