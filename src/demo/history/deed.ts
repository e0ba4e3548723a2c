import type { Act, Person } from '../story.ts';

/** One event in a customer's history: an act of the demo, or an event that only a longer history has. */
export type Deed =
  | Act
  /** An unpaid order is paid. */
  | { kind: 'pay'; order: string }
  /** A part of an order is refunded: `share` of its amount, 1 for the whole. */
  | { kind: 'refund'; order: string; share: number }
  | { kind: 'cancel'; order: string }
  /** An operator takes back the latest unused claim of a reward. */
  | { kind: 'give_back'; reward: string }
  /** The customer turns out to be another existing customer. `into`: its merchant_id. */
  | { kind: 'merge'; into: string }
  | { kind: 'erase' };

export interface DeedStep {
  /** The moment in ms; strictly ascending within a biography. */
  at: number;
  deed: Deed;
}

/** A customer and all its events. */
export interface Biography {
  person: Person;
  /** The merchant_id of the customer who referred this one. */
  brought_by?: string | undefined;
  /** The points from the former program, soonest expiry first; absent: the customer joins later. */
  brought_along?: { points: number; expires_at: number }[] | undefined;
  steps: DeedStep[];
}
