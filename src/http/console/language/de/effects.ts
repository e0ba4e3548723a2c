import type { effects as english } from '../en/effects.ts';

export const effects: Record<keyof typeof english, string> = {
  effect_no_tier: 'keine Stufe',
  effect_rule: 'Regel {key}',
  effect_reward: 'Prämie {key}',
  effect_tier_enters:
    '{count, plural, one {# Kunde kommt sofort in {to}.} other {# Kunden kommen sofort in {to}.}}',
  effect_tier_rises:
    '{count, plural, one {# Kunde steigt sofort auf: {from} → {to}.} other {# Kunden steigen sofort auf: {from} → {to}.}}',
  effect_tier_leaves:
    '{count, plural, one {# Kunde wechselt sofort: {from} endet, → {to}.} other {# Kunden wechseln sofort: {from} endet, → {to}.}}',
  effect_tier_falls:
    '{count, plural, one {# Kunde steigt ab, wenn seine Mitgliedschaft endet: {from} → {to}.} other {# Kunden steigen ab, wenn ihre Mitgliedschaft endet: {from} → {to}.}}',
  effect_tier_falls_on:
    '{count, plural, one {# Kunde steigt ab, wenn seine Mitgliedschaft am {day} endet: {from} → {to}.} other {# Kunden steigen ab, wenn ihre Mitgliedschaft endet: {from} → {to}; die erste endet am {day}.}}',
  effect_tier_stays:
    '{count, plural, one {# Kunde bleibt, der sonst absteigen würde: {from} → {to}.} other {# Kunden bleiben, die sonst absteigen würden: {from} → {to}.}}',
  effect_tier_stays_on:
    '{count, plural, one {# Kunde bleibt, der sonst am {day} absteigen würde: {from} → {to}.} other {# Kunden bleiben, die sonst absteigen würden, die ersten am {day}: {from} → {to}.}}',
  effect_rule_opens:
    '{count, plural, one {# Kunde kann Regel {key} wieder erfüllen.} other {# Kunden können Regel {key} wieder erfüllen.}}',
  effect_reward_opens:
    '{count, plural, one {# Kunde kann Prämie {key} wieder einlösen.} other {# Kunden können Prämie {key} wieder einlösen.}}',
  effect_rule_closes:
    '{count, plural, one {# Kunde kann Regel {key} unter der neuen Grenze nicht mehr erfüllen.} other {# Kunden können Regel {key} unter der neuen Grenze nicht mehr erfüllen.}}',
  effect_reward_closes:
    '{count, plural, one {# Kunde kann Prämie {key} unter der neuen Grenze nicht mehr einlösen.} other {# Kunden können Prämie {key} unter der neuen Grenze nicht mehr einlösen.}}',
  effect_customers: '{count, plural, one {# Kunden} other {# Kunden}}',
  effect_points: '{count, plural, one {# Punkt} other {# Punkte}}',
  effect_points_expire: 'Sofort verfallen: {points} von {customers}.',
  effect_points_kept: 'Nicht mehr verfallen: {points} von {customers}.',
  effect_points_move: 'Zu anderen Zeiten als bisher verfallen: {points} von {customers}, zuerst am {day}.',
  effect_claims:
    '{count, plural, one {# Einlösung von {entry} ist noch unverwendet und kann weiter verwendet werden.} other {# Einlösungen von {entry} sind noch unverwendet und können weiter verwendet werden.}}',
  effect_variant: 'Variante {variant} von {entry}',
  effect_stock_uncounted: 'Der Bestand von {what} wird nicht mehr gezählt.',
  effect_stock_counted: 'Der Bestand von {what} wird von jetzt an gezählt und beginnt bei {after}.',
  effect_stock_out: '{what} geht aus: {before} waren übrig.',
  effect_stock: 'Von {what} sind {after} übrig statt {before}.',
  effect_codes_none: '{entry} hat keinen Code im Vorrat und kann von niemandem eingelöst werden.',
  effect_codes:
    '{count, plural, one {{entry} hat # Code im Vorrat für einen Bestand von {wanted}.} other {{entry} hat # Codes im Vorrat für einen Bestand von {wanted}.}}',
  effect_unfinished:
    'Version {version} hat noch nicht jeden Kunden erreicht; die Zahlen können sich noch ändern.',
};
