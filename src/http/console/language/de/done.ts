import type { done as english } from '../en/done.ts';

export const done: Record<keyof typeof english, string> = {
  // Messages on the next screen, after an action.
  done_points_added: 'Die Punkte wurden hinzugefügt.',
  done_points_removed: 'Die Punkte wurden abgezogen.',
  done_note_added: 'Die Notiz ist gespeichert.',
  done_note_deleted: 'Die Notiz ist gelöscht.',
  done_blocked: 'Der Kunde ist gesperrt.',
  done_unblocked: 'Der Kunde ist entsperrt.',
  done_tier_set: 'Der Kunde hat eine andere Stufe.',
  done_tier_same: 'Die Stufe war vorher dieselbe.',
  done_approved: 'Die Aktivität ist freigegeben.',
  done_declined: 'Die Aktivität ist abgelehnt.',
  done_void: 'Die Aktivität ist zurückgenommen.',
  done_claimed: 'Die Prämie ist eingelöst.',
  done_given_back: 'Die Prämie ist zurückgegeben, die Punkte sind wieder gutgeschrieben.',
  done_fulfilled: 'Es ist vermerkt, dass die Prämie übergeben wurde.',
  done_requested:
    'Der Antrag ist gestellt. Er wird ausgeführt, wenn ein Kollege ihn in der Warteschlange freigibt.',
  done_merged: 'Die beiden sind jetzt ein Kunde.',
  done_erased: 'Der Kunde ist gelöscht.',
  done_erased_before: 'Der Kunde ist schon gelöscht. Es ist nichts mehr zu tun.',

  // Refusals, with their remedies.
  not_done: 'Es wurde nichts ausgeführt. Siehe unten.',
  refusal_customer_blocked:
    'Der Kunde ist gesperrt. Entsperren Sie ihn zuerst und versuchen Sie es dann noch einmal.',
  refusal_customer_not_enrolled:
    'Der Kunde ist ein Gast, und Gäste haben keine Punkte. Er wird Mitglied, wenn er sich anmeldet oder beitritt.',
  refusal_reward_not_enabled_for_customer:
    'Dieser Kunde kann die Prämie nicht einlösen: Sie ist ausgeschaltet oder nicht für seine Stufe oder sein Land.',
  refusal_reward_limit_reached: 'Der Kunde hat diese Prämie so oft eingelöst, wie ihre Grenze erlaubt.',
  refusal_reward_out_of_stock:
    'Von der Prämie ist nichts mehr da. Erhöhen Sie ihren Bestand im Programm oder wählen Sie eine andere.',
  refusal_voucher_allocation_failed:
    'Der Vorrat hat keinen Code mehr. Importieren Sie Codes und versuchen Sie es dann noch einmal.',
  refusal_invalid_variant_id: 'Das Produkt hat keine solche Variante.',
  refusal_reward_already_refunded: 'Die Prämie wurde schon zurückgegeben. Es ist nichts mehr zu tun.',
  refusal_reward_already_used:
    'Die Prämie wurde verwendet oder ist abgelaufen: Ihre Punkte bleiben ausgegeben.',
  refusal_activity_already_resolved: 'Jemand hat schon darüber entschieden. Sehen Sie noch einmal nach.',
  refusal_idempotency_key_reused:
    'Dieses Formular wurde schon gesendet, mit einer anderen Datei oder ohne, und ausgeführt. Senden Sie es nur erneut, wenn es noch einmal geschehen soll.',
  refusal_insufficient_points: 'Dafür hat der Kunde nicht genug Punkte.',
  refusal_insufficient_points_of:
    'Der Kunde hat {points, plural, one {# Punkt} other {# Punkte}}: Dafür reicht es nicht.',
  refusal_approval_required:
    'Dafür braucht es zwei Personen. Stellen Sie einen Antrag, über den jemand anderes entscheidet.',
  refusal_points_left:
    'Sie dürfen heute noch {left, plural, one {# Punkt} other {# Punkte}} hinzufügen oder abziehen. Fragen Sie einen Manager oder machen Sie morgen weiter.',
  refusal_insufficient_scope: 'Ihre Rolle erlaubt das nicht. Inhaber, Manager und Admins entscheiden.',
  refusal_not_found: 'Das gibt es nicht mehr. Sehen Sie noch einmal nach.',
  refusal_own_request: 'Sie haben das selbst beantragt. Jemand anderes entscheidet.',
  refusal_decided_before:
    'Jemand hat schon entschieden, den Antrag zurückgenommen oder den Kunden zusammengeführt. Sehen Sie noch einmal nach.',
};
