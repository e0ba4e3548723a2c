import type { Selectable } from 'kysely';
import type { OrdersTable, PaymentStatus } from '../../db/order-tables.ts';
import type { Program } from '../programs/configuration.ts';
import type { Channel } from '../programs/program-settings.ts';
import type { OrderState } from './order-state.ts';

export interface OrderLine {
  id: string | null;
  product_id: string;
  variant_id: string;
  collection_ids: string[];
  quantity: number;
  price_minor: number;
  attributes: { key: string; value: string }[];
}

/**
 * An order as a back end tells it; amounts in minor units of the program's currency. Of what it leaves out there
 * is nothing yet.
 */
export interface OrderInput extends Partial<Omit<OrderState, 'payment_status' | 'paid_minor'>> {
  program: Program;
  /** The store's id of the customer. */
  customer_id: string;
  customer_email: string | null;
  merchant_id: string;
  number: string | null;
  total_minor: number;
  shipping_minor: number;
  tax_minor?: number;
  /** What discounts took off. */
  discounts_minor?: number;
  paid_minor: number;
  payment_status: PaymentStatus;
  line_items: OrderLine[];
  discount_codes: { code: string; amount_minor: number }[];
  claimed_reward_ids: number[];
  channel: Channel;
  /** When it was placed; null: now. */
  date: number | null;
}

export type OrderRow = Omit<Selectable<OrdersTable>, 'line_items' | 'discount_codes' | 'channel'> & {
  line_items: OrderLine[];
  discount_codes: OrderInput['discount_codes'];
  channel: Channel | null;
};

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

/** The line attribute that carries a cart redemption's id from the storefront to the order. */
export const REDEMPTION_ATTRIBUTE = '_loyalty_redemption_id';

export function redemptionIds(lines: readonly OrderLine[]): string[] {
  return lines.flatMap((line) =>
    line.attributes
      .filter((attribute) => attribute.key === REDEMPTION_ATTRIBUTE)
      .map((attribute) => attribute.value),
  );
}
