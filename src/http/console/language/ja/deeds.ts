import type { deeds as english } from '../en/deeds.ts';

export const deeds: Record<keyof typeof english, string> = {
  // Notes.
  note_write: 'メモを書く',
  note_write_something: '内容を入力してください。',
  note_keep: 'メモを保存',
  note_file: 'ファイル',
  note_file_about: 'PNG、JPEG、WebP、PDF、テキスト、1 MBまで。メモに付き、メモとともに削除されます。',
  note_file_save: '{name}を保存',
  note_file_wrong: 'ファイルは1 MBまでのPNG、JPEG、WebP、PDF、テキストにしてください。',
  note_file_big: 'ファイルは{size} KBあります。メモに付けられるのは1 MBまでです。',
  note_delete_title: 'メモの削除',
  note_delete_about: 'メモは誰からも見えなくなります。メモがあったことは監査記録に残ります。',
  note_delete: 'メモを削除',
  delete: '削除',

  // Blocking, and tiers that operators give.
  block_title: 'ブロックと解除',
  block_about: '解除するまで、この顧客はポイントの獲得も特典の交換・使用もできません。ポイントは残ります。',
  unblock_about:
    '顧客は再びポイントの獲得と特典の交換ができます。その間に期日が来たものはすぐに処理され、ランクは実績に応じたものになります。',
  block_customer: '顧客をブロック',
  unblock_customer: 'ブロックを解除',
  tier_none_given: '手動で付与するランクはありません',
  tier_none_given_about:
    '他のランクは実績に応じて決まります。プログラムファイルで下限のないランクをここで付与できます。',
  tier_wrong: 'ランクを選んでください。',
  tier_earned: 'なし（実績に応じたランク）',
  tier_about: '誰かが外すまで続きます。注文や日付では変わりません。',
  tier_give: 'ランクを付与',

  // One activity.
  activity_title: 'アクティビティ',
  activity_choose: 'いずれかを選んでください。',
  activity_decide_about:
    '承認したポイントはすぐに使えます。却下すると何も付与されず、元に戻せません。同じ報告による承認待ちのものも一緒に処理されます。',
  activity_void_about:
    '付与したポイントは残高から差し引かれます。進呈した特典が未使用ならそれも取り消され、同じ報告によるものもすべて取り消されます。元に戻せません。',
  activity_take_back: '取り消す',
  take_it_back: '取り消す',

  // Claiming for a customer.
  claim_for_title: '顧客の代わりに特典を交換',
  claim_no_reward: '交換できる特典がありません',
  claim_no_reward_about: 'いずれかのランクで有効なプログラムファイルの特典がここに表示されます。',
  rewards: '特典',
  choose: '選ぶ',
  claim_by_amount: '金額による',
  claim_cost: '{reward}：{points, plural, other {#ポイント}}のうち{cost}を使います。',
  claim_variant: 'バリエーション',
  claim_discount: '割引額（{currency}）',
  claim_wrong_amount: '{example}のように数字で入力してください。',
  claim_in_cart: '商品は、カートに入れられるか返却されるまで、顧客の次のカートのために取り置かれます。',
  claim_it: '交換する',
  claim_another: '別の特典',

  // One claimed reward.
  claim_title: '交換した特典',
  claim_claimed: '交換日時',
  claim_expires: '有効期限',
  claim_code: 'コード',
  claim_code_title: 'コード',
  claim_copy_code: 'コードをコピー',
  claim_code_about: '表示したことが監査記録に残ります。顧客本人だけに伝えてください。',
  claim_show_code: 'コード全体を表示',
  claim_audit: '表示したことが監査記録に残ります。',
  claim_words: '顧客へのメッセージ',
  claim_words_about: '追跡番号など。空欄でもかまいません。',
  claim_back_about: '特典は使えなくなり、{points, plural, other {#ポイント}}が残高に戻ります。',
  claim_give_back: '返却する',

  // Merging.
  merge_title: '別の顧客への統合',
  merge_nobody: 'このIDまたはメールの顧客はいません。',
  merge_one_already: 'すでに1人の顧客です。',
  merge_same: '同じ顧客です。',
  merge_about:
    '同一人物が2人の顧客として登録されている場合に使います。{name}はなくなり、もう一方が両方のすべてを引き継ぎます。',
  merge_into: '統合先の顧客',
  merge_into_about: 'ストアでのID、またはメール全体',
  merge_look: '結果を見る',
  merge_goes: '統合元',
  merge_stays: '統合先',
  merge_after: '統合後',
  merge_result: '統合の結果',
  merge_spent: '利用済み',
  merge_sure:
    '{from}の注文、アクティビティ、特典、紹介、メモも引き継がれます。以後、両方のIDは{survivor}を指します。元に戻せません。',
  merge_do: '{from}を{into}に統合',
  merge_another: '別の顧客',

  // Erasing.
  erase_title: '顧客の消去',
  erase_write: '続けるには{id}と入力',
  erase_wrong: '{id}ではありません。',
  erase_do: '{name}を消去',
  erase_ask: '{name}の消去を申請',
  erase_goes: '完全に消去されるもの',
  erase_goes_person: 'メール、名前、誕生日、メタデータ、ストアでのID（統合された顧客のものも含む）',
  erase_goes_notes: '社内メモ、カート、セッション、保存された応答、Webhookのメッセージ',
  erase_goes_texts: '注文のテキストと、紹介された友だちを見分ける印',
  erase_goes_points:
    '{points, plural, other {#ポイント}}へのつながり：どの名前でもこの顧客を探せなくなります',
  erase_stays: '名前なしで残るもの',
  erase_stays_books: '帳簿：取引、アクティビティ、交換した特典、注文（レポートの正しさを保つため）',
  erase_stays_ids: 'ストアが注文やアクティビティに付けたID',
  erase_stays_audit: '監査記録：あなたが顧客{id}を消去したこと',
};
