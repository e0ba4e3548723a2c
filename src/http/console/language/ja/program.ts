import type { program as english } from '../en/program.ts';

export const program: Record<keyof typeof english, string> = {
  // The program that is live, and its tabs.
  program_version: 'バージョン{version}',
  program_reaching: '顧客に反映中',
  program_history: '履歴',
  program_drafts: '下書き',
  program_drafts_count: '下書き（{count}）',
  program_go_on: '下書き{id}を続ける',
  program_parts: 'プログラムの各部',
  program_read_in: '{language}で表示',
  part_earn: '獲得',
  part_rewards: '特典',
  part_tiers: 'ランク',
  part_settings: '設定',

  // The history.
  history_about: 'プログラムの変更履歴と担当者、新しい順 · {zone}',
  history_live: '公開中',
  history_again: 'バージョン{version}に復元',
  history_found: 'バージョンの保存を始めたときの状態',

  // One version.
  version_go_back: 'このバージョンに戻す',
  version_compared: '比較するバージョン',
  version_compare: '比較',
  version_first: '最初のバージョン',
  version_changes: 'バージョン{version}からの変更',
  version_nothing_before: 'これより前のバージョンはありません。',
  version_same: '違いはありません。',
  version_file: 'ファイル',
  version_download: 'ファイルをダウンロード',
  version_pictures: '画像はここでは省略しています。ダウンロードしたファイルには全体が入っています。',

  // The rollback to a version.
  rollback_title: 'バージョン{version}に戻す',
  rollback_about:
    '新しいバージョンになります。履歴からは何も消えず、ポイント、交換した特典、注文はそのままです。',
  rollback_two: '変更には2人が必要です',
  rollback_go: '戻す',
  rollback_begin: 'バージョン{version}で下書きを始める',
  rollback_refused: 'バージョン{version}には戻せません',
  why: '理由',
  history_shows: '履歴に表示されます。',

  // The differences between two programs.
  change_added: '追加',
  change_created: '作成',
  change_enabled: '有効化',
  change_changed: '変更',
  change_moved: '移動',
  change_removed: '削除',
  change_disabled: '無効化',
  change_value: '値',
  change_before: '変更前：',
  change_after: '変更後：',
  change_nothing: 'なし',
  one_program: 'プログラム',
  one_site: 'サイト',
  one_benefit: '優待',
  one_setting: '設定',
  one_rate: '為替レート',
  one_language: '言語',

  // A plan.
  plan_nothing: '変更はありません',
  plan_nothing_about: 'プログラムはすでにこの内容です。',
  plan_effects: '顧客と在庫への影響',
  plan_no_effects: '現在の顧客への影響はありません。今後に適用されます。',
  plan_counted: 'この時点の集計です。その後の顧客の行動で変わることがあります。',
  plan_changes: 'プログラムの変更',
  plan_unchanged: 'ほかの{count, plural, other {#件}}は変わりません。',
  plan_who: '対象者',
  plan_again: '現在の変更計画を見る',
  plan_none: '変更計画はまだありません',
  who_title: '対象の顧客',
  who_to_plan: '変更計画',
  who_nobody: '対象者はいなくなりました',
  who_nobody_about: '変更計画を作成した後に変更がありました。',
  who_more: 'さらに表示',
};
