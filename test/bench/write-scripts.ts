import { windowStart } from '../../src/domain/core/limits.ts';
import type { Bench } from './bench.ts';
import { COMPLETED_RULE, PURCHASE_RULE, REDEEMED_REWARD, REDEEMED_VARIANT } from './bench-program.ts';
import { type BenchScript, pgbenchScript } from './pgbench.ts';

/** pgbench knows no customer's version: its guard holds always, and costs the same. */
function withOpenGuard(statement: string): string {
  const open = statement.replace('version = $3::bigint', 'version >= $3::bigint');
  if (open === statement) throw new Error('the statement has lost its guard; the bench must follow');
  return open;
}

const timestamp = (ms: number) => new Date(ms).toISOString();

/** The completion's statement with the values that the domain gives it, for a group's customers by chance. */
export function completionScript(
  { program, groups }: Bench,
  statement: string,
  group: 'writers' | 'shoppers',
): BenchScript {
  const rule = program.rules.find((candidate) => candidate.key === COMPLETED_RULE)!;
  const now = Date.now();
  return pgbenchScript(
    withOpenGuard(statement),
    [
      program.id,
      { expression: `random(${groups[group].first}, ${groups[group].last})` },
      0,
      50,
      0,
      null,
      timestamp(now),
      rule.id,
      rule.name,
      'approved',
      'web',
      1,
      timestamp(windowStart(rule.limit, program.sites[0]!.time_zone, now)),
      1,
    ],
    'w',
  );
}

/** Likewise for the redemption of a product. */
export function claimScript(
  { program, groups }: Bench,
  statement: string,
  group: 'writers' | 'shoppers',
): BenchScript {
  const reward = program.rewards.find((candidate) => candidate.key === REDEEMED_REWARD)!;
  const now = Date.now();
  const end = timestamp(now + 86_400_000);
  if (reward.properties.kind !== 'product_cart') throw new Error('the redeemed reward is no product');
  const { variants, ...product } = reward.properties.product;
  const terms = {
    kind: 'product_cart',
    product,
    variant: { id: variants[0]!.id, title: variants[0]!.title },
    cart_requirements: reward.properties.cart_requirements,
  };
  return pgbenchScript(
    withOpenGuard(statement),
    [
      program.id,
      { expression: `random(${groups[group].first}, ${groups[group].last})` },
      0,
      10,
      end,
      timestamp(now),
      reward.id,
      'product_cart',
      'A reward: product_1',
      end,
      null,
      null,
      JSON.stringify(terms),
      null,
      null,
      null,
      null,
      REDEEMED_VARIANT,
      { expression: 'random(1, 1000000000000000)' },
      'cart-of-the-bench',
      null,
      null,
      null,
      'web',
      '{}',
      1,
      timestamp(windowStart(reward.limit, program.sites[0]!.time_zone, now)),
      1,
    ],
    'w',
  );
}

/** The total of measured orders, in minor units, and their lines. */
export const MEASURED_ORDER = {
  total_minor: 2_500,
  shipping_minor: 500,
  line_items: [{ product_id: '8001', variant_id: '8101', quantity: 2, price_minor: 1_000 }],
};

/** Likewise for a paid order, of which the purchase rule counts what was paid without shipping. */
export function orderScript({ program, groups }: Bench, statement: string): BenchScript {
  const rule = program.rules.find((candidate) => candidate.key === PURCHASE_RULE)!;
  const { result } = rule.variants.get(program.tiers[0]!.id)!;
  if (result.kind !== 'points' || result.per_currency_unit_minor === null)
    throw new Error('the purchase rule gives no points per currency unit');
  const { total_minor, shipping_minor, line_items } = MEASURED_ORDER;
  const amount_minor = total_minor - shipping_minor;
  const { points, per_currency_unit_minor } = result;
  const now = Date.now();
  const lines = line_items.map((line) => ({ id: null, ...line, collection_ids: [], attributes: [] }));
  return pgbenchScript(
    withOpenGuard(statement),
    [
      program.id,
      { expression: `random(${groups.shoppers.first}, ${groups.shoppers.last})` },
      0,
      (amount_minor / per_currency_unit_minor) * points,
      timestamp(now),
      { expression: 'random(1, 1000000000000000)' },
      total_minor,
      shipping_minor,
      amount_minor,
      'web',
      JSON.stringify(lines),
      rule.id,
      rule.name,
      JSON.stringify({ amount_minor, points, per_currency_unit_minor }),
      1,
      timestamp(windowStart(rule.limit, program.sites[0]!.time_zone, now)),
      1,
    ],
    'w',
  );
}
