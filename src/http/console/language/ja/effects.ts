import type { effects as english } from '../en/effects.ts';

export const effects: Record<keyof typeof english, string> = {
  effect_no_tier: 'ランクなし',
  effect_rule: 'ルール{key}',
  effect_reward: '特典{key}',
  effect_tier_enters: '顧客{count, plural, other {#人}}がすぐに{to}になります。',
  effect_tier_rises: '顧客{count, plural, other {#人}}がすぐに{from}から{to}に上がります。',
  effect_tier_leaves: '顧客{count, plural, other {#人}}が、なくなる{from}からすぐに{to}に移ります。',
  effect_tier_falls: '顧客{count, plural, other {#人}}が、会員資格の期限に{from}から{to}に下がります。',
  effect_tier_falls_on:
    '顧客{count, plural, other {#人}}が、会員資格の期限に{from}から{to}に下がります（最初は{day}）。',
  effect_tier_stays: '{from}から{to}に下がるはずだった顧客{count, plural, other {#人}}が、そのまま残ります。',
  effect_tier_stays_on:
    '{from}から{to}に下がるはずだった顧客{count, plural, other {#人}}が、そのまま残ります（最初は{day}）。',
  effect_rule_opens: '顧客{count, plural, other {#人}}がルール{key}を再び達成できます。',
  effect_reward_opens: '顧客{count, plural, other {#人}}が特典{key}を再び交換できます。',
  effect_rule_closes:
    '新しい制限により、顧客{count, plural, other {#人}}がルール{key}を達成できなくなります。',
  effect_reward_closes:
    '新しい制限により、顧客{count, plural, other {#人}}が特典{key}を交換できなくなります。',
  effect_customers: '{count, plural, other {#人}}',
  effect_points: '{count, plural, other {#ポイント}}',
  effect_points_expire: '顧客{customers}の{points}がすぐに失効します。',
  effect_points_kept: '顧客{customers}の{points}が失効しなくなります。',
  effect_points_move: '顧客{customers}の{points}の失効日が変わります。最初は{day}です。',
  effect_claims: '交換済みの{entry}のうち{count, plural, other {#件}}が未使用で、引き続き使えます。',
  effect_variant: '{entry}のバリエーション{variant}',
  effect_stock_uncounted: '{what}の在庫は今後数えません。',
  effect_stock_counted: '{what}の在庫を今後数えます。開始時の数は{after}です。',
  effect_stock_out: '{what}の在庫がなくなります。残りは{before}でした。',
  effect_stock: '{what}の残りが{before}から{after}になります。',
  effect_codes_none: '{entry}のコードの在庫がないため、誰も交換できません。',
  effect_codes: '{entry}の在庫{wanted}に対して、コードは{count, plural, other {#件}}です。',
  effect_unfinished:
    'バージョン{version}がまだすべての顧客に反映されていないため、数が変わることがあります。',
};
