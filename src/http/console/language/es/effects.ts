import type { effects as english } from '../en/effects.ts';

export const effects: Record<keyof typeof english, string> = {
  effect_no_tier: 'ningún nivel',
  effect_rule: 'regla {key}',
  effect_reward: 'recompensa {key}',
  effect_tier_enters:
    '{count, plural, one {# cliente entra enseguida en {to}.} many {# de clientes entran enseguida en {to}.} other {# clientes entran enseguida en {to}.}}',
  effect_tier_rises:
    '{count, plural, one {# cliente sube enseguida de {from} a {to}.} many {# de clientes suben enseguida de {from} a {to}.} other {# clientes suben enseguida de {from} a {to}.}}',
  effect_tier_leaves:
    '{count, plural, one {# cliente pasa enseguida de {from}, que termina, a {to}.} many {# de clientes pasan enseguida de {from}, que termina, a {to}.} other {# clientes pasan enseguida de {from}, que termina, a {to}.}}',
  effect_tier_falls:
    '{count, plural, one {# cliente baja de {from} a {to} cuando termine su membresía.} many {# de clientes bajan de {from} a {to} cuando termine su membresía.} other {# clientes bajan de {from} a {to} cuando termine su membresía.}}',
  effect_tier_falls_on:
    '{count, plural, one {# cliente baja de {from} a {to} cuando termine su membresía, el {day}.} many {# de clientes bajan de {from} a {to} cuando termine su membresía, los primeros el {day}.} other {# clientes bajan de {from} a {to} cuando termine su membresía, los primeros el {day}.}}',
  effect_tier_stays:
    '{count, plural, one {# cliente que bajaría de {from} a {to} se queda.} many {# de clientes que bajarían de {from} a {to} se quedan.} other {# clientes que bajarían de {from} a {to} se quedan.}}',
  effect_tier_stays_on:
    '{count, plural, one {# cliente que bajaría de {from} a {to} el {day} se queda.} many {# de clientes que bajarían de {from} a {to}, los primeros el {day}, se quedan.} other {# clientes que bajarían de {from} a {to}, los primeros el {day}, se quedan.}}',
  effect_rule_opens:
    '{count, plural, one {# cliente puede volver a cumplir la regla {key}.} many {# de clientes pueden volver a cumplir la regla {key}.} other {# clientes pueden volver a cumplir la regla {key}.}}',
  effect_reward_opens:
    '{count, plural, one {# cliente puede volver a canjear la recompensa {key}.} many {# de clientes pueden volver a canjear la recompensa {key}.} other {# clientes pueden volver a canjear la recompensa {key}.}}',
  effect_rule_closes:
    '{count, plural, one {Con el nuevo límite, # cliente ya no puede cumplir la regla {key}.} many {Con el nuevo límite, # de clientes ya no pueden cumplir la regla {key}.} other {Con el nuevo límite, # clientes ya no pueden cumplir la regla {key}.}}',
  effect_reward_closes:
    '{count, plural, one {Con el nuevo límite, # cliente ya no puede canjear la recompensa {key}.} many {Con el nuevo límite, # de clientes ya no pueden canjear la recompensa {key}.} other {Con el nuevo límite, # clientes ya no pueden canjear la recompensa {key}.}}',
  effect_customers: '{count, plural, one {# cliente} many {# de clientes} other {# clientes}}',
  effect_points: '{count, plural, one {# punto} many {# de puntos} other {# puntos}}',
  effect_points_expire: 'Caducan enseguida: {points} de {customers}.',
  effect_points_kept: 'Ya no caducan: {points} de {customers}.',
  effect_points_move: 'Caducan en otros momentos que antes: {points} de {customers}, los primeros el {day}.',
  effect_claims:
    '{count, plural, one {# canje de {entry} aún no se ha usado y todavía puede usarse.} many {# de canjes de {entry} aún no se han usado y todavía pueden usarse.} other {# canjes de {entry} aún no se han usado y todavía pueden usarse.}}',
  effect_variant: 'variante {variant} de {entry}',
  effect_stock_uncounted: 'Las existencias de {what} ya no se cuentan.',
  effect_stock_counted: 'Las existencias de {what} se cuentan desde ahora, empezando por {after}.',
  effect_stock_out: '{what}: se agota; quedaban {before}.',
  effect_stock: '{what}: quedan {after} en lugar de {before}.',
  effect_codes_none: '{entry} no tiene ningún código en su reserva, así que nadie puede canjearla.',
  effect_codes:
    '{count, plural, one {{entry} tiene # código en su reserva para unas existencias de {wanted}.} many {{entry} tiene # de códigos en su reserva para unas existencias de {wanted}.} other {{entry} tiene # códigos en su reserva para unas existencias de {wanted}.}}',
  effect_unfinished:
    'La versión {version} aún no ha llegado a todos los clientes, así que las cifras todavía pueden cambiar.',
};
