import { platformKey } from '../customers/customer-key.ts';
import { isEnabledForSome, type Program, type Rule } from '../programs/configuration.ts';
import type { OrderInput, OrderLine } from './order.ts';

/** What of an order the purchase rules look at. */
export type CountedOrder = Pick<OrderInput, 'total_minor' | 'shipping_minor' | 'line_items'> & {
  channel: OrderInput['channel'] | null;
};

/**
 * What of an order a rule counts, in minor units; undefined: the rule is not for such an order.
 * purchase and retail_purchase count the total without shipping, product_purchase and collection_purchase
 * price × quantity of the lines that they name. Orders at the point of sale are retail_purchase's where the
 * program has that rule, and then not purchase's; the line kinds do not ask for the channel.
 */
export function countedAmount(
  program: Pick<Program, 'rules'>,
  rule: Rule,
  order: CountedOrder,
): number | undefined {
  const whole = Math.max(0, order.total_minor - order.shipping_minor);
  switch (rule.kind) {
    case 'purchase':
      return order.channel === 'pos' && hasRetailRule(program) ? undefined : whole;
    case 'retail_purchase':
      return order.channel === 'pos' ? whole : undefined;
    case 'product_purchase': {
      const products = new Set(rule.properties.product_ids.map(platformKey));
      return sumOfLines(order.line_items.filter((line) => products.has(platformKey(line.product_id))));
    }
    case 'collection_purchase': {
      const collections = new Set(rule.properties.collection_ids.map(platformKey));
      const isNamed = (id: string) => collections.has(platformKey(id));
      return sumOfLines(order.line_items.filter((line) => line.collection_ids.some(isNamed)));
    }
    default:
      return undefined;
  }
}

function hasRetailRule(program: Pick<Program, 'rules'>): boolean {
  return program.rules.some((rule) => rule.kind === 'retail_purchase' && isEnabledForSome(rule));
}

/** Never more than JavaScript counts exactly. undefined: nothing was bought. */
function sumOfLines(lines: readonly OrderLine[]): number | undefined {
  const bought = lines.filter((line) => line.quantity > 0);
  if (bought.length === 0) return undefined;
  let sum = 0n;
  for (const line of bought) sum += BigInt(line.quantity) * BigInt(line.price_minor);
  return Number(sum > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : sum);
}
