import type { queue as english } from '../en/queue.ts';

export const queue: Record<keyof typeof english, string> = {
  // The activities that wait.
  queue_oldest_first: 'Las más antiguas primero.',
  queue_by_itself: 'Se aprueba sola',
  queue_none: 'Ninguna actividad en espera',
  queue_none_about:
    'Aquí esperan las actividades hasta que acabe su plazo, se pague su pedido o alguien decida.',
  queue_more_to_see: 'Nada entre las revisadas. Hay más.',
  queue_the_oldest: 'Las más antiguas',
  queue_age: 'Antigüedad',
  queue_age_1: 'Más de un día',
  queue_age_7: 'Más de 7 días',
  queue_age_30: 'Más de 30 días',
  queue_cause_order: 'Pedidos',
  queue_cause_referral: 'Recomendaciones',
  queue_cause_other: 'Todo lo demás',
  queue_above: 'Más puntos que',
  queue_customer: 'ID o correo del cliente',
  queue_wrong_points: 'Escribe un número entero solo con cifras, como 1000.',
  queue_activities: 'Actividades en espera',
  queue_all_here: 'Todas en esta página',
  queue_undo: 'Deshacer',
  queue_once_paid: 'cuando se pague el pedido',
  queue_choose_first: 'Elige primero actividades.',

  // Before they are decided on.
  queue_approve_these: '¿Aprobar estas?',
  queue_decline_these: '¿Rechazar estas?',
  queue_approve_means: 'Los puntos aprobados se pueden gastar al momento.',
  queue_decline_means: 'Una actividad rechazada no da nada, y es definitivo.',
  queue_chosen: 'Actividades elegidas',
  queue_same_report: 'del mismo envío',
  queue_approve_count: 'Aprobar {count}',
  queue_decline_count: 'Rechazar {count}',

  // After it.
  queue_are_approved:
    '{count, plural, one {# actividad aprobada} many {# de actividades aprobadas} other {# actividades aprobadas}}.',
  queue_are_declined:
    '{count, plural, one {# actividad rechazada} many {# de actividades rechazadas} other {# actividades rechazadas}}.',
  queue_approved_too: '{activity}, {name}: aprobada también. Esperaba y viene del mismo envío.',
  queue_declined_too: '{activity}, {name}: rechazada también. Esperaba y viene del mismo envío.',
  queue_left: '{activity}, {name}: {why}',
  queue_left_before: '{state} {whom}. No se hizo nada.',
  queue_state_approved: 'aprobada',
  queue_state_declined: 'rechazada',
  queue_state_void: 'anulada',
  queue_state_pending: 'decidida',
  queue_meanwhile: 'mientras tanto',
  queue_meanwhile_by: 'mientras tanto por {name}',
  queue_meanwhile_itself: 'mientras tanto por sí sola',

  // Actions that take two people.
  queue_two: 'Acciones que requieren dos personas',
  queue_done: 'Hecho.',
  queue_over: 'La petición se cerró. No se hizo nada.',
  queue_deed: 'Acción',
  queue_asked_by: 'Pedido por',
  queue_requests: 'Peticiones',
  queue_manager_decides: 'decide un gestor',
  queue_colleague_decides: 'decide un colega',
  queue_import:
    'Importación {file}: hasta {points, plural, one {# punto} many {# de puntos} other {# puntos}} de un cliente.',
  queue_see: 'Ver',

  // The counts of everything that waits.
  queue_count_none: 'No hay nada en espera.',
  queue_many_activities: 'Más de {most} actividades',
  queue_some_activities: '{count, plural, one {# actividad} many {# de actividades} other {# actividades}}',
  queue_some_requests: '{count, plural, one {# petición} many {# de peticiones} other {# peticiones}}',
  queue_both: '{activities} y {requests}',
  queue_wait: '{count, plural, one {{some} espera.} many {{some} esperan.} other {{some} esperan.}}',
  queue_sent_soon: '{deed}: {count}. Se envía en {seconds} segundos.',
};
