/** The explanations of the program and its sites in the program file in Japanese, by the English ones. */
export const programHelp = {
  'A loyalty program: its sites, tiers, rules and rewards.':
    'ポイントプログラムの内容：サイト、ランク、獲得方法、特典。',
  'The permanent name of the program. A file with this key changes that program when it is applied.':
    'プログラムをずっと識別する名前です。このキーのファイルはそのプログラムを変更します。',
  'The name of the program, for customers.': '顧客に表示するプログラムの名前。',
  'The currency of tiers and of every amount in this file. It cannot be changed once the program has customers. ISO 4217.':
    'ランクとこのファイルの金額の通貨。顧客ができた後は変えられません。ISO 4217。',
  'Whether it is a test program, whose clock can be advanced. It cannot be changed once the program has customers. Default: false.':
    '時計を進められるテスト用プログラム。顧客ができた後は変えられません。',
  'Whether the server enrols customers whom a session, an order or an activity names for the first time. Otherwise they stay guests. Default: true.':
    'セッション、注文、アクティビティで初めて現れた顧客を入会させるかどうか。入会させない場合はゲストのままです。指定がなければ「はい」。',
  'What happens if points are taken back that the customer has spent. allow: the balance goes below zero. within_balance: the balance goes down to zero, and the rest is taken if a returned claim brings points back. Default: allow.':
    'すでに使われたポイントの取り消し方。allowは残高をマイナスにし、within_balanceは今ある分だけを引き、残りは特典が返却されたときに引きます。指定がなければallow。',
  'How long the address of an embedded loyalty page works. Default: 15m. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    '埋め込みページのアドレスの有効時間。指定がなければ15m。秒、分、時間、日の整数：30s、15m、24h、14d。',
  "For each other currency: how many units of it are one unit of the program's currency. A currency without a rate is not supported.":
    '通貨ごとの、プログラムの通貨1単位あたりの額。レートのない通貨は使えません。',
  'The value of a point in reports and closed months, in units of the currency, such as 0.01. Default: what rewards gave for points in the last twelve months.':
    '帳簿とレポートでの1ポイントの価値（通貨の単位）：0.01。指定がなければ、直近12か月に特典がポイントに対して与えた価値。',
  'The sites by their permanent keys. The first is the home site of customers whom a back end creates.':
    '固定のキーごとのサイト。最初のサイトが、バックエンドで作られた顧客の所属先です。',
  'A store that the program serves.': 'プログラムを使うストア。',
  'The name of the store.': 'ストアの名前。',
  'The address of the store.': 'ストアのアドレス。',
  'The address at which visitors of the loyalty page become members. Default: the address of the store.':
    '会員ページの訪問者が入会する場所。指定がなければストアのアドレス。',
  'The address at which visitors of the loyalty page sign in. Default: the address of the store.':
    '会員ページの訪問者がログインする場所。指定がなければストアのアドレス。',
  'The currency of this site. Default: the currency of the program. ISO 4217.':
    'このサイトの通貨。指定がなければプログラムの通貨。ISO 4217。',
  'The languages of the site. The first is its default.': 'サイトの言語。最初のものが標準です。',
  'A language tag: en, fr, pt-BR.': '言語タグ：en、fr、pt-BR。',
  'The IANA time zone for the limits, birthdays and tier dates of its customers.':
    '顧客の制限、誕生日、ランクの日付を数えるIANAタイムゾーン。',
  'The country of requests that name none. ISO 3166-1 alpha-2.':
    '国の指定がないリクエストの国。ISO 3166-1 alpha-2。',
  "Further origins that may show the loyalty page in a frame. The site's own origin always may.":
    '会員ページを埋め込めるほかのオリジン。サイト自身は常に埋め込めます。',
  'An origin: https://shop.example': 'オリジン：https://shop.example',
};
