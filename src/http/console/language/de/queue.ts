import type { queue as english } from '../en/queue.ts';

export const queue: Record<keyof typeof english, string> = {
  // The activities that wait.
  queue_oldest_first: 'Älteste zuerst.',
  queue_by_itself: 'Von selbst freigegeben',
  queue_none: 'Keine Aktivität wartet',
  queue_none_about:
    'Hier warten Aktivitäten, bis ihre Frist vorbei ist, ihre Bestellung bezahlt ist oder jemand entscheidet.',
  queue_more_to_see: 'Nichts unter den durchsuchten. Es gibt noch mehr.',
  queue_the_oldest: 'Die ältesten',
  queue_age: 'Alter',
  queue_age_1: 'Mehr als ein Tag',
  queue_age_7: 'Mehr als 7 Tage',
  queue_age_30: 'Mehr als 30 Tage',
  queue_cause_order: 'Bestellungen',
  queue_cause_referral: 'Empfehlungen',
  queue_cause_other: 'Alles andere',
  queue_above: 'Mehr Punkte als',
  queue_customer: 'Nummer oder E-Mail des Kunden',
  queue_wrong_points: 'Geben Sie eine ganze Zahl nur mit Ziffern ein, etwa 1000.',
  queue_activities: 'Wartende Aktivitäten',
  queue_all_here: 'Alle auf dieser Seite',
  queue_undo: 'Rückgängig',
  queue_once_paid: 'sobald die Bestellung bezahlt ist',
  queue_choose_first: 'Wählen Sie zuerst Aktivitäten aus.',

  // Before they are decided on.
  queue_approve_these: 'Diese freigeben?',
  queue_decline_these: 'Diese ablehnen?',
  queue_approve_means: 'Freigegebene Punkte können sofort ausgegeben werden.',
  queue_decline_means: 'Eine abgelehnte Aktivität gibt nichts, und das ist endgültig.',
  queue_chosen: 'Gewählte Aktivitäten',
  queue_same_report: 'aus derselben Meldung',
  queue_approve_count: '{count} freigeben',
  queue_decline_count: '{count} ablehnen',

  // After it.
  queue_are_approved: '{count, plural, one {# Aktivität ist} other {# Aktivitäten sind}} freigegeben.',
  queue_are_declined: '{count, plural, one {# Aktivität ist} other {# Aktivitäten sind}} abgelehnt.',
  queue_approved_too: '{activity}, {name}: auch freigegeben. Sie wartete und kommt aus derselben Meldung.',
  queue_declined_too: '{activity}, {name}: auch abgelehnt. Sie wartete und kommt aus derselben Meldung.',
  queue_left: '{activity}, {name}: {why}',
  queue_left_before: '{whom} {state}. Es wurde nichts ausgeführt.',
  queue_state_approved: 'freigegeben',
  queue_state_declined: 'abgelehnt',
  queue_state_void: 'zurückgenommen',
  queue_state_pending: 'entschieden',
  queue_meanwhile: 'inzwischen',
  queue_meanwhile_by: 'inzwischen von {name}',
  queue_meanwhile_itself: 'inzwischen von selbst',

  // Actions that take two people.
  queue_two: 'Vorgänge, die zwei Personen brauchen',
  queue_done: 'Erledigt.',
  queue_over: 'Der Antrag ist abgeschlossen. Es wurde nichts ausgeführt.',
  queue_deed: 'Aktion',
  queue_asked_by: 'Beantragt von',
  queue_requests: 'Anträge',
  queue_manager_decides: 'ein Manager entscheidet',
  queue_colleague_decides: 'ein Kollege entscheidet',
  queue_import: 'Import {file}: bis zu {points, plural, one {# Punkt} other {# Punkten}} für einen Kunden.',
  queue_see: 'Ansehen',

  // The counts of everything that waits.
  queue_count_none: 'Nichts wartet.',
  queue_many_activities: 'Mehr als {most} Aktivitäten',
  queue_some_activities: '{count, plural, one {# Aktivität} other {# Aktivitäten}}',
  queue_some_requests: '{count, plural, one {# Antrag} other {# Anträge}}',
  queue_both: '{activities} und {requests}',
  queue_wait: '{count, plural, one {{some} wartet.} other {{some} warten.}}',
  queue_sent_soon: '{deed}: {count}. Wird in {seconds} Sekunden gesendet.',
};
