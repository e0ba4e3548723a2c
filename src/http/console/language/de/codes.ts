import type { codes as english } from '../en/codes.ts';

export const codes: Record<keyof typeof english, string> = {
  // The pools.
  codes_about:
    'Codes Ihres Shops, von denen jede Einlösung einen nimmt, oder Codes, die der Server erstellt.',
  codes_none: 'Keine Prämie gibt Codes',
  codes_none_about: 'Eine Prämie, die einen Gutscheincode gibt, etwa ein Rabatt, hat hier ihren Vorrat.',
  codes_pools: 'Code-Vorräte',
  codes_level: 'Füllstand',
  codes_left: 'Übrig',
  codes_given: 'Vergeben',
  codes_generated: 'erstellt',
  codes_empty: 'leer',
  codes_low: 'unter 100 übrig',
  codes_enough: 'genug',

  // The history of a code.
  codes_trace: 'Wohin ging ein Code?',
  codes_find: 'Suchen',
  codes_unknown: 'Das Programm kennt diesen Code nicht.',
  codes_imported: 'Importiert',
  codes_for: 'für {reward}',
  codes_taken: 'Entnommen',
  codes_not_taken: 'noch nicht: Er wartet im Vorrat',
  codes_given_to: 'Vergeben an',
  codes_as: 'als „{title}“',
  codes_used_by: 'Verwendet von',
  codes_friend: 'Freund von Kunde {id}',

  // One pool.
  codes_not_in_use:
    'Laut Programmdatei erstellt der Server die Codes dieser Prämie. Codes im Vorrat warten, bis dort codes: pool steht.',
  codes_import: 'Codes importieren',
  codes_lines: 'Codes, einer pro Zeile',
  codes_file: 'Oder eine Datei',
  codes_file_about:
    'Ein Code pro Zeile oder die erste Spalte einer csv, bis 5 MB. loyaltyd codes import nimmt jede Größe.',
  codes_try: 'Testen',
  codes_do_import: 'Importieren',
  codes_import_tried: '{count, plural, one {# Code} other {# Codes}} importieren',
  codes_busy:
    'Gerade werden andere Codes in diesen Vorrat importiert. Warten Sie, bis das fertig ist, und versuchen Sie es dann erneut.',
  codes_trial_gone:
    'Dieser Testlauf lässt sich nicht mehr importieren: Danach kamen andere Codes, jemand anderes hat ihn gemacht, oder er ist älter als ein Tag. Testen Sie die Codes erneut.',
  codes_paste: 'Fügen Sie Codes ein oder wählen Sie eine Datei.',
  codes_too_big: 'Die Datei ist größer als 5 MB. Verwenden Sie loyaltyd codes import.',
  codes_would:
    'Noch ist nichts importiert. {count, plural, one {# Code würde} other {# Codes würden}} importiert.',
  codes_were: '{count, plural, one {# Code wurde} other {# Codes wurden}} importiert.',
  codes_there: '{count, plural, one {# war} other {# waren}} schon vorhanden.',
  codes_refused: '{count, plural, one {# Zeile ist} other {# Zeilen sind}} abgelehnt.',
  codes_refused_lines: 'Abgelehnte Zeilen',
  codes_line: 'Zeile',
  codes_why: 'Warum',
  codes_more: '… und {count} weitere.',

  // The test clock.
  clock_about: 'Ein Jahr mit Freigaben, Verfall, Stufen und Geburtstagen, in einem Augenblick durchgespielt',
  clock_real: 'Dieses Programm läuft in echter Zeit',
  clock_real_about: 'Ein Programm, in dessen Datei test: true steht, hat eine Uhr, die man vorstellen kann.',
  clock_its: 'Die Uhr des Programms',
  clock_is_real: 'echte Zeit',
  clock_hours_ahead: '{count, plural, one {# Stunde} other {# Stunden}} vor der echten Zeit',
  clock_days_ahead: '{count, plural, one {# Tag} other {# Tage}} vor der echten Zeit',
  clock_going: 'Weiter bis {moment}',
  clock_going_about: 'Alles, was unterwegs fällig wird, geschieht der Reihe nach.',
  clock_it_is: 'Jetzt: {moment}',
  clock_turn: 'Vorstellen',
  clock_by: 'Um',
  clock_never_back: 'Sie geht nie zurück. Webhooks werden wie in echter Zeit gesendet.',
  clock_due: 'Was fällig wird',
  clock_due_caption: 'Kunden, bei denen etwas fällig wird',
  clock_within: 'Innerhalb',
  clock_until: 'Bis',
  clock_step_1h: 'Eine Stunde',
  clock_step_24h: 'Ein Tag',
  clock_step_7d: 'Eine Woche',
  clock_step_30d: '30 Tage',
  clock_step_90d: '90 Tage',
  clock_step_365d: 'Ein Jahr',
};
