import type { effects as english } from '../en/effects.ts';

export const effects: Record<keyof typeof english, string> = {
  effect_no_tier: 'aucun niveau',
  effect_rule: 'règle {key}',
  effect_reward: 'récompense {key}',
  effect_tier_enters:
    '{count, plural, one {# client entre aussitôt dans {to}.} many {# de clients entrent aussitôt dans {to}.} other {# clients entrent aussitôt dans {to}.}}',
  effect_tier_rises:
    '{count, plural, one {# client monte aussitôt de {from} à {to}.} many {# de clients montent aussitôt de {from} à {to}.} other {# clients montent aussitôt de {from} à {to}.}}',
  effect_tier_leaves:
    '{count, plural, one {# client passe aussitôt de {from}, qui prend fin, à {to}.} many {# de clients passent aussitôt de {from}, qui prend fin, à {to}.} other {# clients passent aussitôt de {from}, qui prend fin, à {to}.}}',
  effect_tier_falls:
    '{count, plural, one {# client descend de {from} à {to} à la fin de son adhésion.} many {# de clients descendent de {from} à {to} à la fin de leur adhésion.} other {# clients descendent de {from} à {to} à la fin de leur adhésion.}}',
  effect_tier_falls_on:
    '{count, plural, one {# client descend de {from} à {to} à la fin de son adhésion, le {day}.} many {# de clients descendent de {from} à {to} à la fin de leur adhésion, les premiers le {day}.} other {# clients descendent de {from} à {to} à la fin de leur adhésion, les premiers le {day}.}}',
  effect_tier_stays:
    '{count, plural, one {# client qui serait descendu de {from} à {to} reste.} many {# de clients qui seraient descendus de {from} à {to} restent.} other {# clients qui seraient descendus de {from} à {to} restent.}}',
  effect_tier_stays_on:
    '{count, plural, one {# client qui serait descendu de {from} à {to} le {day} reste.} many {# de clients qui seraient descendus de {from} à {to}, les premiers le {day}, restent.} other {# clients qui seraient descendus de {from} à {to}, les premiers le {day}, restent.}}',
  effect_rule_opens:
    '{count, plural, one {# client peut de nouveau accomplir la règle {key}.} many {# de clients peuvent de nouveau accomplir la règle {key}.} other {# clients peuvent de nouveau accomplir la règle {key}.}}',
  effect_reward_opens:
    '{count, plural, one {# client peut de nouveau obtenir la récompense {key}.} many {# de clients peuvent de nouveau obtenir la récompense {key}.} other {# clients peuvent de nouveau obtenir la récompense {key}.}}',
  effect_rule_closes:
    '{count, plural, one {Avec la nouvelle limite, # client ne peut plus accomplir la règle {key}.} many {Avec la nouvelle limite, # de clients ne peuvent plus accomplir la règle {key}.} other {Avec la nouvelle limite, # clients ne peuvent plus accomplir la règle {key}.}}',
  effect_reward_closes:
    '{count, plural, one {Avec la nouvelle limite, # client ne peut plus obtenir la récompense {key}.} many {Avec la nouvelle limite, # de clients ne peuvent plus obtenir la récompense {key}.} other {Avec la nouvelle limite, # clients ne peuvent plus obtenir la récompense {key}.}}',
  effect_customers: '{count, plural, one {# client} many {# de clients} other {# clients}}',
  effect_points: '{count, plural, one {# point} many {# de points} other {# points}}',
  effect_points_expire: 'Expirent aussitôt\u00a0: {points} de {customers}.',
  effect_points_kept: 'N’expirent plus\u00a0: {points} de {customers}.',
  effect_points_move:
    'Expirent à d’autres moments qu’avant\u00a0: {points} de {customers}, les premiers le {day}.',
  effect_claims:
    '{count, plural, one {# échange de {entry} n’est pas encore utilisé et peut toujours l’être.} many {# d’échanges de {entry} ne sont pas encore utilisés et peuvent toujours l’être.} other {# échanges de {entry} ne sont pas encore utilisés et peuvent toujours l’être.}}',
  effect_variant: 'variante {variant} de {entry}',
  effect_stock_uncounted: 'Le stock de {what} n’est plus compté.',
  effect_stock_counted: 'Le stock de {what} est compté à partir de maintenant, en commençant à {after}.',
  effect_stock_out: '{what}\u00a0: plus rien, il en restait {before}.',
  effect_stock: '{what}\u00a0: il en reste {after} au lieu de {before}.',
  effect_codes_none: '{entry} n’a aucun code dans sa réserve\u00a0: personne ne peut l’obtenir.',
  effect_codes:
    '{count, plural, one {{entry} a # code dans sa réserve pour un stock de {wanted}.} many {{entry} a # de codes dans sa réserve pour un stock de {wanted}.} other {{entry} a # codes dans sa réserve pour un stock de {wanted}.}}',
  effect_unfinished:
    'La version {version} n’a pas encore atteint tous les clients\u00a0: les chiffres peuvent encore changer.',
};
