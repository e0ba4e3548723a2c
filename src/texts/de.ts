import type { Catalogue } from './catalogue.ts';

/** Readers are addressed as du. */
export const de: Catalogue = {
  points: '{points, plural, one {# Punkt} other {# Punkte}}',
  points_per_amount: '{points, plural, one {# Punkt} other {# Punkte}} pro {amount}',
  points_added: 'Punkte gutgeschrieben',
  points_removed: 'Punkte abgezogen',
  points_expired: 'Punkte verfallen',
  entered_tier: '{tier} erreicht',

  // What a rule is called whose program file gives it no title.
  rule_title_birthday: 'Feiere deinen Geburtstag',
  rule_title_loyalty_pass_install: 'Lade deine Kundenkarte aufs Handy',
  rule_title_collection_purchase: 'Kauf aus einer ausgewählten Kollektion',
  rule_title_newsletter_signup: 'Abonniere unseren Newsletter',
  rule_title_pageview: 'Besuche unseren Shop',
  rule_title_product_purchase: 'Kauf ein ausgewähltes Produkt',
  rule_title_purchase: 'Kauf bei uns ein',
  rule_title_join_program: 'Mach bei unserem Treueprogramm mit',
  rule_title_review: 'Schreib eine Bewertung',
  rule_title_custom: '{name}',
  rule_title_social_like: 'Like uns auf Social Media',
  rule_title_social_follow: 'Folge {handle} auf {network}',
  rule_title_social_mention: 'Erwähne {handle} auf {network}',
  rule_title_social_post_hashtag: 'Poste mit {hashtag} auf {network}',
  rule_title_referral: 'Empfiehl uns weiter',
  rule_title_clickthrough: 'Entdecke, was wir für dich haben',
  rule_title_retail_purchase: 'Kauf in einem unserer Läden ein',

  // What a referred friend is given.
  incentive_discount: '{discount} Rabatt',
  incentive_discount_from: '{discount} Rabatt auf Bestellungen ab {minimum}',

  // The loyalty page.
  page_greeting: 'Hallo, {name}',
  page_points: 'Deine Punkte',
  page_points_pending: '{points, plural, one {# weiterer Punkt} other {# weitere Punkte}} unterwegs',
  page_points_none: 'Bis zu deinen ersten Punkten ist es nicht weit.',
  page_tier: 'Deine Stufe',
  page_tier_renews: 'Verlängert sich am {date}.',
  page_tier_upgrade: 'Noch {amount} Umsatz bis {tier}.',
  page_tier_upgrade_points:
    '{points, plural, one {Noch # Punkt bis {tier}.} other {Noch # Punkte bis {tier}.}}',
  page_tier_upgrade_orders:
    '{orders, plural, one {Noch # Bestellung bis {tier}.} other {Noch # Bestellungen bis {tier}.}}',
  page_tier_renewal: 'Noch {amount} Umsatz bis zum {date}, um sie zu behalten.',
  page_tier_renewal_points:
    '{points, plural, one {Noch # Punkt bis zum {date}, um sie zu behalten.} other {Noch # Punkte bis zum {date}, um sie zu behalten.}}',
  page_tier_renewal_orders:
    '{orders, plural, one {Noch # Bestellung bis zum {date}, um sie zu behalten.} other {Noch # Bestellungen bis zum {date}, um sie zu behalten.}}',
  page_tier_highest: 'Das ist unsere höchste Stufe. Vielen Dank!',
  page_tiers: 'Stufen',
  page_tier_from: 'Ab {amount} Umsatz',
  page_tier_from_points: '{points, plural, one {Ab # gesammeltem Punkt} other {Ab # gesammelten Punkten}}',
  page_tier_from_orders: '{orders, plural, one {Ab # Bestellung} other {Ab # Bestellungen}}',
  page_tier_first: 'Von Anfang an',
  page_earn: 'Punkte sammeln',
  page_earn_nothing: 'Zurzeit gibt es nichts zu sammeln. Schau bald wieder vorbei.',
  page_limit_once:
    '{interval, select, day {Einmal am Tag} week {Einmal pro Woche} month {Einmal im Monat} year {Einmal im Jahr} other {Einmalig}}',
  page_limit_count:
    '{interval, select, day {Bis zu {count, number}-mal am Tag} week {Bis zu {count, number}-mal pro Woche} month {Bis zu {count, number}-mal im Monat} year {Bis zu {count, number}-mal im Jahr} other {Bis zu {count, number}-mal}}',
  page_limit_left:
    '{interval, select, day {Heute noch {remaining, number} von {allowed, number}} week {Diese Woche noch {remaining, number} von {allowed, number}} month {Diesen Monat noch {remaining, number} von {allowed, number}} year {Dieses Jahr noch {remaining, number} von {allowed, number}} other {Noch {remaining, number} von {allowed, number}}}',
  page_earn_done: 'Erledigt',
  page_again_tomorrow: 'Morgen wieder',
  page_again_on: 'Wieder ab {date}',
  page_rewards: 'Prämien',
  page_rewards_nothing: 'Zurzeit gibt es keine Prämien. Schau bald wieder vorbei.',
  page_reward_ready: 'Jetzt einlösbar',
  page_reward_missing: '{points, plural, one {Noch # Punkt} other {Noch # Punkte}}',
  page_reward_redeemed: 'Bereits eingelöst',
  page_reward_out_of_stock: 'Zurzeit vergriffen',
  page_reward_cart_full: 'Bereits im Warenkorb',
  page_reward_depends_on_cart: 'Je nach Warenkorb',
  page_cart_total: 'Ab {amount} Warenwert',
  page_cart_items: '{count, plural, one {Ab # Artikel im Warenkorb} other {Ab # Artikeln im Warenkorb}}',
  page_visitor:
    'Sammle bei jedem Einkauf Punkte und löse sie gegen Prämien ein. Deine eigenen siehst du, wenn du dich bei {site} anmeldest.',
  page_not_enrolled: 'Du bist noch nicht dabei. Mach bei {site} mit und sammle Punkte.',
  page_blocked: 'Deine Mitgliedschaft ruht. {site} kann dir mehr dazu sagen.',
  page_expired: 'Diese Seite ist abgelaufen',
  page_expired_advice:
    'Zum Schutz deines Kontos bleibt sie nur kurze Zeit geöffnet. Geh zurück zu {site} und öffne sie noch einmal.',
  page_unknown: 'Hier ist keine Seite',
  page_unknown_advice:
    'Der Link ist unvollständig oder zu alt. Geh dorthin zurück, wo du ihn gefunden hast, und öffne die Seite noch einmal.',
  page_unavailable: 'Wir sind gleich wieder da',
  page_unavailable_advice:
    'Die Seite lässt sich gerade nicht anzeigen. Bitte versuch es in einer Minute noch einmal.',
};
