import type { done as english } from '../en/done.ts';

export const done: Record<keyof typeof english, string> = {
  // Messages on the next screen, after an action.
  done_points_added: 'Les points ont été ajoutés.',
  done_points_removed: 'Les points ont été retirés.',
  done_note_added: 'La note est enregistrée.',
  done_note_deleted: 'La note est supprimée.',
  done_blocked: 'Le client est bloqué.',
  done_unblocked: 'Le client est débloqué.',
  done_tier_set: 'Le client a un autre niveau.',
  done_tier_same: 'Le niveau était déjà celui-là.',
  done_approved: 'L’activité est approuvée.',
  done_declined: 'L’activité est refusée.',
  done_void: 'L’activité est annulée, et ses points sont repris.',
  done_claimed: 'La récompense est obtenue.',
  done_given_back: 'La récompense est rendue, et ses points sont recrédités.',
  done_fulfilled: 'La remise de la récompense est notée.',
  done_requested:
    'La demande est faite. L’opération aura lieu quand un collègue l’approuvera dans la file d’attente.',
  done_merged: 'Les deux ne forment plus qu’un seul client.',
  done_erased: 'Le client est effacé.',
  done_erased_before: 'Le client est déjà effacé. Il n’y a plus rien à faire.',

  // Refusals, with their remedies.
  not_done: 'Rien n’a été fait. Voir ci-dessous.',
  refusal_customer_blocked: 'Le client est bloqué. Débloquez-le d’abord, puis recommencez.',
  refusal_customer_not_enrolled:
    'Le client est un invité, et les invités n’ont pas de points. Il devient membre en se connectant ou en s’inscrivant.',
  refusal_reward_not_enabled_for_customer:
    'Ce client ne peut pas obtenir la récompense\u00a0: elle est désactivée, ou n’est pas pour son niveau ou son pays.',
  refusal_reward_limit_reached: 'Le client a obtenu cette récompense autant de fois que sa limite le permet.',
  refusal_reward_out_of_stock:
    'Il ne reste rien de la récompense. Augmentez son stock dans le programme, ou choisissez-en une autre.',
  refusal_voucher_allocation_failed: 'Il ne reste aucun code. Importez des codes, puis recommencez.',
  refusal_invalid_variant_id: 'Le produit n’a pas cette variante.',
  refusal_reward_already_refunded: 'La récompense a déjà été rendue. Il n’y a plus rien à faire.',
  refusal_reward_already_used: 'La récompense a été utilisée ou a expiré\u00a0: ses points restent dépensés.',
  refusal_activity_already_resolved: 'Quelqu’un a déjà pris la décision. Regardez à nouveau.',
  refusal_idempotency_key_reused:
    'Ce formulaire a déjà été envoyé, avec un autre fichier ou sans fichier, et exécuté. Ne le renvoyez que pour recommencer.',
  refusal_insufficient_points: 'Le client n’a pas assez de points pour cela.',
  refusal_insufficient_points_of:
    'Le client a {points, plural, one {# point} many {# de points} other {# points}}\u00a0: ce n’est pas assez.',
  refusal_approval_required:
    'Cela demande deux personnes. Faites une demande, et laissez quelqu’un d’autre décider.',
  refusal_points_left:
    'Vous pouvez encore ajouter ou retirer {left, plural, one {# point} many {# de points} other {# points}} aujourd’hui. Demandez à un responsable, ou continuez demain.',
  refusal_insufficient_scope:
    'Votre rôle ne le permet pas. Les propriétaires, les responsables et les admins décident.',
  refusal_not_found: 'Cela n’existe plus. Regardez à nouveau.',
  refusal_own_request: 'Vous l’avez demandé vous-même. Quelqu’un d’autre décide.',
  refusal_decided_before:
    'Quelqu’un a déjà décidé, retiré la demande ou fusionné le client. Regardez à nouveau.',
};
