import type { drafts as english } from '../en/drafts.ts';

export const drafts: Record<keyof typeof english, string> = {
  // The list.
  draft: '下書き',
  draft_number: '下書き{id}',
  draft_begin: '下書きを始める',
  draft_for: '目的',
  draft_for_example: '例：春。履歴に表示されます。',
  drafts_about: '下書きは公開するまで何も変えません。',
  drafts_none: '開いている下書きはありません',
  drafts_none_about: 'プログラムの変更は下書きに書き、確認してから公開します。',
  drafts_open: '開いている下書き',
  drafts_published: '公開した下書き',
  drafts_begun_on: '元のバージョン',
  drafts_became: '公開後',
  drafts_written_by: '作成者',
  drafts_saved: '最終保存',
  draft_refused: '下書きを始められませんでした',
  draft_to_drafts: '下書き一覧へ',

  // One draft.
  draft_badge: '下書き',
  draft_about: 'バージョン{version}から開始、作成者：{writers}',
  draft_tabs: '下書き',
  draft_forms: 'フォーム',
  draft_file: 'ファイル',
  draft_plan: '変更計画と公開',
  draft_preview: 'プレビュー',
  draft_mistakes: 'ファイルに誤りが{count, plural, other {#件}}あります。修正するまで公開できません。',
  draft_to_file: 'ファイルへ',
  draft_moved:
    '下書きの開始後に、バージョン{version}が、下書きでも変更している箇所を{count, plural, other {#件}}変更しました。',
  draft_decide: '選択する',
  draft_done_begun: '下書きを始めました。公開するまで顧客には何も変わりません。',
  draft_done_saved: '保存しました。',
  draft_done_both: '保存しました。ほかの人が別の箇所を変更していました。両方の変更が下書きに入っています。',
  draft_done_theirs: '下書きはほかの人が保存した内容です。',
  draft_done_removed: '下書きから削除しました。',
  draft_done_merged: '下書きは最新のバージョンに基づくようになりました。',
  draft_this: 'この下書き',
  draft_save_note: 'メモを保存',
  draft_delete_ask: '下書きを削除…',
  draft_delete_title: 'この下書きを削除しますか？',
  draft_delete_about:
    'ファイルとコメントは完全に失われます。プログラムはそのままで、削除したことは監査記録に残ります。',
  draft_delete: '下書き{id}を削除',
  keep_it: '削除しない',
  draft_stays: '下書きは残っています',
  draft_now: '現在の下書きを見る',

  // A draft that is based on an older version.
  moved_title: 'プログラムが変更されました',
  moved_about:
    'バージョン{version}が、下書きでも変更している箇所を変更しました。それぞれ選んでください。ほかはすべて統合されます。',
  moved_not: 'まだ統合していません',
  moved_again: '選ぶ必要のある箇所を見る',

  // Mistakes and refusals.
  complaints: '修正が必要な箇所が{count, plural, other {#件}}あります',
  complaint_place: '{line}行{column}列',
  complaint_nothing: '何も変更していません。',

  // Two people changed one thing.
  choice_theirs: '相手の内容',
  choice_mine: '自分の内容',
  choice_before: '変更前',
  choice_both: '選択に従って両方を残す',
  choice_keep_mine: '自分の内容だけ残す',
  choice_keep_theirs: '相手の内容だけ残す',
  choice_entry: 'ほかの人も{key}を変更しました',
  choice_entry_about: 'あなたの変更は失われません。箇所ごとに選ぶか、どちらか一方を残してください。',
  choice_file: 'ほかの人も下書きを保存しました',
  choice_file_about:
    'あなたの変更は失われません。「両方」では、あなたのテキストとコメントに相手が変えた値が入ります。',
  choice_file_apart:
    'あなたの変更は失われません。一方のテキストに誤りがあるため統合できません。比較してください。',

  // The file.
  file_label: 'プログラムファイル',
  file_save: 'ファイルを保存',
  file_see: '影響を見る',
  file_mistakes: '誤りのあるファイルも保存されます。',
  file_docs: 'ファイルのすべてのキーの説明',
  file_kept: 'テキストは保存されていません。ここに復元しましたので、今すぐ保存してください。',

  // The publication.
  publish: '公開',
  publish_approve: '承認して公開',
  publish_other: '公開は別の担当者が行います',
  publish_other_about:
    'このプログラムの変更には2人が必要で、変更の一部はあなたが書いたものです。書いていない所有者かマネージャーに依頼してください。',
  publish_copy: 'アドレスをコピー',
  publish_second: '作成者：{writers}。あなたは2人目の確認者として、この変更に責任を負います。',
  publish_becomes: 'バージョン{version}になり、すぐに適用されます。',

  // The preview of the loyalty page.
  preview_as: '表示する顧客のID',
  preview_nobody: '該当する顧客はいません。',
  preview_in: '言語',
  preview_show: '表示',
  preview_device: '端末',
  preview_phone: 'スマートフォン',
  preview_desktop: 'パソコン',
  preview_nothing: 'まだ表示できません',
  preview_page: '会員ページ',
  preview_about:
    '顧客自身のポイントと下書きのプログラムで表示しています。操作はできず、コードは隠されています。',
  preview_choose: 'ほかの顧客を選んでください。',
  preview_decide: '先に、プログラムも変更した箇所を選んでください。',
  preview_mistakes: 'ファイルの誤りがなくなると表示されます。',
  preview_none: 'ページはまだありません',
};
