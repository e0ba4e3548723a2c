import type { customers as english } from '../en/customers.ts';

export const customers: Record<keyof typeof english, string> = {
  // The list.
  customers_pending: 'En attente',
  customers_members: 'Membres',
  customers_guests: 'Invités',
  customers_blocked: 'Bloqués',
  customers_found:
    '{count, plural, one {# client} many {# de clients} other {# clients}} pour «\u00a0{asked}\u00a0»',
  customers_found_first:
    'Les premiers résultats pour «\u00a0{asked}\u00a0»\u00a0: {count, plural, one {# client} many {# de clients} other {# clients}}. Ajoutez des lettres pour en voir d’autres.',
  customers_found_none_yet:
    'Aucun client parmi les premiers pour «\u00a0{asked}\u00a0». Ajoutez des lettres.',
  customers_by_code: 'A ce code',
  customers_nobody: 'Aucun client trouvé',
  customers_nobody_first: 'Aucun parmi les premiers',
  customers_so_many:
    'Tant de clients commencent ainsi qu’ils n’ont pas tous été parcourus. Ajoutez des lettres.',
  customers_search_by:
    'Cherchez par les premières lettres d’un nom, d’un e-mail, d’un identifiant ou d’une commande, ou par un code entier.',
  customers_none: 'Pas encore de clients',
  customers_none_about:
    'Les clients apparaissent avec leur première commande ou visite, ou quand vous les importez.',

  // The states of things.
  customer_blocked: 'Bloqué',
  customer_guest: 'Invité',
  customer_member: 'Membre',
  activity_pending: 'En attente d’approbation',
  activity_approved: 'Approuvée',
  activity_declined: 'Refusée',
  activity_void: 'Annulée',
  claim_used: 'Utilisée',
  claim_handed_over: 'Remise',
  claim_used_in_part: 'Utilisée en partie',
  claim_ready: 'Utilisable',
  claim_expired: 'Expirée',
  claim_given_back: 'Rendue',

  // One customer.
  customer_spent: 'Dépensés à ce jour',
  customer_claims: 'Récompenses obtenues',
  customer_to_queue: 'Vers la file d’attente',
  customer_asked: '{request} {name} l’a demandé, et un collègue décide.',
  customer_email: 'E-mail',
  customer_copy_id: 'Copier l’identifiant',
  customer_copy_email: 'Copier l’e-mail',
  customer_site: 'Site',
  customer_first_seen: 'Vu pour la première fois',
  customer_member_since: 'Membre depuis',
  customer_tier_until: 'Niveau jusqu’au',
  tier_next: 'Encore {amount} jusqu’à {tier}',
  tier_counts: 'Compte actuellement',
  tier_to_keep: 'Pour le garder',
  tier_kept: 'déjà assez',
  tier_more: 'encore {amount}',
  customer_notes: 'Notes',
  balance: 'Solde',
  balance_summary: 'Solde à la fin de chaque semaine sur un an',
  balance_never_expires: 'Aucun de ces points n’expire de lui-même.',
  balance_expires: 'Expire le {day}',
  balance_expires_later: 'Expire plus tard',
  customer_claim_for: 'Obtenir pour le client',
  customer_more: 'Plus',
  customer_see_page: 'Voir sa page',
  customer_give_tier: 'Attribuer un niveau',
  customer_block: 'Bloquer',
  customer_unblock: 'Débloquer',
  customer_merge: 'Fusionner…',
  customer_erase: 'Effacer…',

  // "Why can't they?"
  explain_title: 'Pourquoi est-ce impossible\u202f?',
  explain_about: 'Ce que le client veut faire',
  explain: 'Expliquer',
  explain_claim: 'Obtenir\u00a0: {reward}',
  explain_earn: 'Gagner\u00a0: {rule}',
  explain_possible: 'Rien ne s’y oppose\u00a0: c’est possible maintenant.',
  explain_obstacles: 'Ce qui l’empêche',

  // Adding and removing points.
  points_title: 'Ajouter ou retirer des points',
  points_way: 'Action',
  points_add: 'Ajouter des points',
  points_remove: 'Retirer des points',
  points_there_are: 'Solde actuel\u00a0: {count}.',
  points_two: 'Solde actuel\u00a0: {count}. Au-delà de {most}, il faut une deuxième personne.',
  points_note: 'Note pour les collègues',
  points_note_about: 'Les clients ne la voient jamais. Elle est effacée avec les données du client.',
  points_book: 'Enregistrer les points',
  points_wrong: 'Écrivez un nombre entier de 1 à {most}.',
  points_no_reason: 'Choisissez l’un de ces motifs.',
  note_too_long: 'Une note compte au plus {most} caractères.',
  request_add: 'Ajouter {points, plural, one {# point} many {# de points} other {# points}}.',
  request_remove: 'Retirer {points, plural, one {# point} many {# de points} other {# points}}.',
  request_add_why: 'Ajouter {points, plural, one {# point} many {# de points} other {# points}} ({reason}).',
  request_remove_why:
    'Retirer {points, plural, one {# point} many {# de points} other {# points}} ({reason}).',
  request_erase: 'Effacer le client.',
  request_note: '{request} «\u00a0{note}\u00a0»',
};
