/** The explanations of tiers in the program file in Japanese, by the English ones. */
export const tiersHelp = {
  'Tiers of customers. Without it the program has none.': '顧客のランク。指定がなければランクはありません。',
  'What decides on the tier: the amount spent, the points that rules gave once they are approved (not those added by hand or imported), or the number of paid orders.':
    'ランクを決めるもの：利用額、ルールが与えて承認されたポイント（手動で追加したものや取り込んだものは除く）、または支払い済みの注文の数。',
  'How long a tier is held, and which facts earn it.': 'ランクが続く期間と、その対象になる実績。',
  'A tier is held for some months and renewed by what was done in as many.':
    'ランクは数か月続き、同じ長さの間の実績で更新されます。',
  'A membership lasts so many months.': '会員資格はこの月数だけ続きます。',
  'How many months a membership lasts, and how far back the facts count.':
    '会員資格が続く月数と、実績をさかのぼる月数。',
  'What is done within one window earns a tier, held to the end of that window or of so many more.':
    '1つの期間の実績でランクを得て、その期間の終わりか、指定した数の期間の終わりまで続きます。',
  'Windows of the calendar, the same for everybody.': '全員に共通のカレンダーの期間。',
  'The day of the year 2000 on which the first window began; each follows the one before.':
    '最初の期間が始まった2000年の日。その後は切れ目なく続きます。',
  'The month, 1 to 12.': '月（1～12）。',
  'The day of the month. 29 February is the 28th in years that lack it.':
    '日。2月29日は、ない年では28日になります。',
  'How many months a window lasts; 12 for a year.': '期間の月数。1年なら12。',
  'For how many windows a tier is held, the one in which it was reached included.':
    '到達した期間を含めて、ランクが続く期間の数。',
  'As by the calendar, with windows of a year that begin at the enrolment.':
    'カレンダーと同様で、入会から始まる1年の期間です。',
  "Years counted from the customer's own enrolment.": '顧客自身の入会から数えた年。',
  'A tier once reached is held for ever; all that was done counts.':
    '一度到達したランクはずっと続き、すべての実績が数えられます。',
  'A membership never ends.': '会員資格に期限はありません。',
  'Tiers by their stable keys, lowest first.': '固定のキーごとのランク。低い順。',
  'A tier.': 'ランク。',
  'What customers read. One text, or a map of language tag to text.':
    '顧客への表示。1つのテキスト、または言語タグごとのテキスト。',
  "From which the tier is held, inclusive; 0 for the tier that everybody begins in. By spend an amount in the program's currency, else a whole number. Every tier has one but a conditional one.":
    'この値以上でランクになります。全員が最初に入るランクは0。利用額の場合はプログラムの通貨の金額、それ以外は整数。手動で付与するランク以外は必須です。',
  'Whether it is given and taken by hand alone, in place of a lower_bound; false unless said otherwise.':
    'lower_boundの代わりに、手動でのみ付与・解除するかどうか。指定がなければ「いいえ」。',
  'Whether customers see it only once they have reached it; false unless said otherwise.':
    '到達するまで顧客に見せないかどうか。指定がなければ「いいえ」。',
  'Keys of the benefits that its members enjoy.': '会員が受けられる優待のキー。',
  'The key of a benefit.': '優待のキー。',
  'Keys of the rewards given to whoever enters it from a lower tier or from none.':
    '下のランクから、またはランクなしから上がったときに与える特典のキー。',
  'The key of a reward.': '特典のキー。',
  'Benefits by their stable keys, for the levels to refer to.':
    '固定のキーごとの優待。ランクから参照します。',
  'Something that members of a tier enjoy and that this server only tells of.':
    'ランクの会員が受けられるもの。このサーバーは案内だけを行います。',
  'Whether only members of a tier that has it see it; false unless said otherwise.':
    'その優待があるランクの会員にだけ見せるかどうか。指定がなければ「いいえ」。',
  'More about it.': '詳しい説明。',
  'The details as text. One text, or a map of language tag to text.':
    'テキストの詳細。1つのテキスト、または言語タグごとのテキスト。',
  'The details as HTML, handed on as it stands. One text, or a map of language tag to text.':
    'HTMLの詳細。そのまま渡します。1つのテキスト、または言語タグごとのテキスト。',
};
