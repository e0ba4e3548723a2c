import type { orders as english } from '../en/orders.ts';

export const orders: Record<keyof typeof english, string> = {
  // The states of an order.
  order_cancelled: 'Storniert',
  order_refunded: 'Erstattet',
  order_refunded_in_part: 'Teilweise erstattet',
  order_paid: 'Bezahlt',
  order_not_paid: 'Noch nicht bezahlt',

  // The list.
  orders_asked: 'Bestellung oder Kunde',
  orders_asked_about: 'Die Nummer im Shop oder die ganze E-Mail des Kunden',
  orders_search_by:
    'Suchen Sie nach der ganzen Nummer einer Bestellung oder eines Kunden im Shop oder nach der ganzen E-Mail eines Kunden.',
  orders_none: 'Noch keine Bestellungen',
  orders_none_about:
    'Hier stehen die Bestellungen, die Ihr Shop sendet, mit den Punkten, die jede gebracht hat.',
  order_total: 'Summe',

  // One order.
  order_points_earned: 'Gesammelte Punkte',
  order_points_taken_back: 'Zurückgenommen',
  order_points_left: 'Davon übrig',
  order_earnings: 'Gesammelt',
  order_earned_by: 'Gesammelt durch',
  order_earned_nothing: 'Die Bestellung hat nichts eingebracht.',
  order_lines: 'Positionen',
  order_no_lines: 'Der Shop hat keine Positionen genannt.',
  order_product: 'Produkt',
  order_quantity: 'Menge',
  order_price: 'Preis',
  order_copy_id: 'Nummer der Bestellung kopieren',
  order_number: 'Nummer',
  order_placed: 'Aufgegeben',
  order_paid_amount: 'Bezahlt',
  order_refunded_amount: 'Erstattet',
  order_discounts: 'Rabatte',
  order_counts: 'Zählt für Stufen',
  order_rewards_used: 'Verwendete Prämien',
};
