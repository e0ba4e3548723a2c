import { platformKey } from '../domain/customers/customer-key.ts';
import type { Remaining } from './check-shape.ts';
import {
  checkAmount,
  checkTexts,
  checkTierKeys,
  isCountry,
  type RemainingFile,
  type Report,
} from './check-values.ts';
import type { Path } from './mistakes.ts';
import type { FileReward } from './reward-schema.ts';

type RemainingReward<Kind extends FileReward['kind']> = Remaining<Extract<FileReward, { kind: Kind }>>;

export function checkRewards(file: RemainingFile, report: Report): void {
  for (const [key, reward] of Object.entries(file.rewards ?? {})) {
    if (!reward) continue;
    const path = ['rewards', key];
    checkTexts(file, reward.title, [...path, 'title'], report);
    checkTexts(file, reward.description, [...path, 'description'], report);
    reward.countries?.forEach((country, i) => {
      if (country !== undefined && !isCountry(country)) {
        report([...path, 'countries', i], `there is no country ${country}`);
      }
    });
    checkTierKeys(file, reward.variants, [...path, 'variants'], report);
    for (const [tier, variant] of Object.entries(reward.variants ?? {})) {
      checkTexts(file, variant?.title, [...path, 'variants', tier, 'title'], report);
      checkTexts(file, variant?.description, [...path, 'variants', tier, 'description'], report);
    }
    if (reward.kind === 'cart_discount_voucher') checkDiscount(file, reward, path, report);
    if (reward.kind === 'gift_card') {
      checkAmount(file, reward.initial_balance, [...path, 'initial_balance'], report);
    }
    if (reward.kind === 'product_cart') checkProduct(file, reward, path, report);
  }
}

function checkDiscount(
  file: RemainingFile,
  reward: RemainingReward<'cart_discount_voucher'>,
  path: Path,
  report: Report,
): void {
  checkAmount(file, reward.minimum_spend, [...path, 'minimum_spend'], report);
  const discount = reward.discount;
  if (!discount) return;
  if ('amount' in discount === 'percentage' in discount) {
    report([...path, 'discount'], 'is either an amount or a percentage', 'key');
  }
  checkAmount(file, discount.amount, [...path, 'discount', 'amount'], report);
  const percentage = discount.percentage;
  if (percentage !== undefined && Number(percentage.toFixed(2)) !== percentage) {
    report([...path, 'discount', 'percentage'], 'must have at most two decimals');
  }
}

function checkProduct(
  file: RemainingFile,
  reward: RemainingReward<'product_cart'>,
  path: Path,
  report: Report,
): void {
  const minimum = reward.cart_requirements?.minimum_cart_total;
  checkAmount(file, minimum, [...path, 'cart_requirements', 'minimum_cart_total'], report);
  const seen = new Set<string>();
  reward.product?.variants?.forEach((variant, i) => {
    if (variant?.id === undefined) return;
    if (seen.has(platformKey(variant.id))) {
      report([...path, 'product', 'variants', i, 'id'], `variant ${variant.id} is given twice`);
    }
    seen.add(platformKey(variant.id));
  });
}
