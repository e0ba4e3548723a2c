import type { FastifyRequest } from 'fastify';
import { currencyDigits } from '../../domain/core/money.ts';
import { isEmailAddress } from '../../domain/customers/email-address.ts';
import { readAmount } from '../amounts.ts';
import { MOST_COMPLAINTS } from '../complaint-list.ts';
import { type Amount, MOST_ENTRIES } from './order-fields.ts';

/** Every amount of a body, which may be of any shape, with its parameter. */
function* amountsOf(body: unknown): Generator<[parameter: string, amount: unknown]> {
  const order = record(body);
  for (const name of TOTALS) yield [name, order[name]];
  for (const [index, line] of list(order.line_items))
    yield [`line_items[${index}].price`, record(line).price];
  const { discount_codes } = order;
  for (const [index, code] of list(discount_codes))
    yield [`discount_codes[${index}].amount`, record(code).amount];
  if (!Array.isArray(discount_codes)) yield ['discount_codes.amount', record(discount_codes).amount];
}

const TOTALS = ['total', 'total_shipping', 'total_tax', 'total_discounts', 'total_paid', 'total_refunded'];

const record = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
const list = (value: unknown): Iterable<[number, unknown]> =>
  Array.isArray(value) ? value.slice(0, MOST_ENTRIES).entries() : [];

/** Complaints about an order that names no customer, and about its amounts. */
export function orderComplaints(request: FastifyRequest): Record<string, string> {
  const { customer_id, customer_email } = record(request.body);
  const isNobodys =
    customer_id === null && !(typeof customer_email === 'string' && isEmailAddress(customer_email));
  return {
    ...amountComplaints(request),
    ...(isNobodys && { customer_id: 'must not be null where customer_email is no email address' }),
  };
}

/** Complaints about amounts that the schema accepts and the order's currency does not. */
function amountComplaints(request: FastifyRequest): Record<string, string> {
  return complaintsIn(request.body, bodyCurrency(request));
}

/**
 * Complaints about amounts of an order whose currency is not known yet: amounts that no currency of the program
 * accepts. `readState` finds the rest.
 */
export function laxAmountComplaints({ program, body }: FastifyRequest): Record<string, string> {
  const currencies = [program.currency, ...Object.keys(program.settings.currency_rates)];
  const finest = currencies.reduce((a, b) => (currencyDigits(b) > currencyDigits(a) ? b : a));
  return complaintsIn(body, finest);
}

/** Complaints about amounts that the currency does not have. The body may be of any shape. */
export function complaintsIn(body: unknown, currency: string): Record<string, string> {
  const complaints: Record<string, string> = {};
  let found = 0;
  for (const [parameter, amount] of amountsOf(body)) {
    const isAmount =
      typeof amount === 'number' ? amount >= 0 : typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount);
    if (!isAmount) continue;
    const read = readAmount(amount as Amount, currency);
    if (!('complaint' in read)) continue;
    complaints[parameter] = read.complaint;
    found += 1;
    if (found >= MOST_COMPLAINTS) break;
  }
  return complaints;
}

/**
 * The currency of a body, if the body shows it. Mistakes in the currency itself are refused later, at its first use.
 */
function bodyCurrency({ program, body }: FastifyRequest): string {
  const { currency, site_id } = record(body);
  const site = typeof site_id === 'number' ? program.site(site_id) : undefined;
  const asked = typeof currency === 'string' ? currency.toUpperCase() : (site?.currency ?? program.currency);
  return /^[A-Z]{3}$/.test(asked) ? asked : program.currency;
}
