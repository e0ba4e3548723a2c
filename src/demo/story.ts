import type { Consent } from '../db/customer-tables.ts';
import { type Birthday, intervalAt, localDate } from '../domain/core/calendar.ts';

/** One thing that a customer does; keys are those of the demo's program file, amounts are cents. */
export type Act =
  | JoinAct
  /** The storefront completes the rule itself. */
  | { kind: 'complete'; rule: string }
  /** The store reports the rule as completed. */
  | { kind: 'report'; rule: string }
  | { kind: 'subscribe' }
  | { kind: 'adjust'; points: number; note: string }
  /** The customer becomes a member of a conditional tier, which operators give. */
  | { kind: 'honour'; tier: string }
  | ClaimAct
  | OrderAct;

export interface JoinAct {
  kind: 'join';
  /** The merchant_id of the customer whose link brought this one. */
  brought_by?: string;
}

export interface ClaimAct {
  kind: 'claim';
  reward: string;
  variant_id?: string;
  cart_id?: string;
  /** The discount, only for a reward with an open discount. */
  discount?: number;
  /** Whether the customer claims it at the farm gate. */
  in_shop?: boolean;
  /**
   * Whether to skip the act if points or stock are too low, if the reward was claimed before, or if the tier does not
   * have it.
   */
  if_possible?: boolean;
}

export interface OrderAct {
  kind: 'order';
  number: string;
  items: { product_id: string; variant_id: string; collection_id: string; quantity: number; price: number }[];
  shipping: number;
  /** The currency of its amounts; absent: the program's. */
  currency?: string;
  /** Whether the customer pays later, by an invoice. */
  unpaid?: boolean;
  /** Whether the purchase is at the farm gate. */
  in_shop?: boolean;
  /** The referrer of this customer, and the discount of its welcome code. */
  welcome?: { brought_by: string; amount: number };
  /** The rewards whose latest unused claim is used on the order, and the discount of each voucher. */
  uses: { reward: string; amount: number }[];
  /**
   * A gift card that is claimed at the moment of the order, because its code is shown only once, and the amount that it
   * pays.
   */
  gift_card?: { reward: string; amount: number };
}

export interface Step {
  /** The moment in ms; strictly ascending within a story. */
  at: number;
  act: Act;
}

/** A customer at the moment of joining. */
export interface Person {
  merchant_id: string;
  site: 'main' | 'europe';
  first_name: string;
  last_name: string;
  email: string;
  ip_address: string;
  birthday: Birthday;
  email_marketing: Consent;
  sms_marketing: Consent;
}

/** A customer and all its acts, beginning with its joining. */
export interface Story extends Person {
  steps: Step[];
}

/** The hour for each kind of act, so that no two steps of a story share a moment. */
const HOURS: Record<Act['kind'], number> = {
  join: 8,
  complete: 9,
  report: 11,
  claim: 13,
  subscribe: 15,
  order: 16,
  adjust: 19,
  honour: 20,
};
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The calendar of one customer's past. It counts days back from the end of the play. */
export class Diary {
  private readonly noon: number;
  /** The local date of the play's end, as midnight in UTC: days can be counted from it. */
  private readonly today: number;

  constructor(
    end: number,
    private readonly zone: string,
    /** The offset differs between customers, so that no two act at the same moment. */
    private readonly offsetSeconds: number,
  ) {
    this.today = Date.parse(localDate(end, zone));
    this.noon = intervalAt('day', zone, end).start + 12 * HOUR;
  }

  /**
   * A step `daysAgo` local days before the play's end, one or more; `slot` separates steps of the same day and kind.
   */
  step(daysAgo: number, act: Act, slot = 0): Step {
    const day = intervalAt('day', this.zone, this.noon - daysAgo * DAY).start;
    return { at: day + HOURS[act.kind] * HOUR + slot * 20 * MINUTE + this.offsetSeconds * 1000, act };
  }

  /** The month and day of a local day. */
  dayOfYear(daysAgo: number): { month: number; day: number } {
    const date = new Date(this.today - daysAgo * DAY);
    return { month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  }
}
