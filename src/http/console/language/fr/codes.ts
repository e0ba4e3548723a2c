import type { codes as english } from '../en/codes.ts';

export const codes: Record<keyof typeof english, string> = {
  // The pools.
  codes_about: 'Des codes de votre boutique, pris un à un, ou des codes créés par le serveur.',
  codes_none: 'Aucune récompense ne donne de codes',
  codes_none_about: 'Une récompense qui donne un code, comme une remise, a ici sa réserve.',
  codes_pools: 'Réserves de codes',
  codes_level: 'Niveau',
  codes_left: 'Restants',
  codes_given: 'Attribués',
  codes_generated: 'générés',
  codes_empty: 'vide',
  codes_low: 'il en reste moins de 100',
  codes_enough: 'suffisant',

  // The history of a code.
  codes_trace: 'Où est passé un code\u202f?',
  codes_find: 'Rechercher',
  codes_unknown: 'Le programme ne connaît pas ce code.',
  codes_imported: 'Importé',
  codes_for: 'pour {reward}',
  codes_taken: 'Pris',
  codes_not_taken: 'pas encore\u00a0: il attend dans la réserve',
  codes_given_to: 'Attribué à',
  codes_as: 'comme «\u00a0{title}\u00a0»',
  codes_used_by: 'Utilisé par',
  codes_friend: 'un ami du client {id}',

  // One pool.
  codes_not_in_use:
    'Selon le fichier du programme, le serveur crée les codes de cette récompense. Ceux de la réserve attendent qu’il indique codes: pool.',
  codes_import: 'Importer des codes',
  codes_lines: 'Codes, un par ligne',
  codes_file: 'Ou un fichier',
  codes_file_about:
    'Un code par ligne, ou la première colonne d’un csv, jusqu’à 5\u00a0Mo. loyaltyd codes import prend toute taille.',
  codes_try: 'Tester',
  codes_do_import: 'Importer',
  codes_import_tried: 'Importer {count, plural, one {# code} many {# de codes} other {# codes}}',
  codes_busy:
    'D’autres codes sont en cours d’importation dans cette réserve. Attendez la fin, puis réessayez.',
  codes_trial_gone:
    'Ce test ne peut plus être importé\u00a0: d’autres codes sont arrivés depuis, quelqu’un d’autre l’a fait, ou il date de plus d’un jour. Testez les codes à nouveau.',
  codes_paste: 'Collez des codes, ou choisissez un fichier.',
  codes_too_big: 'Le fichier dépasse 5\u00a0Mo. Utilisez loyaltyd codes import.',
  codes_would:
    'Rien n’est encore importé\u00a0: {count, plural, one {# code le serait} many {# de codes le seraient} other {# codes le seraient}}.',
  codes_were: '{count, plural, one {# code importé} many {# de codes importés} other {# codes importés}}.',
  codes_there: '{count, plural, one {# y était déjà} many {# y étaient déjà} other {# y étaient déjà}}.',
  codes_refused:
    '{count, plural, one {# ligne est refusée} many {# de lignes sont refusées} other {# lignes sont refusées}}.',
  codes_refused_lines: 'Lignes refusées',
  codes_line: 'Ligne',
  codes_why: 'Motif',
  codes_more: '… et {count} autres.',

  // The test clock.
  clock_about: 'Une année d’approbations, d’expirations, de niveaux et d’anniversaires, jouée en un instant',
  clock_real: 'Ce programme suit le temps réel',
  clock_real_about: 'Un programme dont le fichier indique test: true a une horloge qu’on peut avancer.',
  clock_its: 'L’horloge du programme',
  clock_is_real: 'temps réel',
  clock_hours_ahead:
    '{count, plural, one {# heure} many {# d’heures} other {# heures}} d’avance sur le temps réel',
  clock_days_ahead:
    '{count, plural, one {# jour} many {# de jours} other {# jours}} d’avance sur le temps réel',
  clock_going: 'En route vers le {moment}',
  clock_going_about: 'Tout ce qui arrive à échéance en chemin est fait, dans l’ordre.',
  clock_it_is: 'Nous sommes le {moment}.',
  clock_turn: 'Avancer',
  clock_by: 'De',
  clock_never_back: 'Elle ne recule jamais. Les webhooks partent comme en temps réel.',
  clock_due: 'Ce qui arrive à échéance',
  clock_due_caption: 'Clients pour qui quelque chose arrive à échéance',
  clock_within: 'D’ici',
  clock_until: 'Jusqu’au',
  clock_step_1h: 'Une heure',
  clock_step_24h: 'Un jour',
  clock_step_7d: 'Une semaine',
  clock_step_30d: '30 jours',
  clock_step_90d: '90 jours',
  clock_step_365d: 'Un an',
};
