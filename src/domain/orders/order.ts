import type { Selectable } from 'kysely';
import type { OrdersTable, PaymentStatus } from '../../db/order-tables.ts';
import type { Actor } from '../audit/actor.ts';
import { redemptionOf } from '../claims/redeemed-line.ts';
import type { Program } from '../programs/configuration.ts';
import type { Channel } from '../programs/program-settings.ts';
import type { OrderState } from './order-state.ts';

export interface OrderLine {
  id: string | null;
  product_id: string;
  variant_id: string | null;
  collection_ids: string[];
  quantity: number;
  price_minor: number;
  /** In the order's currency, where that is not the program's. */
  told_price_minor?: number;
  attributes: { key: string; value: string }[];
}

/**
 * An order as a back end tells it; amounts in minor units of its currency. Of what it leaves out there is nothing
 * yet.
 */
export interface OrderInput extends Partial<Omit<OrderState, 'payment_status' | 'paid_minor'>> {
  program: Program;
  /** The store's id of the customer; null: it is whoever has the email, which is then given. */
  customer_id: string | null;
  customer_email: string | null;
  merchant_id: string;
  number: string | null;
  /** Of its amounts; absent: the program's. */
  currency?: string;
  /** The site that sold it. */
  site_id?: number | null;
  total_minor: number;
  shipping_minor: number;
  tax_minor?: number;
  /** What discounts took off. */
  discounts_minor?: number;
  paid_minor: number;
  payment_status: PaymentStatus;
  line_items: OrderLine[];
  /** `told_amount_minor`: in the order's currency, where that is not the program's. */
  discount_codes: { code: string; amount_minor: number; told_amount_minor?: number }[];
  claimed_reward_ids: number[];
  channel: Channel;
  /** When it was placed; null: now. */
  date: number | null;
  /** Takes also amounts that seem not to be meant so. */
  force?: boolean;
  /** Of one that is recorded already: it is to be made what this says, also where that goes back. */
  correct?: boolean;
  /** Who tells it. */
  by: Actor;
}

export type OrderRow = Omit<Selectable<OrdersTable>, 'line_items' | 'discount_codes' | 'channel'> & {
  line_items: OrderLine[];
  discount_codes: OrderInput['discount_codes'];
  channel: Channel | null;
};

/** What of an order a correction may edit. */
export type OrderContents = Pick<
  OrderRow,
  'total_minor' | 'shipping_minor' | 'tax_minor' | 'discounts_minor' | 'line_items'
>;

/** What counts towards spend tiers: paid less refunded, without shipping and tax, never below nothing. */
export function spendMinor(order: {
  paid_minor: number;
  refunded_minor: number;
  shipping_minor: number;
  tax_minor?: number;
}): number {
  const { paid_minor, refunded_minor, shipping_minor, tax_minor = 0 } = order;
  return Math.max(0, paid_minor - refunded_minor - shipping_minor - tax_minor);
}

export function redemptionIds(lines: readonly OrderLine[]): string[] {
  return lines.flatMap((line) => redemptionOf(line.attributes) ?? []);
}
