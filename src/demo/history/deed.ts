import type { Act, Person } from '../story.ts';

/** One thing that happens to a customer of the history: an act of the demo, or one that only a longer history has. */
export type Deed =
  | Act
  /** An unpaid order is paid. */
  | { kind: 'pay'; order: string }
  /** A part of an order is refunded: `share` of its amount, 1 for the whole. */
  | { kind: 'refund'; order: string; share: number }
  | { kind: 'cancel'; order: string }
  /** The latest unused claim of a reward is taken back. */
  | { kind: 'give_back'; reward: string }
  /** The customer turns out to be another one, by its merchant_id. */
  | { kind: 'merge'; into: string }
  | { kind: 'erase' };

export interface DeedStep {
  /** ms; strictly ascending within a biography. */
  at: number;
  deed: Deed;
}

/** A customer and all that happens to it. */
export interface Biography {
  person: Person;
  /** The merchant_id of the customer who brought this one. */
  brought_by?: string | undefined;
  /** The points that it brought along from the program before, soonest-expiring first; absent: it joins later. */
  brought_along?: { points: number; expires_at: number }[] | undefined;
  steps: DeedStep[];
}
