/** The effects of a plan on customers and on supplies. */
export const effects = {
  effect_no_tier: 'no tier',
  effect_rule: 'rule {key}',
  effect_reward: 'reward {key}',
  effect_tier_enters:
    '{count, plural, one {# customer comes into {to} at once.} other {# customers come into {to} at once.}}',
  effect_tier_rises:
    '{count, plural, one {# customer rises from {from} to {to} at once.} other {# customers rise from {from} to {to} at once.}}',
  effect_tier_leaves:
    '{count, plural, one {# customer goes from {from}, which ends, to {to} at once.} other {# customers go from {from}, which ends, to {to} at once.}}',
  effect_tier_falls:
    '{count, plural, one {# customer falls from {from} to {to} when its membership ends.} other {# customers fall from {from} to {to} when their membership ends.}}',
  effect_tier_falls_on:
    '{count, plural, one {# customer falls from {from} to {to} when its membership ends, on {day}.} other {# customers fall from {from} to {to} when their membership ends, the first on {day}.}}',
  effect_tier_stays:
    '{count, plural, one {# customer who would fall from {from} to {to} stays.} other {# customers who would fall from {from} to {to} stay.}}',
  effect_tier_stays_on:
    '{count, plural, one {# customer who would fall from {from} to {to} stays, on {day}.} other {# customers who would fall from {from} to {to} stay, the first on {day}.}}',
  effect_rule_opens:
    '{count, plural, one {# customer may complete rule {key} again.} other {# customers may complete rule {key} again.}}',
  effect_reward_opens:
    '{count, plural, one {# customer may claim reward {key} again.} other {# customers may claim reward {key} again.}}',
  effect_rule_closes:
    '{count, plural, one {# customer may not complete rule {key} any more under the new limit.} other {# customers may not complete rule {key} any more under the new limit.}}',
  effect_reward_closes:
    '{count, plural, one {# customer may not claim reward {key} any more under the new limit.} other {# customers may not claim reward {key} any more under the new limit.}}',
  effect_customers: '{count, plural, one {# customer} other {# customers}}',
  effect_points: '{count, plural, one {# point} other {# points}}',
  effect_points_expire: '{points} of {customers} expire at once.',
  effect_points_kept: '{points} of {customers} no longer expire.',
  effect_points_move: '{points} of {customers} expire at other times than before, the first on {day}.',
  effect_claims:
    '{count, plural, one {# claim of {entry} is not used yet and can still be used.} other {# claims of {entry} are not used yet and can still be used.}}',
  effect_variant: 'variant {variant} of {entry}',
  effect_stock_uncounted: 'The stock of {what} is no longer counted.',
  effect_stock_counted: 'The stock of {what} is counted from now on, beginning at {after}.',
  effect_stock_out: '{what} runs out: {before} were left.',
  effect_stock: '{after} of {what} are left instead of {before}.',
  effect_codes_none: '{entry} has no code in its pool, so nobody can claim it.',
  effect_codes:
    '{count, plural, one {{entry} has # code in its pool for a stock of {wanted}.} other {{entry} has # codes in its pool for a stock of {wanted}.}}',
  effect_unfinished: 'Version {version} has not reached every customer yet, so the counts may still move.',
};
