import type { Dice } from '../dice.ts';
import type { Person } from '../story.ts';

/** The habits of a customer. */
export interface Habits {
  site: Person['site'];
  /** The day on which the customer joins, counted from the first day of the history. */
  joins: number;
  /** From this day on the customer does nothing more. */
  leaves: number;
  /** The purchases in a year after the first purchase; 0: the customer never comes back. */
  rate: number;
  /** Whether the customer ever buys something. */
  buys: boolean;
  /** The median of the customer's baskets, in cents. */
  basket: number;
  /** The part of the customer's purchases at the farm gate. */
  in_shop: number;
  /** How often the customer claims a reward before a purchase, from 0 to 1. */
  claims: number;
  /** Whether the customer likes the coffee of the café next door. */
  drinks_coffee: boolean;
}

const LOOKERS = 0.13;
const ONE_TIMERS = 0.32;
/** The most purchases in a year. With a log-normal rate the most active customers would buy every day. */
const MOST_A_YEAR = 55;
/** The average time until a customer leaves for good. */
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
