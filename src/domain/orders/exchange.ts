import { DomainError } from '../core/errors.ts';
import { currencyDigits } from '../core/money.ts';
import type { Program } from '../programs/configuration.ts';
import type { OrderContents, OrderInput, OrderLine, OrderRow } from './order.ts';
import type { OrderState } from './order-state.ts';

/**
 * The currency of an order, and its rate when the order was recorded: units of it for one unit of the program's
 * currency.
 */
export type Exchange = Pick<OrderRow, 'currency' | 'currency_rate'>;

/** The exchange of an order in the program's own currency. */
const NONE: Exchange = { currency: null, currency_rate: null };

/**
 * The exchange of an order that is recorded now. Throws invalid_request if the program has no rate for its currency.
 */
export function exchangeToday({ currency: own, settings }: Program, currency: string = own): Exchange {
  if (currency === own) return NONE;
  if (Object.hasOwn(settings.currency_rates, currency))
    return { currency, currency_rate: settings.currency_rates[currency]! };
  throw refused('has no rate in the program');
}

/** The exchange kept with an order that is sent again. Throws invalid_request for another currency. */
export function exchangeKept(
  known: OrderRow,
  { program, currency = program.currency }: OrderInput,
): Exchange {
  const kept = known.currency ?? program.currency;
  if (currency === kept) return known;
  throw refused(`must be that of the order, ${kept}`);
}

function refused(complaint: string): DomainError {
  return new DomainError('invalid_request', 'The request is not valid.', {
    details: { currency: complaint },
  });
}

/** Converts minor units of an order's currency to the program's, rounded to the nearest. */
export function inProgramCurrency(
  { currency: own }: Pick<Program, 'currency'>,
  { currency, currency_rate }: { currency?: string | null; currency_rate?: number | null },
  minor: number,
): number {
  if (!currency || !currency_rate) return minor;
  return Math.round((minor * 10 ** currencyDigits(own)) / (currency_rate * 10 ** currencyDigits(currency)));
}

/** The state of an order in the program's currency. */
export function exchangedState(program: Program, exchange: Exchange, state: OrderState): OrderState {
  const minor = (amount: number) => inProgramCurrency(program, exchange, amount);
  return { ...state, paid_minor: minor(state.paid_minor), refunded_minor: minor(state.refunded_minor) };
}

/** Edited contents in the program's currency. */
export function exchangedContents(
  program: Program,
  exchange: Exchange,
  contents: Partial<OrderContents>,
): Partial<OrderContents> {
  if (exchange.currency === null) return contents;
  const minor = (amount: number) => inProgramCurrency(program, exchange, amount);
  const { line_items, ...amounts } = contents;
  return {
    ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, minor(amount)])),
    ...(line_items && { line_items: line_items.map((line) => exchangedLine(line, minor)) }),
  };
}

function exchangedLine(line: OrderLine, minor: (amount: number) => number): OrderLine {
  return { ...line, price_minor: minor(line.price_minor), told_price_minor: line.price_minor };
}

/**
 * An order in the program's currency. The prices of its lines are also kept in the order's currency, because many small
 * ones are rounded together.
 */
export function exchanged<T extends Omit<OrderInput, 'merchant_id' | 'number' | 'claimed_reward_ids' | 'by'>>(
  order: T,
  exchange: Exchange,
): T {
  if (exchange.currency === null) return order;
  const minor = (amount: number) => inProgramCurrency(order.program, exchange, amount);
  const { refunded_minor, tax_minor, discounts_minor } = order;
  return {
    ...order,
    total_minor: minor(order.total_minor),
    shipping_minor: minor(order.shipping_minor),
    paid_minor: minor(order.paid_minor),
    ...(tax_minor !== undefined && { tax_minor: minor(tax_minor) }),
    ...(discounts_minor !== undefined && { discounts_minor: minor(discounts_minor) }),
    ...(refunded_minor !== undefined && { refunded_minor: minor(refunded_minor) }),
    line_items: order.line_items.map((line) => exchangedLine(line, minor)),
    discount_codes: order.discount_codes.map((discount) => ({
      ...discount,
      amount_minor: minor(discount.amount_minor),
      told_amount_minor: discount.amount_minor,
    })),
  };
}
