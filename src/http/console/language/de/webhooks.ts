import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks: Record<keyof typeof english, string> = {
  hooks_about:
    'Jedes Ereignis geht sofort und signiert an Ihre Adressen. Antwortet eine nicht, wird es erneut versucht.',
  hooks_add: 'Adresse hinzufügen',
  hooks_none: 'Noch keine Adressen',
  hooks_none_about:
    'Lassen Sie Ihr E-Mail-Werkzeug erfahren, wann Punkte verfallen, oder Ihre Kasse, wann eine Prämie eingelöst wird.',
  hooks_topics_of: 'Themen von {address}',
  hooks_topic: 'Thema',
  hook_on: 'an',
  hook_paused: 'pausiert',
  hook_failing: 'schlägt fehl',
  hook_off_gone: 'aus: hat mit 410 geantwortet',
  hook_off_failed: 'aus: tagelang fehlgeschlagen',
  hook_add_about: 'Sie bekommt einen POST für alles, was geschieht.',
  hook_address: 'Adresse',
  hook_address_about:
    'Etwa https://shop.example/hooks/loyalty. Ein Geheimnis signiert alles, was an sie gesendet wird.',
  hook_told_of: 'Wird benachrichtigt über',
  hook_do_add: 'Hinzufügen',
  hook_no_topic: 'Wählen Sie mindestens ein Thema.',
  hook_told_now: 'Von jetzt an benachrichtigt {program} diese Adresse',
  hook_secret_once:
    'An diesem Geheimnis erkennt die Adresse echte Nachrichten. Es wird jetzt gezeigt und nie wieder.',
  hook_change_secret: 'Geheimnis wechseln',
  hook_change_secret_about:
    'Ein neues Geheimnis signiert alles, was an diese Adresse gesendet wird, zu jedem Thema. Das frühere signiert 24 Stunden lang mit, damit Sie es an der Adresse wechseln können.',
  hook_off:
    'An diese Adresse wird seit {moment} nichts mehr gesendet. Beheben Sie den Fehler und schalten Sie sie wieder ein.',
  hook_switch_on: 'Einschalten',
  hook_test: 'Test senden',
  hook_replay_failed: 'Alles Fehlgeschlagene erneut senden',
  hook_replay: 'Erneut senden',
  hook_remove: 'Nicht mehr benachrichtigen',
  hook_remove_about:
    'An {address} wird dann nichts mehr zu diesem Thema gesendet, auch nicht, was noch wartet. Die anderen Themen bleiben.',
  hook_do_remove: '{topic} entfernen',

  // Deliveries.
  deliveries: 'Zustellungen',
  deliveries_none: 'Noch nichts gesendet',
  deliveries_none_about:
    'Hier steht dreißig Tage lang jede Zustellung mit dem, was die Adresse geantwortet hat.',
  delivery_answers: 'Antworten',
  delivery_message: 'Nachricht',
  delivery_delivered: 'zugestellt',
  delivery_failed: 'fehlgeschlagen',
  delivery_pending: 'ausstehend',
  delivery_cancelled: 'abgebrochen',
  delivery_next: 'nächster Versuch {moment}',
  delivery_not_sent: 'noch nicht gesendet',
  delivery_tries: '{count, plural, one {# Versuch} other {# Versuche}}',
  delivery_answer: '{answer} in {ms} ms',

  // Messages after an action.
  hook_done_tested: 'Eine Testnachricht ging an jede Adresse mit diesem Thema, und jede hat sie angenommen.',
  hook_done_test_failed:
    'Eine Testnachricht ging an jede Adresse mit diesem Thema, aber nicht jede hat sie angenommen.',
  hook_done_nobody: 'Nichts wurde gesendet: Keine Adresse mit diesem Thema ist eingeschaltet.',
  hook_done_delivered: 'Gesendet, und die Adresse hat es angenommen.',
  hook_done_failed: 'Gesendet, aber die Adresse hat es nicht angenommen. Es wird erneut versucht.',
  hook_done_on_its_way: 'Es ist schon unterwegs.',
  hook_done_queued: 'Alles Fehlgeschlagene wird erneut gesendet, das Älteste zuerst.',
  hook_done_none: 'Nichts ist fehlgeschlagen.',
  hook_done_enabled: 'Die Adresse ist wieder eingeschaltet.',
  delivery_copy: 'Nachrichten-ID kopieren',
  hook_copy_address: 'Adresse kopieren',
};
