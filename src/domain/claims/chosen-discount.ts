/** A discount of an amount that its customer chose. */
export interface ChosenDiscount {
  /** In minor units of the program's currency. */
  discount_minor: number;
  /** Exactly what was asked. */
  asked: { minor: number; currency: string };
  /** What its cost is worked out of; `rate`: units of the currency for one of the program's. */
  priced: { minor: number; currency: string; rate: number };
}
