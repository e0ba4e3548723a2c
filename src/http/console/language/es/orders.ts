import type { orders as english } from '../en/orders.ts';

export const orders: Record<keyof typeof english, string> = {
  // The states of an order.
  order_cancelled: 'Cancelado',
  order_refunded: 'Reembolsado',
  order_refunded_in_part: 'Reembolsado en parte',
  order_paid: 'Pagado',
  order_not_paid: 'Aún sin pagar',

  // The list.
  orders_asked: 'Pedido o cliente',
  orders_asked_about: 'El ID en la tienda o el correo completo del cliente',
  orders_search_by:
    'Busca por el ID completo de un pedido o de un cliente, o por el correo completo de un cliente.',
  orders_none: 'Todavía no hay pedidos',
  orders_none_about: 'Aquí aparecen los pedidos que envía tu tienda, con los puntos que dio cada uno.',
  order_total: 'Total',

  // One order.
  order_points_earned: 'Puntos ganados',
  order_points_taken_back: 'Anulados',
  order_points_left: 'Quedan',
  order_earnings: 'Ganancias',
  order_earned_by: 'Ganado por',
  order_earned_nothing: 'El pedido no dio nada.',
  order_lines: 'Líneas',
  order_no_lines: 'La tienda no indicó líneas.',
  order_product: 'Producto',
  order_quantity: 'Cantidad',
  order_price: 'Precio',
  order_copy_id: 'Copiar el ID del pedido',
  order_number: 'Número',
  order_placed: 'Realizado',
  order_paid_amount: 'Pagado',
  order_refunded_amount: 'Reembolsado',
  order_discounts: 'Descuentos',
  order_counts: 'Cuenta para niveles',
  order_rewards_used: 'Recompensas usadas',
};
