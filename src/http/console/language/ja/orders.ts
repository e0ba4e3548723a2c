import type { orders as english } from '../en/orders.ts';

export const orders: Record<keyof typeof english, string> = {
  // The states of an order.
  order_cancelled: 'キャンセル',
  order_refunded: '返金済み',
  order_refunded_in_part: '一部返金',
  order_paid: '支払い済み',
  order_not_paid: '未払い',

  // The list.
  orders_asked: '注文または顧客',
  orders_asked_about: 'ストアでのID、または顧客のメール全体',
  orders_search_by: '注文または顧客のストアでのID全体、または顧客のメール全体で検索できます。',
  orders_none: 'まだ注文がありません',
  orders_none_about: 'ストアから送られた注文と、それぞれの獲得ポイントがここに表示されます。',
  order_total: '合計',

  // One order.
  order_points_earned: '獲得ポイント',
  order_points_taken_back: '取り消し',
  order_points_left: '残り',
  order_earnings: '獲得の内訳',
  order_earned_by: '獲得元',
  order_earned_nothing: 'この注文では何も獲得していません。',
  order_lines: '明細',
  order_no_lines: 'ストアから明細は送られていません。',
  order_product: '商品',
  order_quantity: '数量',
  order_price: '価格',
  order_copy_id: '注文のIDをコピー',
  order_number: '番号',
  order_placed: '注文日時',
  order_paid_amount: '支払額',
  order_refunded_amount: '返金額',
  order_discounts: '割引',
  order_counts: 'ランクの対象額',
  order_rewards_used: '使用した特典',
};
