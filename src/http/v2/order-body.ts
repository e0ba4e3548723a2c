import type { Static } from '@sinclair/typebox';
import { parseTimestamp } from '../../domain/core/calendar.ts';
import type { OrderContents, OrderInput, OrderLine } from '../../domain/orders/order.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import { readAmount } from '../amounts.ts';
import { invalidRequest } from '../errors.ts';
import { platformId } from '../schema-helpers.ts';
import { complaintsIn } from './order-complaints.ts';
import type { Amount, DiscountCode, DiscountCodes, lineItem } from './order-fields.ts';
import { voucherCurrency } from './voucher-currency.ts';

/** Converts an amount that has no complaint to minor units. */
function minorUnits(amount: Amount, currency: string): number {
  const read = readAmount(amount, currency);
  if ('complaint' in read) throw new Error(`an amount that was not refused: ${read.complaint}`);
  return read.minor;
}

/** Checks the site and currency that an order names, and returns the currency. Throws as `voucherCurrency` does. */
export function readCurrency(
  program: Program,
  body: { currency?: string; site_id?: number },
): { currency: string; site_id: number | null } {
  return { currency: voucherCurrency(program, body), site_id: body.site_id ?? null };
}

interface ContentsBody {
  number?: string | null;
  total: Amount;
  total_shipping?: Amount;
  total_tax?: Amount;
  total_discounts?: Amount;
  line_items?: Static<ReturnType<typeof lineItem>>[];
  discount_codes?: DiscountCodes;
  claimed_reward_ids?: number[];
  date?: string;
}

type Contents = Required<
  Pick<
    OrderInput,
    | 'number'
    | 'total_minor'
    | 'shipping_minor'
    | 'tax_minor'
    | 'discounts_minor'
    | 'line_items'
    | 'discount_codes'
    | 'claimed_reward_ids'
    | 'date'
  >
>;

/** The contents of an order, in the domain's form. */
export function readContents(body: ContentsBody, currency: string): Contents {
  const minor = (amount: Amount) => minorUnits(amount, currency);
  const discount_codes = listOfCodes(body.discount_codes).map(({ code, amount }) => ({
    code,
    amount_minor: minor(amount),
  }));
  const byCodes = discount_codes.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  return {
    number: body.number ?? null,
    total_minor: minor(body.total),
    shipping_minor: minor(body.total_shipping ?? 0),
    tax_minor: minor(body.total_tax ?? 0),
    discounts_minor: body.total_discounts === undefined ? byCodes : minor(body.total_discounts),
    line_items: (body.line_items ?? []).map((line) => readLine(line, currency)),
    discount_codes,
    claimed_reward_ids: body.claimed_reward_ids ?? [],
    date: body.date === undefined ? null : parseTimestamp(body.date)!,
  };
}

function readLine(line: NonNullable<ContentsBody['line_items']>[number], currency: string): OrderLine {
  return {
    id: nullablePlatformId(line.id),
    product_id: platformId(line.product_id),
    variant_id: nullablePlatformId(line.variant_id),
    collection_ids: (line.collection_ids ?? []).map(platformId),
    quantity: line.quantity,
    price_minor: minorUnits(line.price, currency),
    attributes: (line.attributes ?? []).map(({ key, value }) => ({ key, value: value ?? '' })),
  };
}

type EditsBody = Partial<
  Pick<ContentsBody, 'total' | 'total_shipping' | 'total_tax' | 'total_discounts' | 'line_items'>
>;

/** The edits of a correction. `readStateIn` has accepted their amounts. */
export function readEdits(body: EditsBody, currency: string): Partial<OrderContents> {
  const amount = <K extends keyof OrderContents>(name: K, given: Amount | undefined) =>
    given === undefined ? {} : { [name]: minorUnits(given, currency) };
  return {
    ...amount('total_minor', body.total),
    ...amount('shipping_minor', body.total_shipping),
    ...amount('tax_minor', body.total_tax),
    ...amount('discounts_minor', body.total_discounts),
    ...(body.line_items && { line_items: body.line_items.map((line) => readLine(line, currency)) }),
  };
}

export function nullablePlatformId(id: string | number | null | undefined): string | null {
  return id === null || id === undefined ? null : platformId(id);
}

interface StateBody {
  payment_status: OrderInput['payment_status'];
  total_paid: Amount;
  refund_status?: 'not_refunded' | 'partially_refunded' | 'refunded';
  cancellation_status?: 'not_cancelled' | 'cancelled';
  total_refunded?: Amount;
}

/** The state of an order in any currency. Refuses amounts that the currency does not have. */
export function readStateIn(body: StateBody, currency: string) {
  const complaints = complaintsIn(body, currency);
  if (Object.keys(complaints).length > 0) throw invalidRequest(complaints);
  return readState(body, currency);
}

/** The state of an order, in the domain's form. */
export function readState(body: StateBody, currency: string) {
  return {
    payment_status: body.payment_status,
    paid_minor: minorUnits(body.total_paid, currency),
    refund_status: body.refund_status ?? ('not_refunded' as const),
    refunded_minor: minorUnits(body.total_refunded ?? 0, currency),
    cancelled: body.cancellation_status === 'cancelled',
  };
}

function listOfCodes(codes: DiscountCodes | undefined): DiscountCode[] {
  if (Array.isArray(codes)) return codes;
  return codes && 'code' in codes ? [codes as DiscountCode] : [];
}
