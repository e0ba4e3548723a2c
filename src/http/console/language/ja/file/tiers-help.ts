/** The explanations of tiers in the program file in Japanese, by the English ones. */
export const tiersHelp = {
  'Tiers of customers. Without it the program has none.': '顧客のランク。指定がなければランクはありません。',
  'What a tier depends on: the amount spent, the approved points that rules gave (not those added by hand or imported), or the number of paid orders.':
    'ランクを決めるもの：利用額、ルールが与えて承認されたポイント（手動で追加したものや取り込んだものは除く）、または支払い済みの注文の数。',
  'How long a tier lasts, and which facts earn it.': 'ランクが続く期間と、その対象になる実績。',
  'A tier lasts for some months. The customer keeps it if the facts of as many months earn it again.':
    'ランクは数か月続き、同じ長さの間の実績で更新されます。',
  'A membership lasts so many months.': '会員資格はこの月数だけ続きます。',
  'How many months a membership lasts. Facts count for as many months.':
    '会員資格が続く月数と、実績をさかのぼる月数。',
  'The facts of one window earn a tier. It lasts to the end of that window, or of a later one.':
    '1つの期間の実績でランクを得て、その期間の終わりか、指定した数の期間の終わりまで続きます。',
  'Windows of the calendar, the same for all customers.': '全員に共通のカレンダーの期間。',
  'The day of the year 2000 on which the first window began. The windows follow each other without a gap.':
    '最初の期間が始まった2000年の日。その後は切れ目なく続きます。',
  'The month, 1 to 12.': '月（1～12）。',
  'The day of the month. 29 February stands for the 28th in other years.':
    '日。2月29日は、ない年では28日になります。',
  'How many months a window lasts; 12 for a year.': '期間の月数。1年なら12。',
  'For how many windows a tier lasts, including the window in which it was reached.':
    '到達した期間を含めて、ランクが続く期間の数。',
  "Like the calendar, but each window is a year that begins on the day of the customer's enrolment.":
    'カレンダーと同様で、入会から始まる1年の期間です。',
  "Years counted from the customer's own enrolment.": '顧客自身の入会から数えた年。',
  'A tier that was reached lasts for ever. Facts count for ever.':
    '一度到達したランクはずっと続き、すべての実績が数えられます。',
  'A membership never ends.': '会員資格に期限はありません。',
  'The tiers by their permanent keys, lowest first.': '固定のキーごとのランク。低い順。',
  'A tier.': 'ランク。',
  'What customers read. One text, or a map of language tag to text.':
    '顧客への表示。1つのテキスト、または言語タグごとのテキスト。',
  "The amount, points or orders from which on customers have the tier. 0 for the first tier, in which everybody begins. An amount is in the program's currency; points and orders are whole numbers. Required, except for a conditional tier, which has none.":
    'この値以上でランクになります。全員が最初に入るランクは0。利用額の場合はプログラムの通貨の金額、それ以外は整数。手動で付与するランク以外は必須です。',
  'Whether the tier is given and taken only by hand. It then has no lower_bound. Default: false.':
    'lower_boundの代わりに、手動でのみ付与・解除するかどうか。指定がなければ「いいえ」。',
  'Whether customers see the tier only after they have reached it. Default: false.':
    '到達するまで顧客に見せないかどうか。指定がなければ「いいえ」。',
  'The keys of the benefits of its members.': '会員が受けられる優待のキー。',
  'The key of a benefit.': '優待のキー。',
  'The keys of the rewards that customers get who enter the tier from a lower tier or from none.':
    '下のランクから、またはランクなしから上がったときに与える特典のキー。',
  'The key of a reward.': '特典のキー。',
  'The benefits by their permanent keys. Levels refer to these keys.':
    '固定のキーごとの優待。ランクから参照します。',
  'Something that the store promises to members of a tier. The server only shows its text.':
    'ランクの会員が受けられるもの。このサーバーは案内だけを行います。',
  'Whether only members of a tier with this benefit see it. Default: false.':
    'その優待があるランクの会員にだけ見せるかどうか。指定がなければ「いいえ」。',
  'A longer text about the benefit.': '詳しい説明。',
  'The details as text. One text, or a map of language tag to text.':
    'テキストの詳細。1つのテキスト、または言語タグごとのテキスト。',
  'The details as HTML. The server passes it on without a change. One text, or a map of language tag to text.':
    'HTMLの詳細。そのまま渡します。1つのテキスト、または言語タグごとのテキスト。',
};
