import type { orders as english } from '../en/orders.ts';

export const orders: Record<keyof typeof english, string> = {
  // The states of an order.
  order_cancelled: 'Annulée',
  order_refunded: 'Remboursée',
  order_refunded_in_part: 'Remboursée en partie',
  order_paid: 'Payée',
  order_not_paid: 'Pas encore payée',

  // The list.
  orders_asked: 'Commande ou client',
  orders_asked_about: 'L’identifiant en boutique, ou l’e-mail entier du client',
  orders_search_by:
    'Cherchez par l’identifiant entier d’une commande ou d’un client, ou par l’e-mail entier d’un client.',
  orders_none: 'Pas encore de commandes',
  orders_none_about:
    'Les commandes envoyées par votre boutique apparaissent ici, avec les points que chacune a rapportés.',
  order_total: 'Total',

  // One order.
  order_points_earned: 'Points gagnés',
  order_points_taken_back: 'Repris',
  order_points_left: 'Ce qu’il en reste',
  order_earnings: 'Gains',
  order_earned_by: 'Gagné par',
  order_earned_nothing: 'La commande n’a rien rapporté.',
  order_lines: 'Lignes',
  order_no_lines: 'La boutique n’a pas transmis de lignes.',
  order_product: 'Produit',
  order_quantity: 'Quantité',
  order_price: 'Prix',
  order_copy_id: 'Copier l’identifiant de la commande',
  order_number: 'Numéro',
  order_placed: 'Passée',
  order_paid_amount: 'Payé',
  order_refunded_amount: 'Remboursé',
  order_discounts: 'Remises',
  order_counts: 'Compte pour les niveaux',
  order_rewards_used: 'Récompenses utilisées',
};
