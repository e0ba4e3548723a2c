import { platformKey } from '../core/platform-key.ts';
import { isEnabledForSome, type Program, type Rule } from '../programs/configuration.ts';
import { inProgramCurrency } from './exchange.ts';
import type { OrderInput, OrderLine } from './order.ts';

/** The part of an order that the purchase rules look at. */
export type CountedOrder = Pick<
  OrderInput,
  'total_minor' | 'shipping_minor' | 'tax_minor' | 'discounts_minor' | 'line_items'
> & {
  channel: OrderInput['channel'] | null;
  currency?: string | null;
  currency_rate?: number | null;
};

type CountingProgram = Pick<Program, 'rules' | 'settings' | 'currency'>;

/**
 * The amount of an order that a rule counts, in minor units; undefined: the rule is not for such an order. purchase and
 * retail_purchase count the total, with or without shipping, tax and discounts as the program says. product_purchase
 * and collection_purchase count price × quantity of the lines that they name. An order at the point of sale belongs to
 * retail_purchase if the program has that rule, and then not to purchase. The line kinds do not ask for the channel.
 */
export function countedAmount(program: CountingProgram, rule: Rule, order: CountedOrder): number | undefined {
  const whole = wholeAmount(program, order);
  switch (rule.kind) {
    case 'purchase':
      return order.channel === 'pos' && hasRetailRule(program) ? undefined : whole;
    case 'retail_purchase':
      return order.channel === 'pos' ? whole : undefined;
    case 'product_purchase': {
      const products = new Set(rule.properties.product_ids.map(platformKey));
      return sumOfLines(program, order, (line) => products.has(platformKey(line.product_id)));
    }
    case 'collection_purchase': {
      const collections = new Set(rule.properties.collection_ids.map(platformKey));
      const isNamed = (id: string) => collections.has(platformKey(id));
      return sumOfLines(program, order, (line) => line.collection_ids.some(isNamed));
    }
    default:
      return undefined;
  }
}

function wholeAmount(program: CountingProgram, order: CountedOrder): number {
  const { discounts } = program.settings.earning_amount;
  return refundableAmount(program, order) + (discounts ? (order.discounts_minor ?? 0) : 0);
}

/** The money of an order that earns, in minor units. A refund is a part of it. */
export function refundableAmount(program: Pick<Program, 'settings'>, order: CountedOrder): number {
  const { shipping, tax } = program.settings.earning_amount;
  const left = (shipping ? 0 : order.shipping_minor) + (tax ? 0 : (order.tax_minor ?? 0));
  return Math.max(0, order.total_minor - left);
}

function hasRetailRule(program: Pick<Program, 'rules'>): boolean {
  return program.rules.some((rule) => rule.kind === 'retail_purchase' && isEnabledForSome(rule));
}

/**
 * Stays within the integers that JavaScript counts exactly. Rounded once, if the order is in another currency.
 * undefined: nothing was bought.
 */
function sumOfLines(
  program: CountingProgram,
  order: CountedOrder,
  isCounted: (line: OrderLine) => boolean,
): number | undefined {
  const bought = order.line_items.filter((line) => line.quantity > 0 && isCounted(line));
  if (bought.length === 0) return undefined;
  let sum = 0n;
  for (const { quantity, price_minor, told_price_minor = price_minor } of bought)
    sum += BigInt(quantity) * BigInt(told_price_minor);
  const exact = Number(sum > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : sum);
  return Math.min(inProgramCurrency(program, order, exact), Number.MAX_SAFE_INTEGER);
}
