import type { ServerWords } from '../server-sentences.ts';
import { importWords } from './import-words.ts';

/** The mistakes that the server finds, in Japanese, by the English words. */
export const serverWords: ServerWords = {
  ...importWords,
  '{sentence}; did you mean "{word}"?': '{sentence}。「{word}」のことですか？',
  '"{name}" is missing': '「{name}」がありません',
  'must be one of {list}, not {value}': '{list}のどれかにしてください。いまは{value}です',
  'must be {type}, not {value}': '{type}にしてください。いまは{value}です',
  'must be {type}; this is {value}': '{type}にしてください。いまは{value}です',
  'must be at least {number}': '{number}以上にしてください',
  'must be more than {number}': '{number}より大きくしてください',
  'must be at most {number}': '{number}以下にしてください',
  'must not be empty': '空にはできません',
  'must be at most {number} characters long': '{number}文字以内にしてください',
  'must hold at least one entry': '少なくとも1件必要です',
  'must hold at least {number} entries': '少なくとも{number}件必要です',
  'must hold at most {number} entries': '{number}件以内にしてください',
  'this is given twice': '2回書かれています',
  'this name is given twice': 'この名前は2回書かれています',
  'is not valid': '正しくありません',
  'unknown property; known here: {list}': 'ここでは使えません。使えるもの：{list}',
  'unknown property': 'ここでは使えません',
  'is a file of {number} KiB, which is too large': '{number} KiBのファイルで、大きすぎます',
  'there is no currency {code}': '{code}という通貨はありません',
  "is the program's own currency, whose rate is 1": 'プログラム自身の通貨で、レートは1です',
  'there is no country {code}': '{code}という国はありません',
  'there is no language "{code}"': '「{code}」という言語はありません',
  'there is no such language': 'その言語はありません',
  'is no language of any site': 'どのサイトの言語でもありません',
  'lacks {code}, the first language of site "{key}"': 'サイト「{key}」の第1言語{code}がありません',
  'has no rate in currency_rates': 'currency_ratesにレートがありません',
  'there is no tier "{key}"': '「{key}」というランクはありません',
  'there is no reward "{key}"': '「{key}」という特典はありません',
  'there is no benefit "{key}"': '「{key}」という優待はありません',
  '"{key}" needs a running subscription, and so cannot be given unasked':
    '「{key}」は継続中の定期購入が必要なため、自動では渡せません',
  '"{key}" is a product, which needs a cart, and so cannot be given unasked':
    '「{key}」はカートが必要な商品のため、自動では渡せません',
  '"{key}" is a voucher whose amount the customer chooses, and so cannot be given unasked':
    '「{key}」は金額を顧客が選ぶクーポンのため、自動では渡せません',
  'stands beside image: a reward has one picture': 'imageと両方あります。特典の画像は1つです',
  'there is no {name} of such a reward': 'このような特典に{name}はありません',
  'gives either points or a reward': 'ポイントか特典のどちらか一方を渡します',
  'needs points beside it': 'pointsも必要です',
  'holds back points alone: a rule that gives a reward gives it at once':
    '保留できるのはポイントだけです。特典を渡すルールはすぐに渡します',
  'must not begin with a $, as the names of other kinds do':
    'ほかの種類の名前のように$で始めることはできません',
  'is also the name of "{key}"': '「{key}」も同じ名前です',
  'a conditional tier has none: it is given by hand': '条件付きランクにはありません。手動で与えます',
  'is conditional: the first tier is the one everybody begins in':
    '条件付きです。最初のランクは全員が始めるランクです',
  'must be 0: everybody begins in the first tier': '0にしてください。最初のランクは全員が始めるランクです',
  'is also the bound of "{key}"': '「{key}」と同じ下限です',
  'must be above that of "{key}": tiers stand lowest first':
    '「{key}」より大きくしてください。ランクは低い順に並べます',
  'must be a whole number of points': 'ポイントは整数にしてください',
  'must be a whole number of orders': '注文数は整数にしてください',
  '{code} has no decimals; this is {amount}': '{code}に小数はありません。いまは{amount}です',
  '{code} has {number} decimals; this is {amount}': '{code}の小数は{number}桁です。いまは{amount}です',
  'the month has {number} days': 'この月は{number}日までです',
  'needs a {name} beside it': '{name}も必要です',
  'needs "{name}" beside it': '「{name}」も必要です',
  'is either an amount or a percentage': '金額か割合のどちらか一方です',
  'must have at most two decimals': '小数は2桁までです',
  'must not be below the minimum_discount': 'minimum_discount以上にしてください',
  '{name} {colour} on {ground} {other} has a contrast of {number} to 1; WCAG 2.2 AA asks for at least {least}, as {better} has':
    '{ground} {other}の上の{name} {colour}のコントラストは{number}対1です。WCAG 2.2 AAは{least}以上を求めます（例：{better}）',
  '{name} {colour} on {ground} {other} has a contrast of {number} to 1; WCAG 2.2 AA asks for at least {least}':
    '{ground} {other}の上の{name} {colour}のコントラストは{number}対1です。WCAG 2.2 AAは{least}以上を求めます',
  'is {number} bytes large; at most {most} stand in every page':
    '{number}バイトあります。各ページに入るのは{most}バイトまでです',
  'is {number} bytes large; at most {most} are kept of a banner':
    '{number}バイトあります。バナーは{most}バイトまでです',
  'is {number} bytes large; at most {most} are kept of a picture of a reward':
    '{number}バイトあります。特典の画像は{most}バイトまでです',
  'is {number} bytes large; at most {most} are left of the {all} for the pictures of all rewards':
    '{number}バイトあります。全特典の画像{all}バイトのうち残りは{most}バイトです',
  'is no PNG, JPEG or WebP image; an SVG can hold scripts: export it as a PNG':
    'PNG、JPEG、WebPの画像ではありません。SVGはスクリプトを含められるため、PNGで書き出してください',
  'is {width} × {height} pixels large; at most {most} either way':
    '{width} × {height}ピクセルあります。縦横とも{most}までです',
  'must be a data: URI: no other file comes with this one':
    'data: URIにしてください。ほかのファイルは付いてきません',
  'must be a data: URI in base64, as in data:image/png;base64,…':
    'data:image/png;base64,… のようなbase64のdata: URIにしてください',
  'must be the style sheet itself: no other file comes with this one':
    'スタイルシートそのものを書いてください。ほかのファイルは付いてきません',
  'the file is nested too deeply': '入れ子が深すぎます',
  'a second YAML document begins here; a program file holds one':
    'ここから2つ目のYAML文書が始まっています。プログラムファイルは1つだけです',
  'must be {key}: the draft is of that program': '{key}にしてください。この下書きはそのプログラムのものです',
  'must be {form}': '{form}にしてください',
  'A password has at least {number} characters.': 'パスワードは{number}文字以上です。',
  'A password has at most {number} characters.': 'パスワードは{number}文字以内です。',
  'This password repeats too few characters.': 'このパスワードは文字の種類が少なすぎます。',
  'This password is too close to the email.': 'このパスワードはメールアドレスに似すぎています。',
  'This is no email address.': 'メールアドレスではありません。',
  'A name has at most {number} characters.': '名前は{number}文字以内です。',
  'The address must be an https URL of at most {number} characters.':
    '宛先は{number}文字以内のhttpsのURLにしてください。',
  'The address must be an https URL.': '宛先はhttpsのURLにしてください。',
  'The address must hold no user name or password.': '宛先にユーザー名やパスワードを含めることはできません。',
  'The address must hold no fragment.': '宛先にフラグメントを含めることはできません。',
  'The address must have one of the ports {list}.': '宛先のポートは次のいずれかにしてください：{list}。',
  'The address must be an address of the public internet.':
    '宛先は公開インターネット上のアドレスにしてください。',
  '{uri} is not a URL.': '{uri}はURLではありません。',
  '{uri} must have no fragment.': '{uri}にフラグメントを含めることはできません。',
  '{uri} must hold no user and no password.': '{uri}にユーザー名やパスワードを含めることはできません。',
  '{uri} must be one address: * stands for nothing else.':
    '{uri}は1つのアドレスにしてください。*は他のものを表しません。',
  '{uri} must begin with https://, or with http:// and a loopback address.':
    '{uri}はhttps://、またはhttp://とループバックアドレスで始めてください。',
  '{uri} must have a plain host name or address.': '{uri}には通常のホスト名かアドレスが必要です。',
  'the file is longer than {number} characters': 'ファイルが{number}文字を超えています',
  'the file unfolds into more than {number} values': 'ファイルを展開すると値が{number}個を超えます',
  'the names of the file unfold into more than {number} characters':
    'ファイル内の名前を展開すると{number}文字を超えます',
  'the file is nested more than {number} levels deep': 'ファイルの入れ子が{number}階層を超えています',
  'A program file has at most {number} MB here. The command `loyaltyd program apply` takes greater ones.':
    'ここではプログラムファイルは{number} MBまでです。コマンド`loyaltyd program apply`ならより大きいファイルも使えます。',
  'Somebody decided before, or took the request back.': 'すでに決定されたか、依頼が取り下げられました。',
  'made of small letters, digits, "-" and "_", at most 63 of them':
    '小文字、数字、「-」「_」からなる63文字以内の名前',
  'a duration from 1 to 999999 of a unit, such as 30s, 15m, 24h or 14d':
    '30s、15m、24h、14dのような期間（1から999999）',
  'a currency code of three capital letters such as USD': 'USDのような大文字3文字の通貨コード',
  'a country code of two capital letters such as US': 'USのような大文字2文字の国コード',
  'a language tag such as en or pt-BR': 'enやpt-BRのような言語タグ',
  'a colour such as "#2d3a8c", in quotes': '引用符で囲んだ"#2d3a8c"のような色',
  'a list of fonts such as Georgia, "Times New Roman", serif':
    'Georgia, "Times New Roman", serifのようなフォントの一覧',
  'the name of a message: small letters, digits and "_"': 'メッセージの名前（小文字、数字、「_」）',
  'an address that begins with https:// or http://': 'https://かhttp://で始まるアドレス',
  'an origin without a path, such as https://shop.example':
    'https://shop.exampleのような、パスのないオリジン',
  'an address, https://…': 'https://…のアドレス',
  'of another form': '別の形',
  'another name': '別の名前',
  'a map of names to values': '名前と値の対応',
  'a map of language to text': '言語ごとのテキスト',
  'a map with {list}': '{list}を含む対応表',
  'a map': '名前と値の対応',
  'a list': 'リスト',
  'a text': 'テキスト',
  'true or false': 'trueかfalse',
  'a whole number': '整数',
  'a number': '数',
  nothing: '空',
  'the text "{text}"': 'テキスト「{text}」',
  'the number {number}': '数{number}',
  '{one} or {other}': '{one}か{other}',
};
