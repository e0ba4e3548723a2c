import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks: Record<keyof typeof english, string> = {
  hooks_about: 'Cada evento se envía enseguida y firmado a la dirección, y se repite hasta que responda.',
  hooks_add: 'Añadir una dirección',
  hooks_none: 'Aún no hay direcciones',
  hooks_none_about:
    'Avisa a tu herramienta de correo cuando caducan puntos, o a tu caja cuando se canjea una recompensa.',
  hooks_topics_of: 'Temas de {address}',
  hooks_topic: 'Tema',
  hook_on: 'activa',
  hook_paused: 'en pausa',
  hook_failing: 'con fallos',
  hook_off_gone: 'inactiva: respondió 410',
  hook_off_failed: 'inactiva: falló durante días',
  hook_add_about: 'Recibe un POST por cada evento.',
  hook_address: 'Dirección',
  hook_address_about:
    'Por ejemplo, https://shop.example/hooks/loyalty. Un secreto firma todo lo que se le envía.',
  hook_told_of: 'Se le avisa de',
  hook_do_add: 'Añadir',
  hook_no_topic: 'Elige al menos un tema.',
  hook_told_now: '{program} le envía avisos desde ahora',
  hook_secret_once:
    'Con este secreto la dirección distingue los mensajes verdaderos de los falsos. Se muestra ahora y nunca más.',
  hook_change_secret: 'Cambiar el secreto',
  hook_change_secret_about:
    'Un secreto nuevo firma todo lo que se envía a esta dirección, sea cual sea el tema. El anterior firma también durante 24 horas, para que lo cambies entretanto en la dirección.',
  hook_off: 'A esta dirección no se le envía nada desde el {moment}. Arréglala y vuelve a activarla.',
  hook_switch_on: 'Activar',
  hook_test: 'Enviar una prueba',
  hook_replay_failed: 'Reenviar todo lo que falló',
  hook_replay: 'Reenviar',
  hook_remove: 'Dejar de avisar',
  hook_remove_about:
    'A {address} ya no se le envía entonces nada de este tema, ni siquiera lo que está pendiente. Sus otros temas se mantienen.',
  hook_do_remove: 'Quitar {topic}',

  // Deliveries.
  deliveries: 'Envíos',
  deliveries_none: 'Aún no se envió nada',
  deliveries_none_about: 'Cada envío está aquí treinta días con lo que respondió la dirección.',
  delivery_answers: 'Respuestas',
  delivery_message: 'Mensaje',
  delivery_delivered: 'entregado',
  delivery_failed: 'fallido',
  delivery_pending: 'pendiente',
  delivery_cancelled: 'cancelado',
  delivery_next: 'próximo intento {moment}',
  delivery_not_sent: 'aún no enviado',
  delivery_tries: '{count, plural, one {# intento} many {# de intentos} other {# intentos}}',
  delivery_answer: '{answer} en {ms} ms',

  // Messages after an action.
  hook_done_tested: 'Se envió un mensaje de prueba a cada dirección con este tema, y todas lo aceptaron.',
  hook_done_test_failed:
    'Se envió un mensaje de prueba a cada dirección con este tema, pero no todas lo aceptaron.',
  hook_done_nobody: 'No se envió ningún mensaje: ninguna dirección con este tema está activa.',
  hook_done_delivered: 'Se envió, y la dirección lo aceptó.',
  hook_done_failed: 'Se envió, pero la dirección no lo aceptó. Se volverá a intentar.',
  hook_done_on_its_way: 'Ya está en camino.',
  hook_done_queued: 'Todo lo que falló está otra vez en la cola, lo más antiguo primero.',
  hook_done_none: 'No ha fallado nada.',
  hook_done_enabled: 'La dirección está activa de nuevo.',
  delivery_copy: 'Copiar el ID del mensaje',
  hook_copy_address: 'Copiar la dirección',
};
