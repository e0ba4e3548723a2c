import type { Static } from '@sinclair/typebox';
import type { Discount, RewardProduct } from '../domain/programs/reward-kinds.ts';
import type { Remaining } from './check-shape.ts';
import { checkAmount, checkDistinctIds, type Report } from './check-values.ts';
import type { Major, Minor } from './definition-values.ts';
import type { Path } from './mistakes.ts';
import type { DiscountSchema, ProductSchema } from './reward-properties.ts';

type FileDiscount = Static<typeof DiscountSchema>;
type FileProduct = Static<typeof ProductSchema>;

/** An optional amount in minor units; null: it is left out. */
export function minorOrNull(amount: number | undefined, minor: Minor): number | null {
  return amount === undefined ? null : minor(amount);
}

export function toDiscount({ amount, percentage }: FileDiscount, minor: Minor): Discount {
  return amount === undefined
    ? { discount_type: 'percentage', percentage: percentage! }
    : { discount_type: 'fixed', amount_minor: minor(amount) };
}

export function writeDiscount(discount: Discount, major: Major): FileDiscount {
  return discount.discount_type === 'percentage'
    ? { percentage: discount.percentage }
    : { amount: major(discount.amount_minor)! };
}

export function checkDiscount(
  file: { currency?: string | undefined },
  discount: Remaining<FileDiscount> | undefined,
  path: Path,
  report: Report,
): void {
  if (!discount) return;
  if ('amount' in discount === 'percentage' in discount) {
    report(path, 'is either an amount or a percentage', 'key');
  }
  checkAmount(file, discount.amount, [...path, 'amount'], report);
  checkPercentage(discount.percentage, path, report);
}

export function checkPercentage(percentage: number | undefined, path: Path, report: Report): void {
  if (percentage !== undefined && Number(percentage.toFixed(2)) !== percentage) {
    report([...path, 'percentage'], 'must have at most two decimals');
  }
}

export function toProduct(product: FileProduct): RewardProduct {
  return {
    id: product.id,
    handle: product.handle ?? null,
    title: product.title ?? null,
    url: product.url ?? null,
    image_url: product.image_url ?? null,
    variants: product.variants.map((variant) => ({
      id: variant.id,
      title: variant.title ?? null,
      inventory_count: variant.inventory_count ?? null,
      sku: variant.sku ?? null,
    })),
  };
}

export function checkVariants(product: Remaining<FileProduct> | undefined, path: Path, report: Report): void {
  const ids = product?.variants?.map((variant) => variant?.id);
  checkDistinctIds(ids, 'variant', (i) => [...path, 'variants', i, 'id'], report);
}
