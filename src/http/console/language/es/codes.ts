import type { codes as english } from '../en/codes.ts';

export const codes: Record<keyof typeof english, string> = {
  // The pools.
  codes_about: 'Códigos de tu tienda, que los canjes toman uno a uno, o códigos que crea el servidor.',
  codes_none: 'Ninguna recompensa da códigos',
  codes_none_about: 'Una recompensa que da un código, como un descuento, tiene aquí su reserva.',
  codes_pools: 'Reservas de códigos',
  codes_level: 'Nivel',
  codes_left: 'Quedan',
  codes_given: 'Entregados',
  codes_generated: 'generados',
  codes_empty: 'vacía',
  codes_low: 'quedan menos de 100',
  codes_enough: 'suficientes',

  // The history of a code.
  codes_trace: '¿Adónde fue a parar un código?',
  codes_find: 'Buscar',
  codes_unknown: 'El programa no conoce este código.',
  codes_imported: 'Importado',
  codes_for: 'para {reward}',
  codes_taken: 'Tomado',
  codes_not_taken: 'todavía no: espera en la reserva',
  codes_given_to: 'Entregado a',
  codes_as: 'como «{title}»',
  codes_used_by: 'Usado por',
  codes_friend: 'un amigo del cliente {id}',

  // One pool.
  codes_not_in_use:
    'Según el archivo del programa, el servidor crea los códigos de esta recompensa. Los de la reserva esperan a que diga codes: pool.',
  codes_import: 'Importar códigos',
  codes_lines: 'Códigos, uno por línea',
  codes_file: 'O un archivo',
  codes_file_about:
    'Un código por línea o la primera columna de un csv, hasta 5 MB. loyaltyd codes import admite cualquier tamaño.',
  codes_try: 'Probar',
  codes_do_import: 'Importar',
  codes_import_tried: 'Importar {count, plural, one {# código} many {# de códigos} other {# códigos}}',
  codes_busy:
    'Se están importando otros códigos en esta reserva. Espera a que terminen y vuelve a intentarlo.',
  codes_trial_gone:
    'Esta prueba ya no se puede importar: después entraron otros códigos, la hizo otra persona o tiene más de un día. Vuelve a probar los códigos.',
  codes_paste: 'Pega códigos o elige un archivo.',
  codes_too_big: 'El archivo supera los 5 MB. Usa loyaltyd codes import.',
  codes_would:
    'Aún no se importó nada: {count, plural, one {se importaría # código} many {se importarían # de códigos} other {se importarían # códigos}}.',
  codes_were:
    '{count, plural, one {# código importado} many {# de códigos importados} other {# códigos importados}}.',
  codes_there: '{count, plural, one {# ya estaba} many {# ya estaban} other {# ya estaban}}.',
  codes_refused:
    '{count, plural, one {# línea rechazada} many {# de líneas rechazadas} other {# líneas rechazadas}}.',
  codes_refused_lines: 'Líneas rechazadas',
  codes_line: 'Línea',
  codes_why: 'Por qué',
  codes_more: '… y {count} más.',

  // The test clock.
  clock_about: 'Un año de aprobaciones, caducidades, niveles y cumpleaños, en un momento',
  clock_real: 'Este programa sigue el tiempo real',
  clock_real_about: 'Un programa cuyo archivo dice test: true tiene un reloj que se puede adelantar.',
  clock_its: 'El reloj del programa',
  clock_is_real: 'tiempo real',
  clock_hours_ahead:
    '{count, plural, one {# hora} many {# de horas} other {# horas}} por delante del tiempo real',
  clock_days_ahead:
    '{count, plural, one {# día} many {# de días} other {# días}} por delante del tiempo real',
  clock_going: 'Avanzando hasta el {moment}',
  clock_going_about: 'Todo lo que vence por el camino se hace, en orden.',
  clock_it_is: 'Es el {moment}.',
  clock_turn: 'Adelantar',
  clock_by: 'Cuánto',
  clock_never_back: 'Nunca retrocede. Los webhooks se envían como en tiempo real.',
  clock_due: 'Lo que vence',
  clock_due_caption: 'Clientes con algo que vence',
  clock_within: 'En',
  clock_until: 'Hasta',
  clock_step_1h: 'Una hora',
  clock_step_24h: 'Un día',
  clock_step_7d: 'Una semana',
  clock_step_30d: '30 días',
  clock_step_90d: '90 días',
  clock_step_365d: 'Un año',
};
