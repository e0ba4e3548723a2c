import type { done as english } from '../en/done.ts';

export const done: Record<keyof typeof english, string> = {
  // Messages on the next screen, after an action.
  done_points_added: 'ポイントを追加しました。',
  done_points_removed: 'ポイントを減算しました。',
  done_note_added: 'メモを保存しました。',
  done_note_deleted: 'メモを削除しました。',
  done_blocked: '顧客をブロックしました。',
  done_unblocked: 'ブロックを解除しました。',
  done_tier_set: 'ランクを変更しました。',
  done_tier_same: 'すでにそのランクです。',
  done_approved: 'アクティビティを承認しました。',
  done_declined: 'アクティビティを却下しました。',
  done_void: 'アクティビティを取り消しました。',
  done_claimed: '特典を交換しました。',
  done_given_back: '特典を返却し、ポイントが戻りました。',
  done_fulfilled: '特典の引き渡しを記録しました。',
  done_requested: '申請しました。別の担当者が承認待ちの画面で承認すると実行されます。',
  done_merged: '1人の顧客に統合しました。',
  done_erased: '顧客を消去しました。',
  done_erased_before: '顧客はすでに消去されています。必要な操作はありません。',

  // Refusals, with their remedies.
  not_done: '何も実行されませんでした。以下をご覧ください。',
  refusal_customer_blocked: '顧客はブロックされています。解除してから、もう一度行ってください。',
  refusal_customer_not_enrolled:
    'この顧客はゲストで、ポイントを持てません。ログインまたは入会すると会員になります。',
  refusal_reward_not_enabled_for_customer: 'この顧客は特典を交換できません。無効か、ランクや国が対象外です。',
  refusal_reward_limit_reached: 'この顧客は、この特典を上限回数まで交換しています。',
  refusal_reward_out_of_stock:
    '特典の在庫がありません。プログラムで在庫を増やすか、別の特典を選んでください。',
  refusal_voucher_allocation_failed:
    'コードの在庫がありません。コードを取り込んでから、もう一度行ってください。',
  refusal_invalid_variant_id: '商品にそのバリエーションはありません。',
  refusal_reward_already_refunded: '特典はすでに返却されています。必要な操作はありません。',
  refusal_reward_already_used: '特典は使用済みか期限切れです。ポイントは戻りません。',
  refusal_activity_already_resolved: 'すでに誰かが判断しました。もう一度確認してください。',
  refusal_idempotency_key_reused:
    'このフォームは、別のファイルまたはファイルなしですでに送信され、実行されました。もう一度行う場合にだけ送信してください。',
  refusal_insufficient_points: 'ポイントが足りません。',
  refusal_insufficient_points_of: '顧客のポイントは{points, plural, other {#ポイント}}で、足りません。',
  refusal_approval_required: 'この操作には2人が必要です。申請して、別の担当者の判断を待ってください。',
  refusal_points_left:
    '今日あと{left, plural, other {#ポイント}}まで追加または減算できます。マネージャーに頼むか、明日続けてください。',
  refusal_insufficient_scope: 'この役割ではできません。所有者、マネージャー、管理者が判断します。',
  refusal_not_found: 'もう存在しません。もう一度確認してください。',
  refusal_own_request: '自分の申請です。別の担当者が判断します。',
  refusal_decided_before:
    'すでに誰かが判断したか、申請を取り下げたか、顧客を統合しました。もう一度確認してください。',
};
