/** The explanations of settings in the program file in Japanese, by the English ones. */
export const settingsHelp = {
  'When points expire; it takes effect one full period after it was turned on. Without it they never do.':
    'ポイントが失効する時期。有効にしてから1期間後に効き始めます。指定がなければ失効しません。',
  'The whole balance of a customer who stays away expires at once.':
    '利用のない顧客の残高全体が一度に失効します。',
  'Since what the customer is inactive: the last order, or the last change of the balance.':
    '未利用の起点：最後の注文、または最後の残高変動。',
  'After how many months without any the balance expires.': 'それがないまま残高が失効するまでの月数。',
  'Points expire on dates of their own.': 'ポイントごとに決まった日に失効します。',
  'So long after each point was earned.': '各ポイントの獲得からこの期間の後。',
  'How many months points last; those that expire soonest are spent first.':
    'ポイントが続く月数。早く失効するものから使われます。',
  'What was earned expires at the end of a day that comes once a year.':
    '獲得したポイントは、年に1度来る日の終わりに失効します。',
  'On one day of the year.': '年の特定の日。',
  'What orders earn by.': '注文で獲得するポイントの基準。',
  'What of an order the rules purchase and retail_purchase count. The rules for products and collections count the prices of their lines.':
    'ルールpurchaseとretail_purchaseが注文のうち数えるもの。商品とコレクションのルールは、対象の明細の価格を数えます。',
  'Whether shipping earns. False unless said otherwise.':
    '送料を対象にするかどうか。指定がなければ「いいえ」。',
  'Whether tax earns. True unless said otherwise.': '税を対象にするかどうか。指定がなければ「はい」。',
  'Whether what discounts took off earns, as if it had been paid. False unless said otherwise.':
    '割引分も支払われたものとして対象にするかどうか。指定がなければ「いいえ」。',
  'Customers refer friends by links of their own; what that earns say the rules of kind referral. Without it there are no referrals.':
    '顧客は自分のリンクで友だちを紹介します。得られるものは種類referralのルールで決まります。指定がなければ紹介はありません。',
  'Key of the reward whose code a referred friend is given: a cart_discount_voucher or a free_shipping_voucher, which may be disabled for claims. Without it friends get no code.':
    '紹介された友だちにコードを渡す特典のキー：cart_discount_voucherまたはfree_shipping_voucher。交換用としては無効でもかまいません。指定がなければコードは渡しません。',
  'Whether a friend must give an email, by which known customers and second codes are told; true unless said otherwise.':
    '友だちにメールを求めるかどうか。既存の顧客や2回目のコードの判定に使います。指定がなければ「はい」。',
  'How many friends one customer may bring: those who buy. Without it: as many as they like.':
    '購入した友だちを1人の顧客が紹介できる人数。指定がなければ無制限。',
  'How often within the interval.': '期間内の回数。',
  "Calendar interval in the time zone of the customer's site; weeks begin on Monday. Without one the count holds for ever.":
    '顧客のサイトのタイムゾーンでの期間。週は月曜に始まります。指定がなければ全期間での回数です。',
  'How many friends may come from one internet address within a day; 5 unless said otherwise.':
    '1つのIPアドレスから1日に来られる友だちの数。指定がなければ5。',
  "How many codes may be given out through one customer's link within a day; 50 unless said otherwise.":
    '1人の顧客のリンクで1日に渡せるコードの数。指定がなければ50。',
  'When webhooks tell that something of a customer’s is near.':
    '顧客に何かが近づいたことをWebhookで知らせる時期。',
  'How much of the way from the tier it is in to the next a customer has come; 80 unless said otherwise.':
    '今のランクから次のランクまでの達成度（％）。指定がなければ80。',
  'How many days before the next of its points expire; 30 unless said otherwise.':
    '次のポイントが失効する何日前か。指定がなければ30。',
  'How many days before a reward that is not used expires or lapses, if it is good for longer than that; 7 unless said otherwise.':
    '未使用の特典が期限切れになる、または取り消される何日前か（有効期間がそれより長い場合）。指定がなければ7。',
  'Where customers hand in receipts of purchases in shops. Without it the program takes none.':
    '顧客が店舗での購入レシートを提出する場所。指定がなければ受け付けません。',
  'What needs a second person. With two people for publishing, the program changes by drafts alone, and so does this setting.':
    '2人目が必要なもの。公開に2人が必要な場合、プログラムもこの設定も下書きだけで変更できます。',
  'How many people a change of the program takes: 2 if whoever saved a draft cannot publish it; 1 unless said otherwise.':
    'プログラムの変更に必要な人数。下書きを保存した人が公開できないなら2。指定がなければ1。',
  'How many people it takes to erase a customer in the console: 2 if one asks and another decides; 1 unless said otherwise.':
    'コンソールで顧客を消去するのに必要な人数。申請と承認を分けるなら2。指定がなければ1。',
  'More points than these, added or removed by hand in the console, take two people: one asks and another decides. Without it one person may do it.':
    'コンソールで手動で追加・減算するポイントがこれより多いと、申請と承認の2人が必要です。指定がなければ1人でできます。',
  'Limits of the people who sign in to the console, by their role.':
    'コンソールにログインする人の、役割ごとの制限。',
  'Limits of the role support.': '役割「サポート」の制限。',
  "The points that each operator of this role may add or remove by hand in a day of the first site's zone, over all customers. Without it there is no limit.":
    'この役割の各担当者が、最初のサイトのタイムゾーンの1日に、全顧客合計で手動で追加・減算できるポイント。指定がなければ無制限。',
  "Messages of this server worded otherwise, by language tag and by the message's name: the texts of the loyalty page, of histories, of points and costs.":
    'このサーバーの文言の変更。言語タグと文言の名前ごと：会員ページ、履歴、ポイント、費用のテキスト。',
  'By message: its wording in this language.': '文言ごとの、この言語での表現。',
  'The message, in ICU MessageFormat.': '文言。ICU MessageFormatの形式。',
  'How the loyalty page looks. Colours that are not given go with those that are; a contrast below WCAG 2.2 AA is refused.':
    '会員ページの外観。指定のない色はほかの色に合わせます。WCAG 2.2 AA未満のコントラストは拒否されます。',
  "The store's colour, for light and dark; in the dark a shade of it that can be seen is taken where it cannot.":
    'ライトとダークで使うストアの色。ダークで見えにくい箇所では、見える色合いに変えます。',
  'Colours for light surroundings.': 'ライトモードの色。',
  'The ground of the page.': 'ページの背景。',
  'The ground of cards on it.': 'その上のカードの背景。',
  'Text on both.': '両方の上の文字。',
  'Text of less weight on both.': '両方の上の補助の文字。',
  'Grounds of what matters most, buttons, focus; it must stand out from both grounds.':
    '重要な箇所、ボタン、フォーカスの背景。両方の背景から際立つ必要があります。',
  'Text on the accent.': 'アクセント上の文字。',
  'Colours for visitors who prefer dark ones.': 'ダークモードを好む訪問者向けの色。',
  'A CSS list of fonts that visitors have; none is loaded.':
    '訪問者が持つフォントのCSSリスト。読み込みはしません。',
  'Of cards and buttons, in CSS pixels; 14 unless said otherwise.':
    'カードとボタンの丸み（CSSピクセル）。指定がなければ14。',
  'Shown in place of the name: a PNG, JPEG or WebP image of at most 12 KiB, as a path from this file or as a data: URI.':
    '名前の代わりに表示：12 KiBまでのPNG、JPEG、WebP画像。このファイルからのパス、またはdata: URI。',
  'The logo for visitors who prefer dark, or the same one again; without it the logo stands on the light ground for them. Both together have at most 12 KiB.':
    'ダークを好む訪問者向けのロゴ。同じロゴも指定できます。指定がなければ、もう一方のロゴを明るい地の上に表示します。合わせて12 KiBまで。',
  'A picture across the head of the page: a PNG, JPEG or WebP image of at most 96 KiB, as a path from this file or as a data: URI. Its middle is shown, where the window is narrow.':
    'ページ上部の画像：96 KiBまでのPNG、JPEG、WebP。このファイルからのパス、またはdata: URI。狭い画面では中央を表示します。',
  "A style sheet after the page's own, of at most 8 KiB: a path from this file, or the style sheet itself. It loads nothing: no @import, and no url() but of a data: image.":
    'ページのスタイルの後に読むスタイルシート。8 KiBまで。このファイルからのパス、またはスタイルシート自体。@importや、data:画像以外のurl()は使えません。',
  'Questions that customers have, for the end of the loyalty page, in the order shown.':
    '会員ページの最後に、この順で表示するよくある質問。',
  'A question and its answer.': '質問と回答。',
  'The question, as customers ask it. One text, or a map of language tag to text.':
    '顧客が尋ねる形の質問。1つのテキスト、または言語タグごとのテキスト。',
  'The answer. Blank lines part paragraphs. One text, or a map of language tag to text.':
    '回答。空行で段落を分けます。1つのテキスト、または言語タグごとのテキスト。',
  'The terms of the program, for the end of the loyalty page. Blank lines part paragraphs. One text, or a map of language tag to text.':
    '会員ページの最後に表示するプログラムの規約。空行で段落を分けます。1つのテキスト、または言語タグごとのテキスト。',
};
