import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks: Record<keyof typeof english, string> = {
  hooks_about: '宛先には出来事が署名付きですぐに通知され、応答があるまで繰り返されます。',
  hooks_add: '宛先を追加',
  hooks_none: 'まだ通知先がありません',
  hooks_none_about: 'ポイントの失効をメールツールへ、特典の交換をレジへ通知できます。',
  hooks_topics_of: '{address}のトピック',
  hooks_topic: 'トピック',
  hooks_all: 'すべての宛先へ',
  hook_on: '有効',
  hook_paused: '一時停止',
  hook_failing: '失敗中',
  hook_off_gone: '停止：410を応答',
  hook_off_failed: '停止：数日間失敗',
  hook_add_about: '出来事ごとにPOSTを受け取ります。',
  hook_address: 'アドレス',
  hook_address_about:
    '例：https://shop.example/hooks/loyalty。すべての通知は1つのシークレットで署名されます。',
  hook_told_of: '通知する内容',
  hook_do_add: '追加',
  hook_no_topic: 'トピックを1つ以上選んでください。',
  hook_told_now: '今から{program}が通知します',
  hook_secret_once: 'このシークレットで、宛先は本物の通知を見分けます。表示されるのは今回だけです。',
  hook_change_secret: 'シークレットを変更',
  hook_change_secret_about:
    '新しいシークレットは、トピックに関係なくこの宛先への通知すべてに署名します。宛先で変更できるよう、以前のものも24時間は並んで署名します。',
  hook_off: 'この宛先には{moment}から通知されていません。直してから、もう一度有効にしてください。',
  hook_switch_on: '有効にする',
  hook_test: 'テストを送信',
  hook_replay_failed: '失敗をすべて再送',
  hook_replay: '再送',
  hook_remove: '通知をやめる',
  hook_remove_about:
    '{address}には、送信待ちも含めてこのトピックが通知されなくなります。他のトピックは残ります。',
  hook_do_remove: '{topic}を削除',

  // Deliveries.
  deliveries: '配信',
  deliveries_none: 'まだ何も送られていません',
  deliveries_none_about: '配信と宛先の応答が30日間ここに表示されます。',
  delivery_answers: '応答',
  delivery_message: 'メッセージ',
  delivery_delivered: '配信済み',
  delivery_failed: '失敗',
  delivery_pending: '待機中',
  delivery_cancelled: '取り消し',
  delivery_next: '次の試行{moment}',
  delivery_not_sent: '未送信',
  delivery_tries: '{count, plural, other {#}}回の試行',
  delivery_answer: '{answer}（{ms} ms）',

  // Said after a deed.
  hook_done_tested: 'このトピックのすべての宛先に架空の通知を送り、すべて受け取られました。',
  hook_done_test_failed:
    'このトピックのすべての宛先に架空の通知を送りましたが、受け取らない宛先がありました。',
  hook_done_nobody: '何も送っていません。このトピックに有効な宛先がありません。',
  hook_done_delivered: '送信し、宛先が受け取りました。',
  hook_done_failed: '送信しましたが、宛先が受け取りませんでした。再試行されます。',
  hook_done_on_its_way: 'すでに送信中です。',
  hook_done_queued: '失敗したものをすべて、古い順に送信待ちに戻しました。',
  hook_done_none: '失敗したものはありません。',
  hook_done_enabled: '宛先を再び有効にしました。',
};
