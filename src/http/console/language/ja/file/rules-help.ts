/** The explanations of rules in the program file in Japanese, by the English ones. */
export const rulesHelp = {
  'Ways to earn by their stable keys, in the order shown.': '固定のキーごとの獲得方法。表示する順。',
  'A way to earn.': '獲得方法。',
  'A rule that needs nothing more than its kind.': '種類だけで決まるルール。',
  'pageview: visiting the store. join_program: joining. birthday: the day itself. newsletter_signup: subscribing to emails. loyalty_pass_install: adding the pass to a wallet. review: reviewing a product.':
    'pageview：ストアの訪問。join_program：入会。birthday：誕生日当日。newsletter_signup：メールの購読。loyalty_pass_install：ウォレットへの会員証の追加。review：商品のレビュー。',
  'Whether customers are offered it; true unless said otherwise.':
    '顧客に提示するかどうか。指定がなければ「はい」。',
  'How often one customer may do this. Without a limit: as often as they like.':
    '1人の顧客が行える回数。制限がなければ何度でも。',
  'How long points stay pending before they are approved; for orders, counted from payment. Without it they are approved at once. Not beside a reward, which is given at once. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'ポイントが承認されるまでの時間。注文では支払いから数えます。指定がなければすぐに承認されます。すぐに与えられる特典とは併用できません。秒、分、時間、日の整数：30s、15m、24h、14d。',
  'What a completion gives: points or a reward.': '達成で得られるもの：ポイントまたは特典。',
  'Points given.': '与えるポイント。',
  'Key of the reward given in place of points: one of this file that needs neither a cart nor a choice.':
    'ポイントの代わりに与える特典のキー。このファイルにあり、カートも選択も要らないもの。',
  'By tier key: what differs for customers of that tier.': 'ランクごとに、その顧客で異なるもの。',
  'What differs for customers of one tier; everything else stays as in the rule.':
    'そのランクの顧客で異なるもの。ほかはルールのとおりです。',
  'A rule that orders complete; the points of an unpaid one wait for its payment.':
    '注文で達成するルール。未払いの注文のポイントは、支払われるまで確定しません。',
  'purchase: an order, by its total without shipping. retail_purchase: an order at the point of sale (channel pos), which purchase rules then leave to it.':
    'purchase：送料を除く合計による注文。retail_purchase：店頭（チャネルpos）での注文。この場合purchaseのルールは対象外になります。',
  'What an order gives: points, flat or per amount spent, or a reward.':
    '注文で得られるもの：固定または利用額ごとのポイント、または特典。',
  'How much must be spent for each time the points are given; 1 for "5 points per $1". Without it the points are given once per order. In the program\'s currency.':
    'ポイントを1回与えるごとの利用額。「1ドルにつき5ポイント」なら1。指定がなければ注文ごとに1回。プログラムの通貨です。',
  'A rule that orders complete by the products in them.': '注文が含む商品で達成するルール。',
  'An order, by those of its lines that hold one of some products.': '特定の商品の明細による注文。',
  'The products.': '商品。',
  "The id of a product in the store's platform.": 'ストアのプラットフォームでの商品ID。',
  'A rule that orders complete by the collections in them.': '注文が含むコレクションで達成するルール。',
  'An order, by those of its lines whose product is in one of some collections.':
    '特定のコレクションの商品の明細による注文。',
  'The collections.': 'コレクション。',
  "The id of a collection in the store's platform.": 'ストアのプラットフォームでのコレクションID。',
  'A rule completed when the store says so.': 'ストアからの報告で達成するルール。',
  'Whatever the store reports under a name of its own.': 'ストアが独自の名前で報告するもの。',
  'The name by which activities speak of it; not that of another rule, and not one with a $ in front.':
    'アクティビティで使う名前。ほかのルールと同じ名前や$で始まる名前は使えません。',
  'A rule completed once the customer has followed a link.': '顧客がリンクを開くと達成するルール。',
  'Opening a page.': 'ページを開く。',
  'The page to open.': '開くページ。',
  'A rule completed once the customer has liked the page.':
    '顧客がページに「いいね」をすると達成するルール。',
  'Liking a page.': 'ページに「いいね」をする。',
  'The page to like.': '「いいね」をするページ。',
  'A rule completed once the customer has followed or mentioned the profile.':
    '顧客がアカウントをフォローまたはメンションすると達成するルール。',
  'social_follow: following a profile. social_mention: mentioning it in a post.':
    'social_follow：アカウントのフォロー。social_mention：投稿でのメンション。',
  'The profile, as the network writes it.': 'SNSでのアカウント名。',
  'The social network.': 'SNS。',
  'A rule completed by a post that carries the hashtag.': 'ハッシュタグ付きの投稿で達成するルール。',
  'Posting with a hashtag.': 'ハッシュタグを付けて投稿する。',
  'The hashtag, as the network writes it.': 'SNSでのハッシュタグ。',
  'A rule completed once a referred friend has bought.': '紹介した友だちが購入すると達成するルール。',
  'Referring a friend who buys.': '友だちを紹介し、その友だちが購入する。',
  'Which order of the friend completes it: any, or one of minimum_spend or more; any_purchase unless said otherwise.':
    '達成となる友だちの注文：すべての注文、またはminimum_spend以上の注文。指定がなければany_purchase。',
  "What an order must come to for a qualifying_purchase. In the program's currency.":
    'qualifying_purchaseに必要な注文の額。プログラムの通貨です。',
  'A longer text for customers. One text, or a map of language tag to text.':
    '顧客向けの長い説明。1つのテキスト、または言語タグごとのテキスト。',
  'What customers read. Without it: what this server calls its kind. One text, or a map of language tag to text.':
    '顧客への表示。指定がなければ、このサーバーでの種類の呼び方。1つのテキスト、または言語タグごとのテキスト。',
};
