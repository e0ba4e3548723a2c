import type { done as english } from '../en/done.ts';

export const done: Record<keyof typeof english, string> = {
  // Said on the next screen, after a deed.
  done_points_added: 'Die Punkte wurden hinzugefügt.',
  done_points_removed: 'Die Punkte wurden abgezogen.',
  done_note_added: 'Die Notiz ist gespeichert.',
  done_note_deleted: 'Die Notiz ist weg.',
  done_blocked: 'Der Kunde ist gesperrt.',
  done_unblocked: 'Der Kunde ist entsperrt.',
  done_tier_set: 'Der Kunde hat eine andere Stufe.',
  done_tier_same: 'Die Stufe war vorher dieselbe.',
  done_approved: 'Die Aktivität ist freigegeben.',
  done_declined: 'Die Aktivität ist abgelehnt.',
  done_void: 'Die Aktivität ist zurückgenommen.',
  done_claimed: 'Die Prämie ist eingelöst.',
  done_given_back: 'Die Prämie ist zurückgegeben, ihre Punkte sind zurück.',
  done_fulfilled: 'Es ist vermerkt, dass die Prämie übergeben wurde.',
  done_requested: 'Die Bitte ist gestellt. Es geschieht, wenn ein Kollege sie in der Warteschlange freigibt.',
  done_merged: 'Die beiden sind jetzt ein Kunde.',
  done_erased: 'Der Kunde ist gelöscht.',
  done_erased_before: 'Der Kunde ist schon gelöscht. Es ist nichts mehr zu tun.',

  // Refusals, with what to do.
  not_done: 'Nichts wurde getan. Siehe unten.',
  refusal_customer_blocked: 'Der Kunde ist gesperrt. Entsperre ihn zuerst, dann versuch es noch einmal.',
  refusal_customer_not_enrolled:
    'Der Kunde ist ein Gast, und Gäste haben keine Punkte. Er wird Mitglied, wenn er sich anmeldet oder beitritt.',
  refusal_reward_not_enabled_for_customer:
    'Dieser Kunde kann die Prämie nicht einlösen: Sie ist ausgeschaltet oder nicht für seine Stufe oder sein Land.',
  refusal_reward_limit_reached: 'Der Kunde hat diese Prämie so oft eingelöst, wie ihre Grenze erlaubt.',
  refusal_reward_out_of_stock:
    'Von der Prämie ist nichts mehr da. Erhöhe ihren Bestand im Programm oder wähle eine andere.',
  refusal_voucher_allocation_failed:
    'Der Vorrat hat keinen Code mehr. Importiere Codes, dann versuch es noch einmal.',
  refusal_invalid_variant_id: 'Das Produkt hat keine solche Variante.',
  refusal_reward_already_refunded: 'Die Prämie wurde schon zurückgegeben. Es ist nichts mehr zu tun.',
  refusal_reward_already_used:
    'Die Prämie wurde benutzt oder ist abgelaufen: Ihre Punkte bleiben ausgegeben.',
  refusal_activity_already_resolved: 'Jemand hat schon darüber entschieden. Sieh noch einmal nach.',
  refusal_idempotency_key_reused:
    'Dieses Formular wurde schon gesendet, mit einer anderen Datei oder ohne, und ausgeführt. Sende es nur, um es noch einmal zu tun.',
  refusal_insufficient_points: 'Dafür hat der Kunde nicht genug Punkte.',
  refusal_insufficient_points_of:
    'Der Kunde hat {points, plural, one {# Punkt} other {# Punkte}}: Dafür reicht es nicht.',
  refusal_approval_required:
    'Dafür braucht es zwei Personen. Bitte darum, und lass jemand anderen entscheiden.',
  refusal_points_left:
    'Du darfst heute noch {left, plural, one {# Punkt} other {# Punkte}} hinzufügen oder abziehen. Bitte einen Manager, oder mach morgen weiter.',
  refusal_insufficient_scope: 'Deine Rolle erlaubt das nicht. Inhaber, Manager und Admins entscheiden.',
  refusal_not_found: 'Das gibt es nicht mehr. Sieh noch einmal nach.',
  refusal_own_request: 'Du hast selbst darum gebeten. Jemand anderes entscheidet.',
  refusal_decided_before:
    'Jemand hat schon entschieden, die Bitte zurückgenommen oder den Kunden zusammengeführt. Sieh noch einmal nach.',
};
