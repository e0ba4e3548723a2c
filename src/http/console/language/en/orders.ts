/** The orders. */
export const orders = {
  // The states of an order.
  order_cancelled: 'Cancelled',
  order_refunded: 'Refunded',
  order_refunded_in_part: 'Refunded in part',
  order_paid: 'Paid',
  order_not_paid: 'Not paid yet',

  // The list.
  orders_asked: 'Order or customer',
  orders_asked_about: 'The id in the store, or the customer’s whole email',
  orders_search_by:
    'Search by the whole id of an order or of a customer in the store, or by a customer’s whole email.',
  orders_none: 'No orders yet',
  orders_none_about: 'Orders that your store sends stand here, with the points that each earned.',
  order_total: 'Total',

  // One order.
  order_points_earned: 'Points earned',
  order_points_taken_back: 'Taken back',
  order_points_left: 'Left of them',
  order_earnings: 'Earnings',
  order_earned_by: 'Earned by',
  order_earned_nothing: 'The order earned nothing.',
  order_lines: 'Lines',
  order_no_lines: 'The store sent no lines.',
  order_product: 'Product',
  order_quantity: 'Quantity',
  order_price: 'Price',
  order_copy_id: 'Copy the id of the order',
  order_number: 'Number',
  order_placed: 'Placed',
  order_paid_amount: 'Paid',
  order_refunded_amount: 'Refunded',
  order_discounts: 'Discounts',
  order_counts: 'Counts for tiers',
  order_rewards_used: 'Rewards used',
};
