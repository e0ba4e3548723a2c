import type { queue as english } from '../en/queue.ts';

export const queue: Record<keyof typeof english, string> = {
  // The activities that wait.
  queue_oldest_first: '古い順。',
  queue_by_itself: '自動承認',
  queue_none: '承認待ちはありません',
  queue_none_about:
    'アクティビティは、承認期間が終わるか、注文が支払われるか、誰かが判断するまで、ここに表示されます。',
  queue_more_to_see: '検索した範囲にはありません。まだ続きがあります。',
  queue_the_oldest: '最も古いもの',
  queue_age: '経過',
  queue_age_1: '1日を超える',
  queue_age_7: '7日を超える',
  queue_age_30: '30日を超える',
  queue_cause_order: '注文',
  queue_cause_referral: '紹介',
  queue_cause_other: 'その他',
  queue_above: '次のポイントを超える',
  queue_customer: '顧客のID、メール',
  queue_wrong_points: '1000のように数字だけで入力してください。',
  queue_activities: '承認待ちのアクティビティ',
  queue_all_here: 'このページのすべて',
  queue_undo: '元に戻す',
  queue_once_paid: '注文の支払い後',
  queue_choose_first: '先にアクティビティを選んでください。',

  // Before they are decided on.
  queue_approve_these: 'これらを承認しますか？',
  queue_decline_these: 'これらを却下しますか？',
  queue_approve_means: '承認したポイントはすぐに使えるようになります。',
  queue_decline_means: '却下すると何も付与されず、元に戻せません。',
  queue_chosen: '選んだアクティビティ',
  queue_same_report: '同じ報告から',
  queue_approve_count: '{count}件を承認',
  queue_decline_count: '{count}件を却下',

  // After it.
  queue_are_approved: '{count, plural, other {アクティビティ#件}}を承認しました。',
  queue_are_declined: '{count, plural, other {アクティビティ#件}}を却下しました。',
  queue_approved_too: '{activity}、{name}：同じ報告から来た承認待ちのため、一緒に承認しました。',
  queue_declined_too: '{activity}、{name}：同じ報告から来た承認待ちのため、一緒に却下しました。',
  queue_left: '{activity}、{name}：{why}',
  queue_left_before: '{whom}{state}されました。何も実行されていません。',
  queue_state_approved: '承認',
  queue_state_declined: '却下',
  queue_state_void: '取り消し',
  queue_state_pending: '処理',
  queue_meanwhile: 'その間に',
  queue_meanwhile_by: 'その間に{name}さんによって',
  queue_meanwhile_itself: 'その間に自動で',

  // Actions that take two people.
  queue_two: '2人の承認が必要な操作',
  queue_done: '実行しました。',
  queue_over: '申請は終了しました。何も実行されていません。',
  queue_deed: '操作',
  queue_asked_by: '申請者',
  queue_requests: '申請',
  queue_manager_decides: 'マネージャーが判断します',
  queue_colleague_decides: '別の担当者が判断します',
  queue_import: '取り込み {file}：1人の顧客に最大{points, plural, other {#ポイント}}。',
  queue_see: '確認する',

  // The counts of everything that waits.
  queue_count_none: '承認待ちはありません。',
  queue_many_activities: '{most}件を超えるアクティビティ',
  queue_some_activities: '{count, plural, other {アクティビティ#件}}',
  queue_some_requests: '申請{count, plural, other {#}}件',
  queue_both: '{activities}と{requests}',
  queue_wait: '{count, plural, other {{some}}}が承認待ちです。',
  queue_sent_soon: '{deed}：{count}件。{seconds}秒後に送信します。',
};
