import type { drafts as english } from '../en/drafts.ts';

export const drafts: Record<keyof typeof english, string> = {
  // The list.
  draft: 'Borrador',
  draft_number: 'Borrador {id}',
  draft_begin: 'Empezar un borrador',
  draft_for: 'Para qué es',
  draft_for_example: 'Por ejemplo: Primavera. El historial lo muestra.',
  drafts_about: 'Un borrador no cambia nada hasta que se publica.',
  drafts_none: 'No hay ningún borrador abierto',
  drafts_none_about: 'Los cambios del programa se escriben en un borrador, se revisan y luego se publican.',
  drafts_open: 'Borradores abiertos',
  drafts_published: 'Borradores publicados',
  drafts_begun_on: 'Basado en',
  drafts_became: 'Se convirtió en',
  drafts_written_by: 'Escrito por',
  drafts_saved: 'Guardado por última vez',
  draft_refused: 'No se empezó ningún borrador',
  draft_to_drafts: 'A los borradores',

  // One draft.
  draft_badge: 'borrador',
  draft_about: 'Basado en la versión {version}, escrito por {writers}',
  draft_tabs: 'El borrador',
  draft_forms: 'Formularios',
  draft_file: 'Archivo',
  draft_plan: 'Plan y publicación',
  draft_preview: 'Vista previa',
  draft_mistakes:
    '{count, plural, one {El archivo tiene un error. Corrígelo antes de publicar.} many {El archivo tiene # de errores. Corrígelos antes de publicar.} other {El archivo tiene # errores. Corrígelos antes de publicar.}}',
  draft_to_file: 'Al archivo',
  draft_moved:
    '{count, plural, one {Desde que se empezó el borrador, la versión {version} cambió una parte que el borrador también cambia.} many {Desde que se empezó el borrador, la versión {version} cambió # de partes que el borrador también cambia.} other {Desde que se empezó el borrador, la versión {version} cambió # partes que el borrador también cambia.}}',
  draft_decide: 'Decidir',
  draft_done_begun: 'El borrador está empezado. Nada cambia para los clientes hasta que se publique.',
  draft_done_saved: 'Guardado.',
  draft_done_both:
    'Guardado. Otra persona había cambiado otras partes: los dos cambios están en el borrador.',
  draft_done_theirs: 'El borrador está como lo guardó la otra persona.',
  draft_done_removed: 'Quitado del borrador.',
  draft_done_merged: 'El borrador se basa ahora en la versión más reciente.',
  draft_this: 'Este borrador',
  draft_save_note: 'Guardar la nota',
  draft_delete_ask: 'Eliminar el borrador…',
  draft_delete_title: '¿Eliminar este borrador?',
  draft_delete_about:
    'Su archivo y sus comentarios desaparecen para siempre. El programa queda como está, y en la auditoría consta que lo eliminaste.',
  draft_delete: 'Eliminar el borrador {id}',
  keep_it: 'Conservarlo',
  draft_stays: 'El borrador se conserva',
  draft_now: 'Ver el borrador como está ahora',

  // A draft that is based on an older version.
  moved_title: 'El programa cambió',
  moved_about:
    'La versión {version} cambió partes que el borrador también cambia. Elige para cada una; todo lo demás se combina.',
  moved_not: 'Aún no se ha combinado',
  moved_again: 'Ver lo que hay que decidir ahora',

  // Mistakes and refusals.
  complaints:
    '{count, plural, one {Hay algo que corregir} many {Hay # de cosas que corregir} other {Hay # cosas que corregir}}',
  complaint_place: 'Línea {line}, columna {column}',
  complaint_nothing: 'No se cambió nada.',

  // Two people changed one thing.
  choice_theirs: 'La otra',
  choice_mine: 'La mía',
  choice_before: 'Antes',
  choice_both: 'Conservar ambas, según lo elegido',
  choice_keep_mine: 'Conservar solo la mía',
  choice_keep_theirs: 'Conservar solo la otra',
  choice_entry: 'Otra persona también cambió {key}',
  choice_entry_about: 'No se pierde nada tuyo: elige para cada parte o conserva una sola versión.',
  choice_file: 'Otra persona también guardó el borrador',
  choice_file_about:
    'No se pierde nada tuyo. Ambas: tu texto y tus comentarios, con los valores que cambió la otra persona.',
  choice_file_apart:
    'No se pierde nada tuyo. Uno de los textos tiene errores, así que no se pueden combinar: compáralos.',

  // The file.
  file_label: 'El archivo del programa',
  file_save: 'Guardar el archivo',
  file_see: 'Ver qué haría',
  file_mistakes: 'Un archivo con errores también se guarda.',
  file_docs: 'Todas las claves del archivo, explicadas',
  file_kept: 'Tu texto no se guardó y está aquí de nuevo. Guárdalo ahora.',

  // The publication.
  publish: 'Publicar',
  publish_approve: 'Aprobar y publicar',
  publish_other: 'Lo publica otra persona',
  publish_other_about:
    'Un cambio de este programa requiere dos personas, y tú escribiste una parte. Pídelo a un colega que no escribiera en él: un propietario o un gestor.',
  publish_copy: 'Copiar la dirección',
  publish_second: 'Escrito por {writers}. Eres la segunda persona: también respondes por ello.',
  publish_becomes: 'Se convierte en la versión {version} y se aplica enseguida.',

  // The preview of the loyalty page.
  preview_as: 'ID del cliente',
  preview_nobody: 'No existe ese cliente.',
  preview_in: 'Idioma',
  preview_show: 'Mostrar',
  preview_device: 'Dispositivo',
  preview_phone: 'Teléfono',
  preview_desktop: 'Escritorio',
  preview_nothing: 'Aún no hay nada que ver',
  preview_page: 'La página de fidelidad',
  preview_about:
    'Con los puntos del cliente y el programa del borrador. No se puede hacer nada en ella, y los códigos están ocultos.',
  preview_choose: 'Elige otro cliente.',
  preview_decide: 'Decide primero sobre las partes que el programa también cambió.',
  preview_mistakes: 'La página se muestra cuando el archivo no tiene errores.',
  preview_none: 'Todavía no hay página',
};
