/** The explanations of rewards in the program file in Japanese, by the English ones. */
export const rewardsHelp = {
  'Rewards by their stable keys, in the order shown.': '固定のキーごとの特典。表示する順。',
  'A reward that points buy.': 'ポイントと交換する特典。',
  'A reward that gives a voucher code for the cart.': 'カート用クーポンコードを渡す特典。',
  'A voucher code that discounts the cart.': 'カートを割り引くクーポンコード。',
  'A picture for the loyalty page: a PNG, JPEG or WebP image of at most 24 KiB, as a path from this file or as a data: URI.':
    '会員ページの画像：24 KiBまでのPNG、JPEG、WebP。このファイルからのパス、またはdata: URI。',
  "In place of image: the address of the picture. Without either: the product's picture, or an icon of the kind.":
    'imageの代わりの画像アドレス。どちらもなければ商品の画像か種類のアイコン。',
  'What a claim costs, in points.': '1回の交換に必要なポイント。',
  'How many claims there are in all, of all customers. Without it: no end of them. A later change of this number adds to or takes from what is left.':
    '全顧客合計の交換数。指定がなければ無制限。後で変えると、残りの数が増減します。',
  'Sales channels in which it is offered. Without it: all.': '提供する販売チャネル。指定がなければすべて。',
  'A sales channel.': '販売チャネル。',
  'Countries in which it is offered. Without it: all.': '提供する国。指定がなければすべて。',
  'A country. ISO 3166-1 alpha-2.': '国。ISO 3166-1 alpha-2。',
  'An unused claim lapses after so long and its points return. Without it: never; a product_cart: 24h. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    '未使用の交換はこの時間の後に取り消され、ポイントが戻ります。指定がなければ取り消されません（product_cartは24h）。秒、分、時間、日の整数：30s、15m、24h、14d。',
  'What was claimed can be used for so long; the points of what expires stay spent. Without it: for ever. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    '交換したものを使える時間。期限切れの分のポイントは戻りません。指定がなければ無期限。秒、分、時間、日の整数：30s、15m、24h、14d。',
  'What differs for customers of one tier; everything else stays as in the reward.':
    'そのランクの顧客で異なるもの。ほかは特典のとおりです。',
  'Where voucher codes come from. Without it: twelve random characters.':
    'クーポンコードの出どころ。指定がなければ12文字のランダムな文字列。',
  'Those that were imported for it by "loyaltyd codes import".':
    '「loyaltyd codes import」でこの特典用に取り込んだもの。',
  'Codes made by a pattern.': '形式に従って作るコード。',
  'How a new code is made: each ? becomes a random letter and each # a random digit, as in BLOOM-????-????-##.':
    '新しいコードの作り方。?はランダムな文字、#はランダムな数字になります。例：BLOOM-????-????-##。',
  'Either an amount or a percentage.': '額または率のどちらか。',
  "A fixed discount. In the program's currency.": '固定の割引額。プログラムの通貨です。',
  'A discount in percent: 10 for 10%.': '割引率（％）：10なら10%。',
  "What must be spent to use the voucher. In the program's currency.":
    'クーポンの利用に必要な額。プログラムの通貨です。',
  'Orders that the voucher discounts; all unless said otherwise.':
    'クーポンで割り引く注文。指定がなければすべて。',
  'How many orders of a subscription are discounted. Without it: all.':
    '定期購入のうち割り引く注文の数。指定がなければすべて。',
  'Whether a running subscription can take the voucher; false unless said otherwise.':
    '利用中の定期購入でクーポンを使えるかどうか。指定がなければ「いいえ」。',
  'Collections that the discount is restricted to. Without it: the whole cart.':
    '割引の対象を限るコレクション。指定がなければカート全体。',
  'A collection of products.': '商品のコレクション。',
  "The collection's id in the store's platform.": 'ストアのプラットフォームでのコレクションID。',
  'Where the store shows the collection.': 'ストアでコレクションを表示する場所。',
  'How the restriction reads to customers.': '顧客に表示する条件。',
  'A reward that turns as many points as the customer likes into a discount.':
    '顧客が望むだけのポイントを割引に換える特典。',
  'A voucher code that discounts the cart by as much as the customer chooses.':
    '顧客が選んだ額だけカートを割り引くクーポンコード。',
  "What each unit of the program's currency of the discount asked for costs, in points.":
    '割引1単位（プログラムの通貨）あたりに必要なポイント。',
  "The least discount that can be asked for. In the program's currency.":
    '選べる割引の最小額。プログラムの通貨です。',
  "The greatest discount that can be asked for. In the program's currency.":
    '選べる割引の最大額。プログラムの通貨です。',
  "What the cart must come to before the discount. In the program's currency.":
    '割引前に必要なカートの額。プログラムの通貨です。',
  "What the cart must still come to after the discount. In the program's currency.":
    '割引後にも必要なカートの額。プログラムの通貨です。',
  'A reward that gives a voucher code for free shipping.': '送料無料のクーポンコードを渡す特典。',
  'A voucher code for free shipping.': '送料無料のクーポンコード。',
  "The shipping that is free at most. Without it: all of it. In the program's currency.":
    '無料になる送料の上限。指定がなければ全額。プログラムの通貨です。',
  'A reward that gives a voucher code for one product.': '1つの商品用のクーポンコードを渡す特典。',
  'A voucher code that discounts a product.': '商品を割り引くクーポンコード。',
  'The product discounted.': '割り引く商品。',
  "The product's id in the store's platform.": 'ストアのプラットフォームでの商品ID。',
  'The one variant that is discounted. Without it: all.': '割り引くバリエーション。指定がなければすべて。',
  'A picture of the product.': '商品の画像。',
  'What is taken off.': '割り引く内容。',
  'A reward that gives a voucher code for the products of one collection.':
    '1つのコレクションの商品用のクーポンコードを渡す特典。',
  'A voucher code that discounts the products of a collection.':
    'コレクションの商品を割り引くクーポンコード。',
  'The collection discounted.': '割り引くコレクション。',
  'A reward that gives a code with a balance.': '残高のあるコードを渡す特典。',
  'A code with a balance.': '残高のあるコード。',
  "The balance of a new card. In the program's currency.": '新しいカードの残高。プログラムの通貨です。',
  'A reward that puts a product into the cart.': '商品をカートに入れる特典。',
  'A product put into the cart.': 'カートに入る商品。',
  'The product given.': '渡す商品。',
  "The product's handle in the store's addresses.": 'ストアのアドレスでの商品のハンドル。',
  'Where the store shows the product.': 'ストアで商品を表示する場所。',
  'Variants to choose from; at least one.': '選べるバリエーション。1つ以上。',
  'A variant that customers may choose.': '顧客が選べるバリエーション。',
  "The variant's id in the store's platform.": 'ストアのプラットフォームでのバリエーションID。',
  "The store's stock keeping unit.": 'ストアのSKU。',
  'How many can be redeemed. Without it the stock is not tracked. A later change of this number adds to or takes from what is left.':
    '交換できる数。指定がなければ在庫を数えません。後で変えると、残りの数が増減します。',
  'How many of this reward one cart may hold. Without it: no maximum.':
    '1つのカートに入れられるこの特典の数。指定がなければ上限なし。',
  'What the cart must hold for the product to stay in it.': '商品がカートに残るために必要なもの。',
  "What the cart must come to. In the program's currency.": '必要なカートの額。プログラムの通貨です。',
  'How many items the cart must hold.': '必要なカートの点数。',
  'A reward that discounts a running subscription; it needs an integration of subscriptions.':
    '利用中の定期購入を割り引く特典。定期購入との連携が必要です。',
  "A discount on the customer's running subscription.": '顧客が利用中の定期購入の割引。',
  'A reward that adds a product to a subscription; it needs an integration of subscriptions.':
    '定期購入に商品を加える特典。定期購入との連携が必要です。',
  "A product added to the next delivery of the customer's running subscription.":
    '顧客が利用中の定期購入の次回の配送に加える商品。',
  'A reward that the store fulfils.': 'ストアが提供する特典。',
  'Whatever the store fulfils itself.': 'ストア自身が提供するもの。',
  'store_fulfillment: the store does what was claimed. voucher: a claim gives a voucher code. store_fulfillment unless said otherwise.':
    'store_fulfillment：ストアが内容を提供します。voucher：交換するとクーポンコードが渡されます。指定がなければstore_fulfillment。',
  'How the store fulfils: by hand, or told by a webhook. Manual unless said otherwise; for store_fulfillment.':
    'ストアの提供方法：手動、またはWebhookの通知。指定がなければ手動。store_fulfillment用です。',
  'Where the webhook is sent; for the method webhook.': 'Webhookの送信先。方法webhook用です。',
  'A longer text for customers. {amount}, {minimum_spend}, {points} and {expires_in} stand for the same as in the title. One text, or a map of language tag to text.':
    '顧客向けの長い説明。{amount}、{minimum_spend}、{points}、{expires_in}はタイトルと同じ意味です。1つのテキスト、または言語タグごとのテキスト。',
  'The name of the collection.': 'コレクションの名前。',
  'The name of the product.': '商品の名前。',
  'The name of the variant.': 'バリエーションの名前。',
  'What customers read. {amount} stands for what it is worth, {minimum_spend} for the least that has to be spent, {points} for what it costs and {expires_in} for how long it can be used, each as its readers write it. One text, or a map of language tag to text.':
    '顧客への表示。{amount}は価値、{minimum_spend}は最低利用額、{points}は必要ポイント、{expires_in}は使える期間で、それぞれ読む人の書き方で表示されます。1つのテキスト、または言語タグごとのテキスト。',
};
