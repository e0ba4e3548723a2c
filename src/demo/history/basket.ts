import type { Dice } from '../dice.ts';
import type { OrderAct } from '../story.ts';

type Item = OrderAct['items'][number];

const CATALOGUE = [
  { product_id: '8010', variant_id: '8110', collection_id: '7001', price: 1_849 },
  { product_id: '8011', variant_id: '8111', collection_id: '7001', price: 2_375 },
  { product_id: '8012', variant_id: '8112', collection_id: '7002', price: 989 },
  { product_id: '8003', variant_id: '8301', collection_id: '7002', price: 1_265 },
  { product_id: '8013', variant_id: '8113', collection_id: '7003', price: 6_190 },
  { product_id: '8014', variant_id: '8114', collection_id: '7003', price: 3_420 },
  { product_id: '8015', variant_id: '8115', collection_id: '7005', price: 745 },
];
/** Cheese is sold by weight, so the total of a basket is not a sum of list prices. */
const CHEESE = { product_id: '8020', variant_id: '8120', collection_id: '7004' };
const LEAST_CHEESE = 280;
/** The most expensive basket of the store, in cents. Without a limit a few baskets would cost more. */
const MOST = 48_000;
const LEAST = 690;

/** The goods of one purchase. Their total is log-normal around the customer's own median. */
export function basketOf(dice: Dice, median: number): Item[] {
  const sum = Math.round(Math.min(MOST, Math.max(LEAST, dice.logNormal(median, 0.52))));
  const items: Item[] = [];
  let left = sum;
  for (let lines = dice.from(1, 3); lines > 0; lines--) {
    const affordable = CATALOGUE.filter(({ price }) => price <= left);
    if (affordable.length === 0) break;
    const item = dice.of(affordable);
    const quantity = dice.from(1, Math.min(6, Math.floor(left / item.price)));
    items.push({ ...item, quantity });
    left -= quantity * item.price;
  }
  if (left >= LEAST_CHEESE || items.length === 0) items.push({ ...CHEESE, quantity: 1, price: left });
  return items;
}

export function sumOf(items: readonly Item[]): number {
  return items.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
}
