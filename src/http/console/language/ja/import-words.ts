import type { ServerWords } from '../server-sentences.ts';

/** The mistakes that the server finds in imported files, in Japanese, by the English words. */
export const importWords = {
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
  'it was erased since': 'その後に消去されました',
  'it was merged into another since': 'その後にほかの顧客に統合されました',
  'points spent or expired: {number}': '使用済みか失効したポイント：{number}',
  'the customer stays, since it was used meanwhile': 'その後に利用があったため、顧客は残ります',
  'the customer stays, since it was changed meanwhile': 'その後に変更されたため、顧客は残ります',
  '{field} was changed since': '{field}はその後に変更されました',
} satisfies Partial<ServerWords>;
