import type { queue as english } from '../en/queue.ts';

export const queue: Record<keyof typeof english, string> = {
  // The activities that wait.
  queue_oldest_first: 'Les plus anciennes d’abord.',
  queue_by_itself: 'Approbation automatique',
  queue_none: 'Aucune activité en attente',
  queue_none_about:
    'Les activités attendent ici la fin de leur délai, le paiement de leur commande ou une décision.',
  queue_more_to_see: 'Rien parmi celles parcourues. Il y en a d’autres.',
  queue_the_oldest: 'Les plus anciennes',
  queue_age: 'Ancienneté',
  queue_age_1: 'Plus d’un jour',
  queue_age_7: 'Plus de 7 jours',
  queue_age_30: 'Plus de 30 jours',
  queue_cause_order: 'Commandes',
  queue_cause_referral: 'Parrainages',
  queue_cause_other: 'Tout le reste',
  queue_above: 'Plus de points que',
  queue_customer: 'Identifiant ou e-mail du client',
  queue_wrong_points: 'Écrivez un nombre entier en chiffres seuls, comme 1000.',
  queue_activities: 'Activités en attente',
  queue_all_here: 'Toutes sur cette page',
  queue_undo: 'Annuler',
  queue_once_paid: 'dès que la commande est payée',
  queue_choose_first: 'Choisissez d’abord des activités.',

  // Before they are decided on.
  queue_approve_these: 'Les approuver\u202f?',
  queue_decline_these: 'Les refuser\u202f?',
  queue_approve_means: 'Des points approuvés peuvent être dépensés aussitôt.',
  queue_decline_means: 'Une activité refusée ne donne rien, et c’est définitif.',
  queue_chosen: 'Activités choisies',
  queue_same_report: 'du même envoi',
  queue_approve_count: 'Approuver ({count})',
  queue_decline_count: 'Refuser ({count})',

  // After it.
  queue_are_approved:
    '{count, plural, one {# activité est approuvée} many {# d’activités sont approuvées} other {# activités sont approuvées}}.',
  queue_are_declined:
    '{count, plural, one {# activité est refusée} many {# d’activités sont refusées} other {# activités sont refusées}}.',
  queue_approved_too: '{activity}, {name}\u00a0: approuvée aussi. Elle attendait et vient du même envoi.',
  queue_declined_too: '{activity}, {name}\u00a0: refusée aussi. Elle attendait et vient du même envoi.',
  queue_left: '{activity}, {name}\u00a0: {why}',
  queue_left_before: '{state} {whom}. Rien n’a été fait.',
  queue_state_approved: 'approuvée',
  queue_state_declined: 'refusée',
  queue_state_void: 'annulée',
  queue_state_pending: 'décidée',
  queue_meanwhile: 'entre-temps',
  queue_meanwhile_by: 'entre-temps par {name}',
  queue_meanwhile_itself: 'entre-temps, automatiquement',

  // Actions that take two people.
  queue_two: 'Opérations qui demandent deux personnes',
  queue_done: 'C’est fait.',
  queue_over: 'La demande est close. Rien n’a été fait.',
  queue_deed: 'Action',
  queue_asked_by: 'Demandé par',
  queue_requests: 'Demandes',
  queue_manager_decides: 'un responsable décide',
  queue_colleague_decides: 'un collègue décide',
  queue_import:
    'Importation {file}\u00a0: jusqu’à {points, plural, one {# point} many {# de points} other {# points}} pour un client.',
  queue_see: 'Voir',

  // The counts of everything that waits.
  queue_count_none: 'Rien en attente.',
  queue_many_activities: 'Plus de {most} activités',
  queue_some_activities: '{count, plural, one {# activité} many {# d’activités} other {# activités}}',
  queue_some_requests: '{count, plural, one {# demande} many {# de demandes} other {# demandes}}',
  queue_both: '{activities} et {requests}',
  queue_wait: '{count, plural, one {{some} attend.} many {{some} attendent.} other {{some} attendent.}}',
  queue_sent_soon: '{deed}\u00a0: {count}. Envoi dans {seconds} secondes.',
};
