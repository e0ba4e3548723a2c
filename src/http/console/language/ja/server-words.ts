import type { ServerWords } from '../server-sentences.ts';

/** The mistakes that the server finds, in Japanese, by the English words. */
export const serverWords: ServerWords = {
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
  '{field} is longer than {number} characters': '{field}が{number}文字を超えています',
  '{field} holds characters that are no text': '{field}にテキストとして使えない文字があります',
  'email is not an email address': 'emailがメールアドレスではありません',
  '{field} may hold letters without accents, digits, _ and - only':
    '{field}に使えるのはアクセントのない英字、数字、_、-だけです',
  '{field} is no date as {order} says': '{field}が{order}の形の日時ではありません',
  '{field} is no day as {order} says': '{field}が{order}の形の日付ではありません',
  '{field} must be subscribed, not_subscribed or unknown, or yes or no':
    '{field}はsubscribed、not_subscribed、unknown、またはyes、noにしてください',
  '{field} must be yes or no': '{field}はyesかnoにしてください',
  'metadata must be a JSON object': 'metadataはJSONオブジェクトにしてください',
  'metadata names a member twice': 'metadataに同じ名前が2回あります',
  'metadata holds a number that cannot be held exactly; write it as text':
    'metadataに正確に保持できない数があります。テキストで書いてください',
  "tier is none of the program's: it has {list}":
    'tierがプログラムのランクではありません。あるのは{list}です',
  'lots hold {number} points, and points says {amount}':
    'lotsの合計は{number}ポイントですが、pointsは{amount}です',
  'pending holds {number} points, and points_pending says {amount}':
    'pendingの合計は{number}ポイントですが、points_pendingは{amount}です',
  '{field} must be a whole number from {number} to {most}, without separators':
    '{field}は{number}から{most}までの整数にしてください（区切りなし）',
  'names the same customer as line {number}': '{number}行目と同じ顧客です',
  'has the same email as line {number}': '{number}行目と同じメールです',
  'has the same referral_id as line {number}': '{number}行目と同じreferral_idです',
  'has a merchant_id, an email or a referral_id that somebody else has':
    'merchant_id、メール、referral_idのいずれかをほかの人が使っています',
  'birthday is not possible: There is no such day.': 'birthdayが正しくありません。その日は存在しません',
  'birthday is not possible: The birthday lies before {number}.':
    'birthdayが正しくありません。誕生日が{number}年より前です',
  'birthday is not possible: The birthday lies in the future.':
    'birthdayが正しくありません。誕生日が未来です',
  'the file is longer than {number} characters': 'ファイルが{number}文字を超えています',
  'the file unfolds into more than {number} values': 'ファイルを展開すると値が{number}個を超えます',
  'the names of the file unfold into more than {number} characters':
    'ファイル内の名前を展開すると{number}文字を超えます',
  'the file is nested more than {number} levels deep': 'ファイルの入れ子が{number}階層を超えています',
  'A program file has at most {number} MB here. The command `loyaltyd program apply` takes greater ones.':
    'ここではプログラムファイルは{number} MBまでです。コマンド`loyaltyd program apply`ならより大きいファイルも使えます。',
  'names nobody: no customer of the program has this email':
    '該当者がいません。このメールの顧客はプログラムにいません',
  'names a customer that was merged into another': 'ほかの顧客に統合された顧客です',
  'has another email than the customer; change that first, or leave the column out (--column email=)':
    '顧客のメールと違います。先に変更するか、この列を外してください（--column email=）',
  'has other pending points than the customer; resolve those first, or leave the column out (--column pending=)':
    '確定待ちのポイントが顧客と違います。先に処理するか、この列を外してください（--column pending=）',
  'has a points_spent below the {number} points that the customer has spent':
    'points_spentが、顧客の使用済み{number}ポイントより少ないです',
  'would change the points or the tier of a blocked customer':
    'ブロック中の顧客のポイントやランクが変わります',
  'has points or a tier for a guest, who is to be enrolled first':
    'ゲストにポイントやランクがあります。先に入会させてください',
  'has points or a tier, and no enrolled_at': 'ポイントやランクがありますが、enrolled_atがありません',
  'has an enrolled_at that is still to come': 'enrolled_atが未来です',
  'has a referral_id that another customer has': 'referral_idをほかの顧客が使っています',
  'has an email that another customer has': 'メールをほかの顧客が使っています',
  'has points that have expired': '期限切れのポイントがあります',
  'has pending points whose date is past, and no points that they could be added to':
    '承認日の過ぎた確定待ちポイントがあり、加える先のポイントがありません',
  'has a tier_expires_at for a tier that is given by hand, which has no end':
    '手動で与えるランクには終わりがないのに、tier_expires_atがあります',
  'has a tier_expires_at that is past': 'tier_expires_atが過去です',
  'tier_expires_at has no tier': 'tier_expires_atにtierがありません',
  'has no {field}': '{field}がありません',
  'has {number} cells, and the header has {amount}': 'セルが{number}個ですが、見出しは{amount}個です',
  'has metadata that is too long': 'metadataが長すぎます',
  'gives or takes more than {number} points, which is more than this import may; try the file again to see who may import it':
    '{number}ポイントを超える増減があり、この取り込みではできません。誰ができるかはもう一度試すと分かります',
  'This line begins with a quotation mark that does not end.': 'この行の引用符が閉じていません。',
  'This line is longer than {number} characters.': 'この行は{number}文字を超えています。',
  'This line is not UTF-8.': 'この行はUTF-8ではありません。',
  'This line holds control characters.': 'この行に制御文字があります。',
  'This line has nothing but dashes.': 'この行はハイフンだけです。',
  'This line is a code of {key} already.': 'このコードはすでに{key}のものです。',
  'This line was given to a customer already, by a reward that generates its codes.':
    'このコードは、コードを自動生成する特典からすでに渡されています。',
  'This line stands in the file twice, or another import brought it meanwhile.':
    'このコードはファイルに2回あるか、ほかの取り込みが先に入れました。',
  'The server failed at it. Its log says more.': 'サーバーで処理に失敗しました。詳しくはログにあります。',
  'Nobody decided within a day. Nothing was imported.':
    '1日以内に決定されませんでした。何も取り込まれていません。',
  'The import takes two people, and was declined or taken back. Nothing was imported.':
    'この取り込みには2人必要ですが、却下または取り下げられました。何も取り込まれていません。',
  'The file is no longer there: files are kept for a day.':
    'ファイルはもうありません。ファイルの保存期間は1日です。',
  '{name} cannot be read as csv: it is a workbook or an archive: save it as csv.':
    '{name}をcsvとして読めません。ブックか圧縮ファイルです。csvで保存してください。',
  '{name} cannot be read as csv: it is no text.': '{name}をcsvとして読めません。テキストではありません。',
  '{name} cannot be read as csv: it is empty.': '{name}をcsvとして読めません。空のファイルです。',
  'The file is not imported: {sentence}.': 'ファイルは取り込まれません。{sentence}。',
  'import {number} of it is being reverted; wait for that, or revert it again to go on':
    'このファイルの取り込み{number}は取り消し中です。終わるまで待つか、続けるにはもう一度取り消してください',
  'import {number} of it was begun with other options; go on with those, or revert it':
    'このファイルの取り込み{number}は別の指定で始まっています。その指定で続けるか、取り消してください',
  'import {number} of it is reverted': 'このファイルの取り込み{number}は取り消し済みです',
  'another process has just begun to import it': '別のプロセスがこのファイルの取り込みを始めたところです',
  'Another process goes on with import {number}, or reverts it.':
    '別のプロセスが取り込み{number}を続けているか、取り消しています。',
  'There is no site {key}.': 'サイト{key}はありません。',
  'There is no preset {key}.': 'プリセット{key}はありません。',
  'The file cannot be read: {sentences}.': 'ファイルを読めません。{sentences}。',
  "no column holds the customers' merchant_id or email; the file has {names} and {number} more":
    '顧客のmerchant_idかemailの列がありません（ファイルの列：{names}、ほか{number}列）',
  "no column holds the customers' merchant_id or email; the file has {names}":
    '顧客のmerchant_idかemailの列がありません（ファイルの列：{names}）',
  'the column {name} stands in it twice': '列{name}が2回あります',
  'the column {name} stands in the file twice': '列{name}が2回あります',
  'the column {name} is not in the file': '列{name}がファイルにありません',
  'Somebody decided before, or took the request back.': 'すでに決定されたか、依頼が取り下げられました。',
  'it was erased since': 'その後に消去されました',
  'it was merged into another since': 'その後にほかの顧客に統合されました',
  'points spent or expired: {number}': '使用済みか失効したポイント：{number}',
  'the customer stays, since it was used meanwhile': 'その後に利用があったため、顧客は残ります',
  'the customer stays, since it was changed meanwhile': 'その後に変更されたため、顧客は残ります',
  '{field} was changed since': '{field}はその後に変更されました',
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
