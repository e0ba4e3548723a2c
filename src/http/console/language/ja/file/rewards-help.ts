/** The explanations of rewards in the program file in Japanese, by the English ones. */
export const rewardsHelp = {
  'The rewards by their permanent keys, in the order in which customers see them.':
    '固定のキーごとの特典。表示する順。',
  'A reward that points buy.': 'ポイントと交換する特典。',
  'A reward that gives a voucher code for the cart.': 'カート用クーポンコードを渡す特典。',
  'A voucher code that discounts the cart.': 'カートを割り引くクーポンコード。',
  'A picture for the loyalty page: a PNG, JPEG or WebP image of at most 24 KiB, as a path from this file or as a data: URI.':
    '会員ページの画像：24 KiBまでのPNG、JPEG、WebP。このファイルからのパス、またはdata: URI。',
  "The address of the picture, in place of image. Default: the product's picture, or an icon of the kind.":
    'imageの代わりの画像アドレス。どちらもなければ商品の画像か種類のアイコン。',
  'The cost of a claim in points.': '1回の交換に必要なポイント。',
  'How many claims all customers together can have. Default: no limit. A later change of this number changes the number that is left by the same difference.':
    '全顧客合計の交換数。指定がなければ無制限。後で変えると、残りの数が増減します。',
  'The sales channels in which the reward is offered. Default: all.':
    '提供する販売チャネル。指定がなければすべて。',
  'A sales channel.': '販売チャネル。',
  'The countries in which the reward is offered. Default: all.': '提供する国。指定がなければすべて。',
  'A country. ISO 3166-1 alpha-2.': '国。ISO 3166-1 alpha-2。',
  'The time after which an unused claim lapses and its points return. Default: never; for product_cart 24h. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    '未使用の交換はこの時間の後に取り消され、ポイントが戻ります。指定がなければ取り消されません（product_cartは24h）。秒、分、時間、日の整数：30s、15m、24h、14d。',
  'The time in which a claimed reward can be used. If it expires, its points stay spent. Default: for ever. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    '交換したものを使える時間。期限切れの分のポイントは戻りません。指定がなければ無期限。秒、分、時間、日の整数：30s、15m、24h、14d。',
  'The values that differ for customers of one tier. All other values are those of the reward.':
    'そのランクの顧客で異なるもの。ほかは特典のとおりです。',
  'The source of voucher codes. Default: the server generates twelve random characters.':
    'クーポンコードの出どころ。指定がなければ12文字のランダムな文字列。',
  'pool: codes that were imported for this reward by "loyaltyd codes import".':
    '「loyaltyd codes import」でこの特典用に取り込んだもの。',
  'Codes that the server generates by a pattern.': '形式に従って作るコード。',
  'The pattern of a new code: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.':
    '新しいコードの作り方。?はランダムな文字、#はランダムな数字になります。例：BLOOM-????-????-##。',
  'Either an amount or a percentage.': '額または率のどちらか。',
  "A fixed discount. In the program's currency.": '固定の割引額。プログラムの通貨です。',
  'A discount in percent: 10 for 10%.': '割引率（％）：10なら10%。',
  "The minimum spend for the voucher. In the program's currency.":
    'クーポンの利用に必要な額。プログラムの通貨です。',
  'The orders that the voucher discounts. Default: all.': 'クーポンで割り引く注文。指定がなければすべて。',
  'How many orders of a subscription get the discount. Default: all.':
    '定期購入のうち割り引く注文の数。指定がなければすべて。',
  'Whether the voucher can be used on a running subscription. Default: false.':
    '利用中の定期購入でクーポンを使えるかどうか。指定がなければ「いいえ」。',
  'The collections that get the discount. Default: the whole cart.':
    '割引の対象を限るコレクション。指定がなければカート全体。',
  'A collection of products.': '商品のコレクション。',
  "The collection's id in the store's platform.": 'ストアのプラットフォームでのコレクションID。',
  "The collection's address in the store.": 'ストアでコレクションを表示する場所。',
  'The text about this restriction for customers.': '顧客に表示する条件。',
  'A reward that gives a voucher code for a discount. The customer chooses the amount.':
    '顧客が望むだけのポイントを割引に換える特典。',
  'A voucher code that discounts the cart by an amount that the customer chooses.':
    '顧客が選んだ額だけカートを割り引くクーポンコード。',
  "The cost in points for each unit of the discount, in the program's currency.":
    '割引1単位（プログラムの通貨）あたりに必要なポイント。',
  "The smallest discount that a customer can choose. In the program's currency.":
    '選べる割引の最小額。プログラムの通貨です。',
  "The largest discount that a customer can choose. In the program's currency.":
    '選べる割引の最大額。プログラムの通貨です。',
  "The minimum total of the cart before the discount. In the program's currency.":
    '割引前に必要なカートの額。プログラムの通貨です。',
  "The minimum total of the cart after the discount. In the program's currency.":
    '割引後にも必要なカートの額。プログラムの通貨です。',
  'A reward that gives a voucher code for free shipping.': '送料無料のクーポンコードを渡す特典。',
  'A voucher code for free shipping.': '送料無料のクーポンコード。',
  "The largest shipping price that is taken off. Default: all of it. In the program's currency.":
    '無料になる送料の上限。指定がなければ全額。プログラムの通貨です。',
  'A reward that gives a voucher code for one product.': '1つの商品用のクーポンコードを渡す特典。',
  'A voucher code that discounts a product.': '商品を割り引くクーポンコード。',
  'The product that gets the discount.': '割り引く商品。',
  "The product's id in the store's platform.": 'ストアのプラットフォームでの商品ID。',
  'The only variant that gets the discount. Default: all variants.':
    '割り引くバリエーション。指定がなければすべて。',
  'A picture of the product.': '商品の画像。',
  'The discount.': '割り引く内容。',
  'A reward that gives a voucher code for the products of one collection.':
    '1つのコレクションの商品用のクーポンコードを渡す特典。',
  'A voucher code that discounts the products of a collection.':
    'コレクションの商品を割り引くクーポンコード。',
  'The collection that gets the discount.': '割り引くコレクション。',
  'A reward that gives a code with a balance.': '残高のあるコードを渡す特典。',
  'A code with a balance.': '残高のあるコード。',
  "The balance of a new card. In the program's currency.": '新しいカードの残高。プログラムの通貨です。',
  'A reward that puts a product into the cart.': '商品をカートに入れる特典。',
  'A product put into the cart.': 'カートに入る商品。',
  'The product that the customer gets.': '渡す商品。',
  "The product's handle in the store's addresses.": 'ストアのアドレスでの商品のハンドル。',
  "The product's address in the store.": 'ストアで商品を表示する場所。',
  'The variants that customers can choose from; at least one.': '選べるバリエーション。1つ以上。',
  'A variant that customers may choose.': '顧客が選べるバリエーション。',
  "The variant's id in the store's platform.": 'ストアのプラットフォームでのバリエーションID。',
  "The store's stock keeping unit.": 'ストアのSKU。',
  'How many can be redeemed. Default: the stock is not tracked. A later change of this number changes the number that is left by the same difference.':
    '交換できる数。指定がなければ在庫を数えません。後で変えると、残りの数が増減します。',
  'How many of this reward one cart may contain. Default: no limit.':
    '1つのカートに入れられるこの特典の数。指定がなければ上限なし。',
  'What the cart must contain, or else the product is taken out of it.':
    '商品がカートに残るために必要なもの。',
  "The minimum total of the cart. In the program's currency.": '必要なカートの額。プログラムの通貨です。',
  'The minimum number of items in the cart.': '必要なカートの点数。',
  'A reward that discounts a running subscription. It needs an integration with a subscription service.':
    '利用中の定期購入を割り引く特典。定期購入との連携が必要です。',
  "A discount on the customer's running subscription.": '顧客が利用中の定期購入の割引。',
  'A reward that adds a product to a subscription. It needs an integration with a subscription service.':
    '定期購入に商品を加える特典。定期購入との連携が必要です。',
  "A product added to the next delivery of the customer's running subscription.":
    '顧客が利用中の定期購入の次回の配送に加える商品。',
  'A reward that the store fulfils.': 'ストアが提供する特典。',
  'Something that the store hands over itself.': 'ストア自身が提供するもの。',
  'store_fulfillment: the store hands the reward over. voucher: a claim gives a voucher code. Default: store_fulfillment.':
    'store_fulfillment：ストアが内容を提供します。voucher：交換するとクーポンコードが渡されます。指定がなければstore_fulfillment。',
  'With store_fulfillment: how the store learns of a claim. manual: the store looks for new claims itself. webhook: the server sends a webhook. Default: manual.':
    'ストアの提供方法：手動、またはWebhookの通知。指定がなければ手動。store_fulfillment用です。',
  'With the method webhook: the address of the webhook.': 'Webhookの送信先。方法webhook用です。',
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} mean the same as in the title. One text, or a map of language tag to text.':
    '顧客向けの長い説明。{amount}、{minimum_spend}、{points}、{expires_in}はタイトルと同じ意味です。1つのテキスト、または言語タグごとのテキスト。',
  'The name of the collection.': 'コレクションの名前。',
  'The name of the product.': '商品の名前。',
  'The name of the variant.': 'バリエーションの名前。',
  "The title for customers. {amount} stands for the worth of the reward, {minimum_spend} for the minimum spend, {points} for the cost and {expires_in} for the time in which it can be used, each in the reader's language. One text, or a map of language tag to text.":
    '顧客への表示。{amount}は価値、{minimum_spend}は最低利用額、{points}は必要ポイント、{expires_in}は使える期間で、それぞれ読む人の書き方で表示されます。1つのテキスト、または言語タグごとのテキスト。',
};
