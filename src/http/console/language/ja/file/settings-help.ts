/** The explanations of settings in the program file in Japanese, by the English ones. */
export const settingsHelp = {
  'When points expire. The first points expire one full period after this was turned on. Default: points never expire.':
    'ポイントが失効する時期。有効にしてから1期間後に効き始めます。指定がなければ失効しません。',
  'The whole balance of an inactive customer expires at once.':
    '利用のない顧客の残高全体が一度に失効します。',
  'What ends inactivity: an order, or a change of the balance.':
    '未利用の起点：最後の注文、または最後の残高変動。',
  'After how many inactive months the balance expires.': 'それがないまま残高が失効するまでの月数。',
  'Each point expires some months after it was earned.': 'ポイントごとに決まった日に失効します。',
  'Each point has its own expiry date.': '各ポイントの獲得からこの期間の後。',
  'How many months points last. Points that expire first are spent first.':
    'ポイントが続く月数。早く失効するものから使われます。',
  'Points expire at the end of a certain day of the year.':
    '獲得したポイントは、年に1度来る日の終わりに失効します。',
  'On one day of the year.': '年の特定の日。',
  'How orders earn points.': '注文で獲得するポイントの基準。',
  'The parts of an order that rules of the kinds purchase and retail_purchase count. Rules for products and collections count the prices of their order lines.':
    'ルールpurchaseとretail_purchaseが注文のうち数えるもの。商品とコレクションのルールは、対象の明細の価格を数えます。',
  'Whether shipping earns points. Default: false.': '送料を対象にするかどうか。指定がなければ「いいえ」。',
  'Whether tax earns points. Default: true.': '税を対象にするかどうか。指定がなければ「はい」。',
  'Whether the amount of discounts earns points, as if it had been paid. Default: false.':
    '割引分も支払われたものとして対象にするかどうか。指定がなければ「いいえ」。',
  'Customers refer friends by personal links. Rules of the kind referral say what a referral earns. Default: no referrals.':
    '顧客は自分のリンクで友だちを紹介します。得られるものは種類referralのルールで決まります。指定がなければ紹介はありません。',
  'The key of the reward whose code a referred friend gets: a cart_discount_voucher or a free_shipping_voucher. The reward may be disabled for claims. Default: friends get no code.':
    '紹介された友だちにコードを渡す特典のキー：cart_discount_voucherまたはfree_shipping_voucher。交換用としては無効でもかまいません。指定がなければコードは渡しません。',
  'Whether a friend must give an email. By the email the server recognises customers and friends who have a code already. Default: true.':
    '友だちにメールを求めるかどうか。既存の顧客や2回目のコードの判定に使います。指定がなければ「はい」。',
  'How many friends one customer may bring. Only friends who buy count. Default: no limit.':
    '購入した友だちを1人の顧客が紹介できる人数。指定がなければ無制限。',
  'The number of times within the interval.': '期間内の回数。',
  "The calendar interval, in the time zone of the customer's home site. Weeks begin on Monday. Default: the count is for ever.":
    '顧客のサイトのタイムゾーンでの期間。週は月曜に始まります。指定がなければ全期間での回数です。',
  'How many friends may come from one internet address in a day. Default: 5.':
    '1つのIPアドレスから1日に来られる友だちの数。指定がなければ5。',
  "How many codes the server gives through one customer's link in a day. Default: 50.":
    '1人の顧客のリンクで1日に渡せるコードの数。指定がなければ50。',
  'When webhooks remind of a near tier, of points that expire, and of rewards that expire.':
    '顧客に何かが近づいたことをWebhookで知らせる時期。',
  'The percentage of the way to the next tier at which the reminder is sent. Default: 80.':
    '今のランクから次のランクまでの達成度（％）。指定がなければ80。',
  "How many days before a customer's points expire the reminder is sent. Default: 30.":
    '次のポイントが失効する何日前か。指定がなければ30。',
  'How many days before an unused reward expires or lapses the reminder is sent. A reward with a shorter life gets no reminder. Default: 7.':
    '未使用の特典が期限切れになる、または取り消される何日前か（有効期間がそれより長い場合）。指定がなければ7。',
  'The address at which customers hand in receipts of purchases in shops. Default: the program accepts no receipts.':
    '顧客が店舗での購入レシートを提出する場所。指定がなければ受け付けません。',
  'Actions that need a second person. If publishing needs two people, the program can be changed only by drafts, and so can this setting.':
    '2人目が必要なもの。公開に2人が必要な場合、プログラムもこの設定も下書きだけで変更できます。',
  'How many people a change of the program needs. 2: a person who saved the draft cannot publish it. Default: 1.':
    'プログラムの変更に必要な人数。下書きを保存した人が公開できないなら2。指定がなければ1。',
  'How many people the erasure of a customer in the console needs. 2: one person requests it and another decides. Default: 1.':
    'コンソールで顧客を消去するのに必要な人数。申請と承認を分けるなら2。指定がなければ1。',
  'If more points than this are added or removed by hand in the console, one person requests it and another decides. Default: one person is enough.':
    'コンソールで手動で追加・減算するポイントがこれより多いと、申請と承認の2人が必要です。指定がなければ1人でできます。',
  'Limits for people who use the console, by their role.': 'コンソールにログインする人の、役割ごとの制限。',
  'Limits for the role support.': '役割「サポート」の制限。',
  "How many points each operator of this role may add and remove by hand in a day, for all customers together. The day is that of the first site's time zone. Default: no limit.":
    'この役割の各担当者が、最初のサイトのタイムゾーンの1日に、全顧客合計で手動で追加・減算できるポイント。指定がなければ無制限。',
  "Your own wording of messages, by language tag and by the message's name: texts of the loyalty page, of the history, of points and of costs.":
    'このサーバーの文言の変更。言語タグと文言の名前ごと：会員ページ、履歴、ポイント、費用のテキスト。',
  'Your wording in this language, by the name of the message.': '文言ごとの、この言語での表現。',
  'The message, in ICU MessageFormat.': '文言。ICU MessageFormatの形式。',
  'The look of the loyalty page. The server derives colours that are not given. It refuses a contrast below WCAG 2.2 AA.':
    '会員ページの外観。指定のない色はほかの色に合わせます。WCAG 2.2 AA未満のコントラストは拒否されます。',
  "The store's colour, in the light and the dark theme. If it has too little contrast in the dark theme, another shade is used there.":
    'ライトとダークで使うストアの色。ダークで見えにくい箇所では、見える色合いに変えます。',
  'The colours of the light theme.': 'ライトモードの色。',
  'The background of the page.': 'ページの背景。',
  'The background of cards on the page.': 'その上のカードの背景。',
  'Text on the page and on cards.': '両方の上の文字。',
  'Less important text on the page and on cards.': '両方の上の補助の文字。',
  'The colour of buttons, of the focus and of the most important areas. It needs contrast to the page and to cards.':
    '重要な箇所、ボタン、フォーカスの背景。両方の背景から際立つ必要があります。',
  'Text on the accent.': 'アクセント上の文字。',
  'The colours of the dark theme.': 'ダークモードを好む訪問者向けの色。',
  "A CSS list of fonts on the visitors' devices. The page loads no font.":
    '訪問者が持つフォントのCSSリスト。読み込みはしません。',
  'The radius of the corners of cards and buttons, in CSS pixels. Default: 14.':
    'カードとボタンの丸み（CSSピクセル）。指定がなければ14。',
  'An image in place of the name: PNG, JPEG or WebP, at most 12 KiB, as a path from this file or as a data: URI.':
    '名前の代わりに表示：12 KiBまでのPNG、JPEG、WebP画像。このファイルからのパス、またはdata: URI。',
  'The logo of the dark theme. It may be the same image. Default: the logo on a light background. Both together have at most 12 KiB.':
    'ダークを好む訪問者向けのロゴ。同じロゴも指定できます。指定がなければ、もう一方のロゴを明るい地の上に表示します。合わせて12 KiBまで。',
  'A picture across the top of the page: PNG, JPEG or WebP, at most 96 KiB, as a path from this file or as a data: URI. A narrow window shows its middle.':
    'ページ上部の画像：96 KiBまでのPNG、JPEG、WebP。このファイルからのパス、またはdata: URI。狭い画面では中央を表示します。',
  "A style sheet that applies after the page's own: a path from this file, or the style sheet itself, at most 8 KiB. It must load nothing: no @import, and url() only for data: images.":
    'ページのスタイルの後に読むスタイルシート。8 KiBまで。このファイルからのパス、またはスタイルシート自体。@importや、data:画像以外のurl()は使えません。',
  'Questions and answers at the end of the loyalty page, in this order.':
    '会員ページの最後に、この順で表示するよくある質問。',
  'A question and its answer.': '質問と回答。',
  'The question, as customers ask it. One text, or a map of language tag to text.':
    '顧客が尋ねる形の質問。1つのテキスト、または言語タグごとのテキスト。',
  'The answer. A blank line begins a new paragraph. One text, or a map of language tag to text.':
    '回答。空行で段落を分けます。1つのテキスト、または言語タグごとのテキスト。',
  'The terms of the program, at the end of the loyalty page. A blank line begins a new paragraph. One text, or a map of language tag to text.':
    '会員ページの最後に表示するプログラムの規約。空行で段落を分けます。1つのテキスト、または言語タグごとのテキスト。',
};
