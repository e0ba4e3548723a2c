import type { program as english } from '../en/program.ts';

export const program: Record<keyof typeof english, string> = {
  // The program that is live, and its tabs.
  program_version: 'Versión {version}',
  program_reaching: 'aplicándose aún a los clientes',
  program_history: 'Historial',
  program_drafts: 'Borradores',
  program_drafts_count: 'Borradores ({count})',
  program_go_on: 'Seguir con el borrador {id}',
  program_parts: 'Partes del programa',
  program_read_in: 'Leer en {language}',
  part_earn: 'Ganar',
  part_rewards: 'Recompensas',
  part_tiers: 'Niveles',
  part_settings: 'Ajustes',

  // The history.
  history_about: 'Quién cambió el programa, lo más reciente primero · {zone}',
  history_live: 'vigente',
  history_again: 'De nuevo la versión {version}',
  history_found: 'Estado en que se encontró al empezar a guardar versiones',

  // One version.
  version_go_back: 'Volver a esta versión',
  version_compared: 'Comparada con la versión',
  version_compare: 'Comparar',
  version_first: 'La primera versión',
  version_changes: 'Cambios desde la versión {version}',
  version_nothing_before: 'No hay nada antes.',
  version_same: 'Las dos son iguales.',
  version_file: 'El archivo',
  version_download: 'Descargar el archivo',
  version_pictures: 'Las imágenes están abreviadas aquí. El archivo descargado las tiene enteras.',

  // The rollback to a version.
  rollback_title: 'Volver a la versión {version}',
  rollback_about:
    'Se convierte en una versión nueva. No se borra nada del historial, y los puntos, canjes y pedidos quedan como están.',
  rollback_two: 'Un cambio requiere dos personas',
  rollback_go: 'Volver',
  rollback_begin: 'Empezar un borrador con la versión {version}',
  rollback_refused: 'No se puede volver a la versión {version}',
  why: 'Por qué',
  history_shows: 'El historial lo muestra.',

  // The differences between two programs.
  change_added: 'añadido',
  change_created: 'creado',
  change_enabled: 'activado',
  change_changed: 'cambiado',
  change_moved: 'movido',
  change_removed: 'quitado',
  change_disabled: 'desactivado',
  change_value: 'Valor',
  change_before: 'antes:',
  change_after: 'después:',
  change_nothing: 'nada',
  one_program: 'Programa',
  one_site: 'Sitio',
  one_benefit: 'Ventaja',
  one_setting: 'Ajuste',
  one_rate: 'Tipo de cambio',
  one_language: 'Idioma',

  // A plan.
  plan_nothing: 'No cambia nada',
  plan_nothing_about: 'El programa ya es así.',
  plan_effects: 'Consecuencias para clientes y existencias',
  plan_no_effects: 'Ninguna para los clientes actuales. Se aplica desde ahora.',
  plan_counted:
    'Calculado en este momento; lo que los clientes hagan mientras tanto puede cambiar las cifras.',
  plan_changes: 'Cambios en el programa',
  plan_unchanged:
    '{count, plural, one {# entrada más queda como está.} many {# de entradas más quedan como están.} other {# entradas más quedan como están.}}',
  plan_who: '¿Quién?',
  plan_again: 'Ver el plan como está ahora',
  plan_none: 'Todavía no hay plan',
  who_title: 'A quién afecta',
  who_to_plan: 'Plan',
  who_nobody: 'Ya a nadie',
  who_nobody_about: 'Algo cambió desde que se hizo el plan.',
  who_more: 'Más',
};
