import type { deeds as english } from '../en/deeds.ts';

export const deeds: Record<keyof typeof english, string> = {
  // Notes.
  note_write: 'Notiz schreiben',
  note_write_something: 'Schreiben Sie etwas.',
  note_keep: 'Notiz speichern',
  note_file: 'Eine Datei',
  note_file_about:
    'PNG, JPEG, WebP, PDF oder Text, bis 1 MB. Sie gehört zur Notiz und wird mit ihr gelöscht.',
  note_file_save: '{name} speichern',
  note_file_wrong: 'Die Datei muss ein PNG, JPEG, WebP, PDF oder Text von höchstens 1 MB sein.',
  note_file_big: 'Die Datei hat {size} KB. Eine Notiz fasst höchstens 1 MB.',
  note_delete_title: 'Notiz löschen',
  note_delete_about: 'Die Notiz ist für alle gelöscht. Im Protokoll steht, dass es sie gab.',
  note_delete: 'Notiz löschen',
  delete: 'Löschen',

  // Blocking, and tiers that operators give.
  block_title: 'Sperren oder entsperren',
  block_about:
    'Bis Sie den Kunden entsperren, sammelt er nichts, löst nichts ein und kann keine Prämie verwenden. Seine Punkte behält er.',
  unblock_about:
    'Der Kunde kann wieder sammeln und einlösen. Was inzwischen fällig wurde, geschieht sofort, und die Stufe ist die verdiente.',
  block_customer: 'Den Kunden sperren',
  unblock_customer: 'Den Kunden entsperren',
  tier_none_given: 'Keine Stufe wird von Hand gegeben',
  tier_none_given_about:
    'Die anderen Stufen werden verdient. Eine Stufe ohne Grenze in der Programmdatei kann hier gegeben werden.',
  tier_wrong: 'Wählen Sie eine dieser Stufen.',
  tier_earned: 'Keine davon: die verdiente Stufe',
  tier_about: 'Sie bleibt, bis jemand sie wegnimmt: Keine Bestellung und kein Datum ändert sie.',
  tier_give: 'Die Stufe geben',

  // One activity.
  activity_title: 'Eine Aktivität',
  activity_choose: 'Wählen Sie eines davon.',
  activity_decide_about:
    'Freigegebene Punkte können sofort ausgegeben werden. Eine abgelehnte Aktivität gibt nichts, und das ist endgültig. Über andere, die aus derselben Meldung warten, wird mit entschieden.',
  activity_void_about:
    'Ihre Punkte werden vom Punktestand abgezogen. Zurückgenommen wird auch eine Prämie, die sie gab, wenn sie noch nicht verwendet ist, und alles andere aus derselben Meldung. Das ist endgültig.',
  activity_take_back: 'Zurücknehmen',
  take_it_back: 'Zurücknehmen',

  // Claiming for a customer.
  claim_for_title: 'Eine Prämie für den Kunden einlösen',
  claim_no_reward: 'Keine Prämie ist einlösbar',
  claim_no_reward_about: 'Hier stehen Prämien der Programmdatei, die für eine Stufe eingeschaltet sind.',
  rewards: 'Prämien',
  choose: 'Wählen',
  claim_by_amount: 'nach Betrag',
  claim_cost: '{reward} für {cost} von {points, plural, one {# Punkt} other {# Punkten}}.',
  claim_variant: 'Variante',
  claim_discount: 'Rabatt in {currency}',
  claim_wrong_amount: 'Geben Sie den Betrag in Ziffern ein, etwa {example}.',
  claim_in_cart:
    'Das Produkt wartet auf den nächsten Warenkorb des Kunden, bis es hineingelegt oder zurückgegeben wird.',
  claim_it: 'Einlösen',
  claim_another: 'Andere Prämie',

  // One claimed reward.
  claim_title: 'Eine eingelöste Prämie',
  claim_claimed: 'Eingelöst',
  claim_expires: 'Läuft ab',
  claim_code: 'Code',
  claim_code_title: 'Der Code',
  claim_copy_code: 'Code kopieren',
  claim_code_about:
    'Das Protokoll hält fest, dass Sie ihn gesehen haben. Geben Sie ihn nur dem Kunden weiter.',
  claim_show_code: 'Ganzen Code zeigen',
  claim_audit: 'Das Protokoll hält fest, dass Sie ihn gesehen haben.',
  claim_words: 'Nachricht an den Kunden',
  claim_words_about: 'Zum Beispiel eine Sendungsnummer. Darf leer bleiben.',
  claim_back_about:
    'Die Prämie kann nicht mehr verwendet werden, und {points, plural, one {# Punkt kommt} other {# Punkte kommen}} zurück.',
  claim_give_back: 'Zurückgeben',

  // Merging.
  merge_title: 'Mit einem anderen Kunden zusammenführen',
  merge_nobody: 'Es gibt keinen Kunden mit dieser Nummer oder E-Mail.',
  merge_one_already: 'Die beiden sind schon ein Kunde.',
  merge_same: 'Das ist derselbe Kunde.',
  merge_about:
    'Für zwei Kunden, die eine Person sind. {name} entfällt, der andere bleibt und bekommt alles, was beide haben.',
  merge_into: 'Der Kunde, der bleibt',
  merge_into_about: 'Die Nummer im Shop oder die ganze E-Mail',
  merge_look: 'Ergebnis ansehen',
  merge_goes: 'Entfällt',
  merge_stays: 'Bleibt',
  merge_after: 'Danach',
  merge_result: 'Das Ergebnis der Zusammenführung',
  merge_spent: 'Ausgegeben',
  merge_sure:
    'Bestellungen, Aktivitäten, Prämien, Empfehlungen und Notizen von {from} gehen mit über. Beide Nummern führen dann zu {survivor}. Niemand kann das rückgängig machen.',
  merge_do: '{from} mit {into} zusammenführen',
  merge_another: 'Anderer Kunde',

  // Erasing.
  erase_title: 'Den Kunden löschen',
  erase_write: 'Geben Sie {id} ein, um fortzufahren',
  erase_wrong: 'Das ist nicht {id}.',
  erase_do: '{name} löschen',
  erase_ask: 'Einen Kollegen bitten, {name} zu löschen',
  erase_goes: 'Wird endgültig gelöscht',
  erase_goes_person:
    'E-Mail, Name, Geburtstag, Metadaten und die Nummer im Shop, auch die von Kunden, die mit diesem zusammengeführt wurden',
  erase_goes_notes:
    'Notizen von Kollegen, Warenkörbe, Sitzungen, gespeicherte Antworten, Nachrichten von Webhooks',
  erase_goes_texts: 'Texte von Bestellungen und die Merkmale, an denen empfohlene Freunde erkannt werden',
  erase_goes_points:
    'Der Weg zu {points, plural, one {# Punkt} other {# Punkten}}: Niemand findet den Kunden unter irgendeinem Namen',
  erase_stays: 'Bleibt, ohne Namen',
  erase_stays_books:
    'Die Bücher: Buchungen, Aktivitäten, eingelöste Prämien und Bestellungen, damit Berichte stimmen',
  erase_stays_ids: 'Nummern, die Ihr Shop Bestellungen und Aktivitäten gegeben hat',
  erase_stays_audit: 'Das Protokoll: dass Sie Kunde {id} gelöscht haben',
};
