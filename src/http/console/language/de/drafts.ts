import type { drafts as english } from '../en/drafts.ts';

export const drafts: Record<keyof typeof english, string> = {
  // The list.
  draft: 'Entwurf',
  draft_number: 'Entwurf {id}',
  draft_begin: 'Entwurf beginnen',
  draft_for: 'Wofür er ist',
  draft_for_example: 'Zum Beispiel: Frühling. Der Verlauf zeigt es.',
  drafts_about: 'Ein Entwurf ändert nichts, bis er veröffentlicht wird.',
  drafts_none: 'Kein Entwurf ist offen',
  drafts_none_about:
    'Änderungen am Programm werden in einem Entwurf geschrieben, angesehen und dann veröffentlicht.',
  drafts_open: 'Offene Entwürfe',
  drafts_published: 'Veröffentlichte Entwürfe',
  drafts_begun_on: 'Grundlage',
  drafts_became: 'Wurde zu',
  drafts_written_by: 'Geschrieben von',
  drafts_saved: 'Zuletzt gespeichert',
  draft_refused: 'Kein Entwurf wurde begonnen',
  draft_to_drafts: 'Zu den Entwürfen',

  // One draft.
  draft_badge: 'Entwurf',
  draft_about: 'Auf Grundlage von Version {version}, geschrieben von {writers}',
  draft_tabs: 'Der Entwurf',
  draft_forms: 'Formulare',
  draft_file: 'Datei',
  draft_plan: 'Plan und Veröffentlichung',
  draft_preview: 'Vorschau',
  draft_mistakes:
    '{count, plural, one {Die Datei hat einen Fehler. Sie kann erst veröffentlicht werden, wenn er behoben ist.} other {Die Datei hat # Fehler. Sie kann erst veröffentlicht werden, wenn sie behoben sind.}}',
  draft_to_file: 'Zur Datei',
  draft_moved:
    '{count, plural, one {Seit dem Beginn des Entwurfs hat Version {version} eine Stelle geändert, die auch der Entwurf ändert.} other {Seit dem Beginn des Entwurfs hat Version {version} # Stellen geändert, die auch der Entwurf ändert.}}',
  draft_decide: 'Entscheiden',
  draft_done_begun: 'Der Entwurf ist begonnen. Für Kunden ändert sich nichts, bis er veröffentlicht wird.',
  draft_done_saved: 'Gespeichert.',
  draft_done_both:
    'Gespeichert. Jemand anderes hatte andere Stellen geändert: Beide Änderungen sind im Entwurf.',
  draft_done_theirs: 'Der Entwurf ist so, wie ihn jemand anderes gespeichert hat.',
  draft_done_removed: 'Aus dem Entwurf entfernt.',
  draft_done_merged: 'Der Entwurf beruht jetzt auf der neuesten Version.',
  draft_this: 'Dieser Entwurf',
  draft_save_note: 'Notiz speichern',
  draft_delete_ask: 'Entwurf löschen…',
  draft_delete_title: 'Diesen Entwurf löschen?',
  draft_delete_about:
    'Seine Datei und ihre Kommentare sind endgültig weg. Das Programm bleibt, wie es ist, und das Protokoll hält fest, dass Sie ihn gelöscht haben.',
  draft_delete: 'Entwurf {id} löschen',
  keep_it: 'Behalten',
  draft_stays: 'Der Entwurf bleibt',
  draft_now: 'Den Entwurf ansehen, wie er jetzt ist',

  // A draft that is based on an older version.
  moved_title: 'Das Programm hat sich geändert',
  moved_about:
    'Version {version} hat Stellen geändert, die auch der Entwurf ändert. Wählen Sie für jede; alles andere wird zusammengeführt.',
  moved_not: 'Noch nicht zusammengeführt',
  moved_again: 'Ansehen, was jetzt zu entscheiden ist',

  // Mistakes and refusals.
  complaints: '{count, plural, one {Ein Fehler ist zu beheben} other {# Fehler sind zu beheben}}',
  complaint_place: 'Zeile {line}, Spalte {column}',
  complaint_nothing: 'Nichts wurde geändert.',

  // Two people changed one thing.
  choice_theirs: 'Die andere',
  choice_mine: 'Meine',
  choice_before: 'Vorher',
  choice_both: 'Beide behalten, wie gewählt',
  choice_keep_mine: 'Nur meine behalten',
  choice_keep_theirs: 'Nur die andere behalten',
  choice_entry: 'Jemand anderes hat {key} auch geändert',
  choice_entry_about:
    'Ihre Änderungen gehen nicht verloren: Wählen Sie für jede Stelle oder behalten Sie nur eine Fassung.',
  choice_file: 'Jemand anderes hat den Entwurf auch gespeichert',
  choice_file_about:
    'Ihre Änderungen gehen nicht verloren. Beide: Ihr Text und Ihre Kommentare, mit den Werten der anderen Seite.',
  choice_file_apart:
    'Ihre Änderungen gehen nicht verloren. Einer der Texte hat Fehler, deshalb lassen sie sich nicht zusammenführen: Vergleichen Sie sie.',

  // The file.
  file_label: 'Die Programmdatei',
  file_save: 'Datei speichern',
  file_see: 'Ansehen, was sie bewirkt',
  file_mistakes: 'Auch eine Datei mit Fehlern wird gespeichert.',
  file_docs: 'Alle Schlüssel der Datei, erklärt',
  file_kept: 'Ihr Text wurde nicht gespeichert und steht wieder hier. Speichern Sie ihn jetzt.',

  // The publication.
  publish: 'Veröffentlichen',
  publish_approve: 'Freigeben und veröffentlichen',
  publish_other: 'Jemand anderes veröffentlicht ihn',
  publish_other_about:
    'Eine Änderung dieses Programms braucht zwei Personen, und Sie haben einen Teil davon geschrieben. Bitten Sie jemanden, der nicht daran geschrieben hat: einen Inhaber oder Manager.',
  publish_copy: 'Adresse kopieren',
  publish_second: 'Geschrieben von {writers}. Sie sind die zweite Person und stehen auch dafür ein.',
  publish_becomes: 'Er wird zu Version {version} und gilt sofort.',

  // The preview of the loyalty page.
  preview_as: 'Nummer des Kunden',
  preview_nobody: 'Diesen Kunden gibt es nicht.',
  preview_in: 'Sprache',
  preview_show: 'Zeigen',
  preview_device: 'Gerät',
  preview_phone: 'Telefon',
  preview_desktop: 'Computer',
  preview_nothing: 'Noch nichts zu sehen',
  preview_page: 'Die Treueseite',
  preview_about:
    'Mit den eigenen Punkten des Kunden und dem Programm des Entwurfs. Hier lässt sich nichts auslösen, und Codes sind verborgen.',
  preview_choose: 'Wählen Sie einen anderen Kunden.',
  preview_decide: 'Entscheiden Sie zuerst über die Stellen, die auch das Programm geändert hat.',
  preview_mistakes: 'Die Seite erscheint, sobald die Datei keine Fehler hat.',
  preview_none: 'Es gibt noch keine Seite',
};
