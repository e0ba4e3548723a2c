import type { Dice } from '../dice.ts';
import type { Person } from '../story.ts';

/** How a customer shops. */
export interface Habits {
  site: Person['site'];
  /** The day on which it joins, from the first day of the history on. */
  joins: number;
  /** The day from which on it is not seen any more. */
  leaves: number;
  /** Purchases a year after the first; 0: it never comes back. */
  rate: number;
  /** Whether it buys at all. */
  buys: boolean;
  /** The median of its baskets, in cents. */
  basket: number;
  /** The part of its purchases that is made at the farm gate. */
  in_shop: number;
  /** How often it claims a reward before a purchase, from 0 to 1. */
  claims: number;
  /** Whether it likes the coffee of the café next door. */
  drinks_coffee: boolean;
}

const LOOKERS = 0.13;
const ONE_TIMERS = 0.32;
/** The most purchases a year. The heaviest customers of a log-normal rate would buy every day. */
const MOST_A_YEAR = 55;
/** The average time until a customer stays away for good. */
const LIFE_DAYS = 290;

/** The habits of a customer who joins on that day. Few customers buy often, and many buy once. */
export function habitsOf(dice: Dice, joins: number): Habits {
  const site = dice.happens(0.77) ? 'main' : 'europe';
  const buys = !dice.happens(LOOKERS);
  const returns = buys && !dice.happens(ONE_TIMERS);
  return {
    site,
    joins,
    leaves: joins + Math.ceil(returns ? 15 + dice.exponential(LIFE_DAYS) : dice.exponential(20)),
    rate: returns ? Math.min(MOST_A_YEAR, dice.logNormal(4.4, 0.95)) : 0,
    buys,
    basket: dice.logNormal(4_350, 0.42),
    in_shop: site === 'main' && dice.happens(0.22) ? 0.6 : 0,
    claims: 0.25 + dice.fraction() * 0.7,
    drinks_coffee: returns && dice.happens(0.35),
  };
}
