import type { done as english } from '../en/done.ts';

export const done: Record<keyof typeof english, string> = {
  // Messages on the next screen, after an action.
  done_points_added: 'Se añadieron los puntos.',
  done_points_removed: 'Se retiraron los puntos.',
  done_note_added: 'La nota está guardada.',
  done_note_deleted: 'La nota se ha eliminado.',
  done_blocked: 'El cliente está bloqueado.',
  done_unblocked: 'El cliente está desbloqueado.',
  done_tier_set: 'El cliente tiene otro nivel.',
  done_tier_same: 'El nivel ya era el mismo.',
  done_approved: 'La actividad está aprobada.',
  done_declined: 'La actividad está rechazada.',
  done_void: 'La actividad está anulada.',
  done_claimed: 'La recompensa está canjeada.',
  done_given_back: 'La recompensa se ha devuelto y sus puntos han vuelto al saldo.',
  done_fulfilled: 'Queda anotado que la recompensa se entregó.',
  done_requested: 'La petición está hecha. Se ejecutará cuando un colega la apruebe en la cola.',
  done_merged: 'Los dos son ahora un solo cliente.',
  done_erased: 'El cliente está borrado.',
  done_erased_before: 'El cliente ya está borrado. No queda nada por hacer.',

  // Refusals, with their remedies.
  not_done: 'No se hizo nada. Consulta más abajo.',
  refusal_customer_blocked: 'El cliente está bloqueado. Desbloquéalo primero y vuelve a intentarlo.',
  refusal_customer_not_enrolled:
    'El cliente es un invitado, y los invitados no tienen puntos. Será miembro cuando inicie sesión o se inscriba.',
  refusal_reward_not_enabled_for_customer:
    'Este cliente no puede canjear la recompensa: está desactivada o no es para su nivel o su país.',
  refusal_reward_limit_reached:
    'El cliente ya ha canjeado esta recompensa tantas veces como permite su límite.',
  refusal_reward_out_of_stock:
    'No queda nada de la recompensa. Aumenta sus existencias en el programa o elige otra.',
  refusal_voucher_allocation_failed: 'No quedan códigos. Importa códigos y vuelve a intentarlo.',
  refusal_invalid_variant_id: 'El producto no tiene esa variante.',
  refusal_reward_already_refunded: 'La recompensa ya se devolvió. No queda nada por hacer.',
  refusal_reward_already_used: 'La recompensa se usó o ha caducado: sus puntos siguen gastados.',
  refusal_activity_already_resolved: 'Alguien ya lo decidió. Míralo otra vez.',
  refusal_idempotency_key_reused:
    'Este formulario ya se envió, con otro archivo o sin él, y se ejecutó. Envíalo de nuevo solo para repetirlo.',
  refusal_insufficient_points: 'El cliente no tiene puntos suficientes para eso.',
  refusal_insufficient_points_of:
    'El cliente tiene {points, plural, one {# punto} many {# de puntos} other {# puntos}}: no es suficiente.',
  refusal_approval_required: 'Esto requiere dos personas. Pídelo y deja que decida otra persona.',
  refusal_points_left:
    'Hoy aún puedes añadir o retirar {left, plural, one {# punto} many {# de puntos} other {# puntos}}. Pídelo a un gestor o continúa mañana.',
  refusal_insufficient_scope: 'Tu rol no lo permite. Deciden los propietarios, los gestores y los admins.',
  refusal_not_found: 'Ya no está. Míralo otra vez.',
  refusal_own_request: 'Lo pediste tú. Decide otra persona.',
  refusal_decided_before: 'Alguien ya lo decidió, retiró la petición o fusionó el cliente. Míralo otra vez.',
};
