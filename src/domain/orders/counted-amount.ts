import { isEnabledForSome, type Program, type Rule } from '../programs/configuration.ts';
import type { Channel } from '../programs/program-settings.ts';
import { countedPartOf, PURCHASE_KINDS } from '../programs/rule-kinds.ts';
import { inProgramCurrency } from './exchange.ts';
import type { OrderInput, OrderLine } from './order.ts';

/** The part of an order that the purchase rules need. */
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
 * The amount of an order that a rule counts, in minor units; undefined: the rule does not apply to such an order. Some
 * kinds count the total, with or without shipping, tax and discounts as the program says; others count price × quantity
 * of the lines that the rule names. If the program has a rule for the totals of one channel, the kinds for any channel
 * do not apply to orders of that channel. The kinds that count lines ignore the channel.
 */
export function countedAmount(program: CountingProgram, rule: Rule, order: CountedOrder): number | undefined {
  const counted = countedPartOf(rule.kind);
  if (!counted) return undefined;
  if (counted.of === 'lines') return sumOfLines(program, order, counted.isNamedBy(rule.properties));
  const isCounted =
    counted.channel === null ? !hasRuleForChannel(program, order.channel) : counted.channel === order.channel;
  return isCounted ? wholeAmount(program, order) : undefined;
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

/** The channels that have a kind of their own for totals. */
const CHANNELS_OF_KINDS: ReadonlySet<Channel | null> = new Set(
  PURCHASE_KINDS.map(countedPartOf).flatMap((counted) =>
    counted?.of === 'total' ? (counted.channel ?? []) : [],
  ),
);

/** Whether the program has a rule for the totals of this channel only. */
function hasRuleForChannel({ rules }: Pick<Program, 'rules'>, channel: Channel | null): boolean {
  if (channel === null || !CHANNELS_OF_KINDS.has(channel)) return false;
  return rules.some((rule) => isForTotalsOf(rule, channel) && isEnabledForSome(rule));
}

function isForTotalsOf({ kind }: Rule, channel: Channel): boolean {
  const counted = countedPartOf(kind);
  return counted?.of === 'total' && counted.channel === channel;
}

/**
 * The sum stays within the safe integers. It is rounded once if the order is in another currency. undefined: the order
 * has no such lines.
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
