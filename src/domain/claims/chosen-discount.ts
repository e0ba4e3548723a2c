/** A discount whose amount the customer chose. */
export interface ChosenDiscount {
  /** In minor units of the program's currency. */
  discount_minor: number;
  /** The exact amount that the customer asked for. */
  asked: { minor: number; currency: string };
  /** The amount that determines the cost. `rate`: units of the currency for one unit of the program's currency. */
  priced: { minor: number; currency: string; rate: number };
}
