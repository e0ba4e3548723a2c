/** The explanations of rules in the program file in Japanese, by the English ones. */
export const rulesHelp = {
  'The rules by their permanent keys, in the order in which customers see them.':
    '固定のキーごとの獲得方法。表示する順。',
  'A rule: a way to earn points or a reward.': '獲得方法。',
  'A rule without further properties.': '種類だけで決まるルール。',
  'pageview: visiting the store. join_program: joining. birthday: the day itself. newsletter_signup: subscribing to emails. loyalty_pass_install: adding the pass to a wallet. review: reviewing a product.':
    'pageview：ストアの訪問。join_program：入会。birthday：誕生日当日。newsletter_signup：メールの購読。loyalty_pass_install：ウォレットへの会員証の追加。review：商品のレビュー。',
  'Whether customers see and can use it. Default: true.': '顧客に提示するかどうか。指定がなければ「はい」。',
  'How often one customer may do this. Default: no limit.': '1人の顧客が行える回数。制限がなければ何度でも。',
  'How long points stay pending before they are approved. For orders the time begins with the payment. Default: points are approved at once. It cannot be combined with a reward, which is given at once. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'ポイントが承認されるまでの時間。注文では支払いから数えます。指定がなければすぐに承認されます。すぐに与えられる特典とは併用できません。秒、分、時間、日の整数：30s、15m、24h、14d。',
  'What a completion gives: points or a reward.': '達成で得られるもの：ポイントまたは特典。',
  'Points given.': '与えるポイント。',
  'The key of the reward that is given in place of points. It must be a reward of this file that needs neither a cart nor a choice of the customer.':
    'ポイントの代わりに与える特典のキー。このファイルにあり、カートも選択も要らないもの。',
  'Values that differ by tier, by the key of the tier.': 'ランクごとに、その顧客で異なるもの。',
  'The values that differ for customers of one tier. All other values are those of the rule.':
    'そのランクの顧客で異なるもの。ほかはルールのとおりです。',
  'A rule that orders complete. Points for an unpaid order stay pending until it is paid.':
    '注文で達成するルール。未払いの注文のポイントは、支払われるまで確定しません。',
  'purchase: an order, by its total without shipping. retail_purchase: an order at the point of sale (channel pos). If the program has such a rule, purchase rules do not apply to these orders.':
    'purchase：送料を除く合計による注文。retail_purchase：店頭（チャネルpos）での注文。この場合purchaseのルールは対象外になります。',
  'What an order gives: points, flat or per amount spent, or a reward.':
    '注文で得られるもの：固定または利用額ごとのポイント、または特典。',
  'The amount for which the points are given; 1 for "5 points per $1". Default: the points are given once per order. In the program\'s currency.':
    'ポイントを1回与えるごとの利用額。「1ドルにつき5ポイント」なら1。指定がなければ注文ごとに1回。プログラムの通貨です。',
  'A rule that orders complete by the products in them.': '注文が含む商品で達成するルール。',
  'An order, by its lines with one of certain products.': '特定の商品の明細による注文。',
  'The products.': '商品。',
  "The id of a product in the store's platform.": 'ストアのプラットフォームでの商品ID。',
  'A rule that orders complete by the collections in them.': '注文が含むコレクションで達成するルール。',
  'An order, by its lines with a product of certain collections.':
    '特定のコレクションの商品の明細による注文。',
  'The collections.': 'コレクション。',
  "The id of a collection in the store's platform.": 'ストアのプラットフォームでのコレクションID。',
  'A rule that is completed when the store reports it.': 'ストアからの報告で達成するルール。',
  'An activity that the store reports under a name of its own.': 'ストアが独自の名前で報告するもの。',
  'The name that activities for this rule have. It must differ from the names of other rules, and must not begin with $.':
    'アクティビティで使う名前。ほかのルールと同じ名前や$で始まる名前は使えません。',
  'A rule that is completed when the customer follows a link.': '顧客がリンクを開くと達成するルール。',
  'Opening a page.': 'ページを開く。',
  'The page to open.': '開くページ。',
  'A rule that is completed when the customer likes the page.':
    '顧客がページに「いいね」をすると達成するルール。',
  'Liking a page.': 'ページに「いいね」をする。',
  'The page to like.': '「いいね」をするページ。',
  'A rule that is completed when the customer follows or mentions the profile.':
    '顧客がアカウントをフォローまたはメンションすると達成するルール。',
  'social_follow: following a profile. social_mention: mentioning it in a post.':
    'social_follow：アカウントのフォロー。social_mention：投稿でのメンション。',
  'The profile, as the network writes it.': 'SNSでのアカウント名。',
  'The social network.': 'SNS。',
  'A rule that is completed by a post with the hashtag.': 'ハッシュタグ付きの投稿で達成するルール。',
  'Posting with a hashtag.': 'ハッシュタグを付けて投稿する。',
  'The hashtag, as the network writes it.': 'SNSでのハッシュタグ。',
  'A rule that is completed when a referred friend buys.': '紹介した友だちが購入すると達成するルール。',
  'Referring a friend who buys.': '友だちを紹介し、その友だちが購入する。',
  'The order of the friend that completes the rule: any order, or only an order of minimum_spend or more. Default: any_purchase.':
    '達成となる友だちの注文：すべての注文、またはminimum_spend以上の注文。指定がなければany_purchase。',
  "The minimum amount of an order for qualifying_purchase. In the program's currency.":
    'qualifying_purchaseに必要な注文の額。プログラムの通貨です。',
  'A longer text for customers. One text, or a map of language tag to text.':
    '顧客向けの長い説明。1つのテキスト、または言語タグごとのテキスト。',
  "The title for customers. Default: the server's name of the kind. One text, or a map of language tag to text.":
    '顧客への表示。指定がなければ、このサーバーでの種類の呼び方。1つのテキスト、または言語タグごとのテキスト。',
};
