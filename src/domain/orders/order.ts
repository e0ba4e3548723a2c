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
  /** In the order's currency, if that is not the program's. */
  told_price_minor?: number;
  attributes: { key: string; value: string }[];
}

/**
 * An order as a back end sends it; amounts in minor units of its currency. A part that it leaves out has not happened
 * yet.
 */
export interface OrderInput extends Partial<Omit<OrderState, 'payment_status' | 'paid_minor'>> {
  program: Program;
  /** The store's id of the customer; null: the customer is named by the email, which is then given. */
  customer_id: string | null;
  customer_email: string | null;
  merchant_id: string;
  number: string | null;
  /** The currency of its amounts; absent: the program's. */
  currency?: string;
  /** The site that sold it. */
  site_id?: number | null;
  total_minor: number;
  shipping_minor: number;
  tax_minor?: number;
  /** The amount of all discounts. */
  discounts_minor?: number;
  paid_minor: number;
  payment_status: PaymentStatus;
  line_items: OrderLine[];
  /** `told_amount_minor`: in the order's currency, if that is not the program's. */
  discount_codes: { code: string; amount_minor: number; told_amount_minor?: number }[];
  claimed_reward_ids: number[];
  channel: Channel;
  /** The moment it was placed; null: now. */
  date: number | null;
  /** Accepts implausible amounts too. */
  force?: boolean;
  /** If the order is already recorded, it becomes as this says, even if that takes something back. */
  correct?: boolean;
  /** The actor that sends the order. */
  by: Actor;
}

export type OrderRow = Omit<Selectable<OrdersTable>, 'line_items' | 'discount_codes' | 'channel'> & {
  line_items: OrderLine[];
  discount_codes: OrderInput['discount_codes'];
  channel: Channel | null;
};

/** The contents of an order that a correction may edit. */
export type OrderContents = Pick<
  OrderRow,
  'total_minor' | 'shipping_minor' | 'tax_minor' | 'discounts_minor' | 'line_items'
>;

export function redemptionIds(lines: readonly OrderLine[]): string[] {
  return lines.flatMap((line) => redemptionOf(line.attributes) ?? []);
}
