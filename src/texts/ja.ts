import type { Catalogue } from './catalogue.ts';

export const ja: Catalogue = {
  points: '{points, plural, other {#ポイント}}',
  points_per_amount: '{amount}につき{points, plural, other {#ポイント}}',
  points_added: 'ポイント付与',
  points_removed: 'ポイント差し引き',
  points_expired: 'ポイント失効',
  entered_tier: '{tier}に到達',

  // What a rule is called whose program file gives it no title.
  rule_title_birthday: 'お誕生日のお祝い',
  rule_title_loyalty_pass_install: 'スマートフォンに会員証を追加',
  rule_title_collection_purchase: '対象コレクションの商品を購入',
  rule_title_newsletter_signup: 'メールマガジンに登録',
  rule_title_pageview: 'ショップを見る',
  rule_title_product_purchase: '対象商品を購入',
  rule_title_purchase: 'お買い物をする',
  rule_title_join_program: 'ポイントプログラムに入会',
  rule_title_review: 'レビューを書く',
  rule_title_custom: '{name}',
  rule_title_social_like: 'SNSで「いいね！」する',
  rule_title_social_follow: '{network}で{handle}をフォロー',
  rule_title_social_mention: '{network}で{handle}をメンション',
  rule_title_social_post_hashtag: '「{hashtag}」を付けて{network}に投稿',
  rule_title_referral: '友だちを紹介',
  rule_title_clickthrough: 'おすすめのページを見る',
  rule_title_retail_purchase: '店舗でお買い物をする',

  // What a referred friend is given.
  incentive_discount: '{discount}オフ',
  incentive_discount_from: '{minimum}以上のご注文で{discount}オフ',

  // The loyalty page.
  page_greeting: '{name}さん、こんにちは',
  page_points: '現在のポイント',
  page_points_pending: '{points, plural, other {ほかに#ポイントが確定待ちです}}',
  page_points_none: '最初のポイントまで、あと少しです。',
  page_tier: '現在のランク',
  page_tier_renews: '{date}に更新されます。',
  page_tier_upgrade: 'あと{amount}のお買い物で{tier}に到達します。',
  page_tier_upgrade_points: '{points, plural, other {あと#ポイントで{tier}に到達します。}}',
  page_tier_upgrade_orders: '{orders, plural, other {あと#回のご注文で{tier}に到達します。}}',
  page_tier_renewal: '{date}までにあと{amount}のお買い物で、このランクを維持できます。',
  page_tier_renewal_points:
    '{points, plural, other {{date}までにあと#ポイントで、このランクを維持できます。}}',
  page_tier_renewal_orders:
    '{orders, plural, other {{date}までにあと#回のご注文で、このランクを維持できます。}}',
  page_tier_highest: '当店の最高ランクです。いつもありがとうございます。',
  page_tiers: 'ランク',
  page_tier_from: '{amount}以上のお買い物',
  page_tier_from_points: '{points, plural, other {#ポイント以上の獲得}}',
  page_tier_from_orders: '{orders, plural, other {#回以上のご注文}}',
  page_tier_first: '入会時から',
  page_earn: 'ポイントを貯める',
  page_earn_nothing: '現在、ポイントを貯める方法はありません。またお越しください。',
  page_limit_once: '{interval, select, day {1日1回} week {週1回} month {月1回} year {年1回} other {1回限り}}',
  page_limit_count:
    '{interval, select, day {1日{count, number}回まで} week {週{count, number}回まで} month {月{count, number}回まで} year {年{count, number}回まで} other {{count, number}回まで}}',
  page_limit_left:
    '{interval, select, day {本日はあと{remaining, number}回（{allowed, number}回中）} week {今週はあと{remaining, number}回（{allowed, number}回中）} month {今月はあと{remaining, number}回（{allowed, number}回中）} year {今年はあと{remaining, number}回（{allowed, number}回中）} other {あと{remaining, number}回（{allowed, number}回中）}}',
  page_earn_done: '達成済み',
  page_again_tomorrow: 'また明日どうぞ',
  page_again_on: '{date}からまた利用できます',
  page_rewards: '特典',
  page_rewards_nothing: '現在、交換できる特典はありません。またお越しください。',
  page_reward_ready: '交換できます',
  page_reward_missing: '{points, plural, other {あと#ポイント}}',
  page_reward_redeemed: '交換済み',
  page_reward_out_of_stock: '在庫切れ',
  page_reward_cart_full: 'カートに追加済み',
  page_reward_depends_on_cart: 'カートの内容によります',
  page_cart_total: 'カートの合計が{amount}以上の場合',
  page_cart_items: '{count, plural, other {カートに#点以上ある場合}}',
  page_visitor:
    'お買い物のたびにポイントが貯まり、特典と交換できます。{site}にログインすると、ご自分のポイントを確認できます。',
  page_not_enrolled: 'まだ入会されていません。{site}で入会して、ポイントを貯めましょう。',
  page_blocked: '会員資格は現在停止されています。詳しくは{site}にお問い合わせください。',
  page_expired: 'このページの有効期限が切れました',
  page_expired_advice:
    'アカウントを守るため、このページは短い間しか開いておけません。{site}に戻って、もう一度開いてください。',
  page_unknown: 'ページが見つかりません',
  page_unknown_advice:
    'リンクが途中で切れているか、古くなっています。元の場所に戻って、もう一度ページを開いてください。',
  page_unavailable: 'まもなく再開します',
  page_unavailable_advice: '現在、ページを表示できません。1分ほど経ってから、もう一度お試しください。',
};
