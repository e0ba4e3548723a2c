/** The explanations of the program and its sites in the program file in Japanese, by the English ones. */
export const programHelp = {
  'What a loyalty program is: sites, tiers, ways to earn and rewards.':
    'ポイントプログラムの内容：サイト、ランク、獲得方法、特典。',
  'Names the program for ever; applying a file with this key changes that program.':
    'プログラムをずっと識別する名前です。このキーのファイルはそのプログラムを変更します。',
  'The name of the program, for customers.': '顧客に表示するプログラムの名前。',
  'Currency of tiers and of every amount in this file. Fixed once the program has customers. ISO 4217.':
    'ランクとこのファイルの金額の通貨。顧客ができた後は変えられません。ISO 4217。',
  'A test program, whose clock can be turned ahead. Fixed once the program has customers.':
    '時計を進められるテスト用プログラム。顧客ができた後は変えられません。',
  'Whether customers that a session, an order or an activity names for the first time are enrolled; else they stay guests. True unless said otherwise.':
    'セッション、注文、アクティビティで初めて現れた顧客を入会させるかどうか。入会させない場合はゲストのままです。指定がなければ「はい」。',
  'Voiding points that were already spent: allow takes the balance below zero, within_balance takes what is there, and the rest when a claim brings it back. Allow unless said otherwise.':
    'すでに使われたポイントの取り消し方。allowは残高をマイナスにし、within_balanceは今ある分だけを引き、残りは特典が返却されたときに引きます。指定がなければallow。',
  'How long the address of an embedded loyalty page is good for; 15m unless said otherwise. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    '埋め込みページのアドレスの有効時間。指定がなければ15m。秒、分、時間、日の整数：30s、15m、24h、14d。',
  "By currency: units of it for one unit of the program's. A currency without a rate is not supported.":
    '通貨ごとの、プログラムの通貨1単位あたりの額。レートのない通貨は使えません。',
  'The value of a point for books and reports, in units of the currency: 0.01. Without it, it is what rewards gave for points in the last twelve months.':
    '帳簿とレポートでの1ポイントの価値（通貨の単位）：0.01。指定がなければ、直近12か月に特典がポイントに対して与えた価値。',
  'Sites by their stable keys. The first is home of customers that the back end creates.':
    '固定のキーごとのサイト。最初のサイトが、バックエンドで作られた顧客の所属先です。',
  'A store that the program serves.': 'プログラムを使うストア。',
  'The name of the store.': 'ストアの名前。',
  'Where the store is.': 'ストアのアドレス。',
  'Where visitors of the loyalty page join. Without it: where the store is.':
    '会員ページの訪問者が入会する場所。指定がなければストアのアドレス。',
  'Where visitors of the loyalty page sign in. Without it: where the store is.':
    '会員ページの訪問者がログインする場所。指定がなければストアのアドレス。',
  "Currency of this site; the program's unless said otherwise. ISO 4217.":
    'このサイトの通貨。指定がなければプログラムの通貨。ISO 4217。',
  'Languages of the site; the first is the default.': 'サイトの言語。最初のものが標準です。',
  'A language tag: en, fr, pt-BR.': '言語タグ：en、fr、pt-BR。',
  'IANA time zone in which limits, birthdays and tier dates of its customers are counted.':
    '顧客の制限、誕生日、ランクの日付を数えるIANAタイムゾーン。',
  'Country of requests that name none. ISO 3166-1 alpha-2.':
    '国の指定がないリクエストの国。ISO 3166-1 alpha-2。',
  "Further origins that may frame the loyalty page; the site's own always may.":
    '会員ページを埋め込めるほかのオリジン。サイト自身は常に埋め込めます。',
  'An origin: https://shop.example': 'オリジン：https://shop.example',
};
