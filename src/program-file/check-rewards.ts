import { TEXT_PLACE, type TextPlaces } from '../domain/claims/claim-title.ts';
import { patternMistake } from '../domain/claims/codes.ts';
import { checkTierKeys } from './check-references.ts';
import type { Remaining } from './check-shape.ts';
import {
  checkAmount,
  checkDistinctIds,
  checkLocalized,
  isCountry,
  type RemainingFile,
  type Report,
} from './check-values.ts';
import type { Path } from './mistakes.ts';
import type { FileReward } from './reward-schema.ts';

type RemainingReward = Remaining<FileReward>;
type RemainingOf<Kind extends FileReward['kind']> = Extract<RemainingReward, { kind?: Kind | undefined }>;
type RemainingDiscount = RemainingOf<'cart_discount_voucher'>['discount'];

export function checkRewards(file: RemainingFile, report: Report): void {
  for (const [key, reward] of Object.entries(file.rewards ?? {})) {
    if (!reward) continue;
    const path = ['rewards', key];
    checkText(file, reward, reward.title, [...path, 'title'], report);
    checkText(file, reward, reward.description, [...path, 'description'], report);
    reward.countries?.forEach((country, i) => {
      if (country !== undefined && !isCountry(country)) {
        report([...path, 'countries', i], `there is no country ${country}`);
      }
    });
    checkTierKeys(file, reward.variants, [...path, 'variants'], report);
    for (const [tier, variant] of Object.entries(reward.variants ?? {})) {
      checkText(file, reward, variant?.title, [...path, 'variants', tier, 'title'], report);
      checkText(file, reward, variant?.description, [...path, 'variants', tier, 'description'], report);
    }
    checkCodes(reward, path, report);
    checkTerms(file, reward, path, report);
  }
}

/** A text may not have a placeholder without a value. */
function checkText(
  file: RemainingFile,
  reward: RemainingReward,
  text: RemainingReward['title'] | RemainingReward['description'],
  path: Path,
  report: Report,
): void {
  checkLocalized(file, text, path, report);
  if (text === undefined) return;
  const texts = typeof text === 'string' ? [[path, text] as const] : textsOf(text, path);
  for (const [place, words] of texts) {
    for (const [written, name] of words?.matchAll(TEXT_PLACE) ?? []) {
      if (!hasPlace(reward, name as keyof TextPlaces))
        report(place, `there is no ${written} of such a reward`);
    }
  }
}

function hasPlace(reward: RemainingReward, name: keyof TextPlaces): boolean {
  switch (name) {
    case 'amount':
      return hasAmount(reward);
    case 'minimum_spend':
      return hasMinimumSpend(reward);
    case 'expires_in':
      return 'expires_after' in reward;
    case 'points':
      return true;
  }
}

function hasMinimumSpend(reward: RemainingReward): boolean {
  switch (reward.kind) {
    case 'cart_discount_voucher':
    case 'collection_discount_voucher':
      return 'minimum_spend' in reward;
    case 'cart_variable_discount_voucher':
      return 'minimum_spend_before_discount' in reward;
    case 'product_cart':
      return reward.cart_requirements !== undefined && 'minimum_cart_total' in reward.cart_requirements;
    default:
      return false;
  }
}

const textsOf = (texts: Record<string, string | undefined>, path: Path) =>
  Object.entries(texts).map(([language, text]) => [[...path, language], text] as const);

/** Whether `{amount}` in its texts has a value. */
function hasAmount(reward: RemainingReward): boolean {
  switch (reward.kind) {
    case 'product_cart':
    case 'active_subscription_product':
    case 'custom':
      return false;
    case 'free_shipping_voucher':
      return 'max_shipping' in reward;
    default:
      return true;
  }
}

function checkCodes(reward: RemainingReward, path: Path, report: Report): void {
  const source = 'codes' in reward ? reward.codes : undefined;
  if (typeof source !== 'object' || source.pattern === undefined) return;
  const mistake = patternMistake(source.pattern);
  if (mistake !== undefined) report([...path, 'codes', 'pattern'], mistake);
}

function checkTerms(file: RemainingFile, reward: RemainingReward, path: Path, report: Report): void {
  const amountAt = (amount: number | undefined, ...steps: string[]) =>
    checkAmount(file, amount, [...path, ...steps], report);
  switch (reward.kind) {
    case 'cart_discount_voucher':
    case 'collection_discount_voucher':
      amountAt(reward.minimum_spend, 'minimum_spend');
      checkDiscount(file, reward.discount, [...path, 'discount'], report);
      break;
    case 'active_subscription_discount_voucher':
      checkDiscount(file, reward.discount, [...path, 'discount'], report);
      break;
    case 'product_discount_voucher':
      checkPercentage(reward.discount?.percentage, [...path, 'discount'], report);
      break;
    case 'cart_variable_discount_voucher':
      amountAt(reward.minimum_spend_before_discount, 'minimum_spend_before_discount');
      amountAt(reward.minimum_spend_after_discount, 'minimum_spend_after_discount');
      amountAt(reward.minimum_discount, 'minimum_discount');
      amountAt(reward.maximum_discount, 'maximum_discount');
      if (Number(reward.maximum_discount) < Number(reward.minimum_discount))
        report([...path, 'maximum_discount'], 'must not be below the minimum_discount');
      break;
    case 'free_shipping_voucher':
      amountAt(reward.max_shipping, 'max_shipping');
      break;
    case 'gift_card':
      amountAt(reward.initial_balance, 'initial_balance');
      break;
    case 'product_cart':
      amountAt(reward.cart_requirements?.minimum_cart_total, 'cart_requirements', 'minimum_cart_total');
      checkVariants(reward.product, [...path, 'product'], report);
      break;
    case 'active_subscription_product':
      checkVariants(reward.product, [...path, 'product'], report);
      break;
    case 'custom':
      checkFulfillment(reward, path, report);
  }
}

function checkDiscount(file: RemainingFile, discount: RemainingDiscount, path: Path, report: Report): void {
  if (!discount) return;
  if ('amount' in discount === 'percentage' in discount) {
    report(path, 'is either an amount or a percentage', 'key');
  }
  checkAmount(file, discount.amount, [...path, 'amount'], report);
  checkPercentage(discount.percentage, path, report);
}

function checkPercentage(percentage: number | undefined, path: Path, report: Report): void {
  if (percentage !== undefined && Number(percentage.toFixed(2)) !== percentage) {
    report([...path, 'percentage'], 'must have at most two decimals');
  }
}

function checkVariants(product: RemainingOf<'product_cart'>['product'], path: Path, report: Report): void {
  const ids = product?.variants?.map((variant) => variant?.id);
  checkDistinctIds(ids, 'variant', (i) => [...path, 'variants', i, 'id'], report);
}

/** Each way to fulfil has its own properties: a voucher its codes, the store a method, a webhook its address. */
function checkFulfillment(reward: RemainingOf<'custom'>, path: Path, report: Report): void {
  const voucher = reward.fulfillment_type === 'voucher';
  const webhook = reward.fulfillment_method === 'webhook';
  const without = (name: string, condition: string) => {
    if (name in reward) report([...path, name], `needs "${condition}" beside it`, 'key');
  };
  if (!voucher) without('codes', 'fulfillment_type: voucher');
  if (voucher) without('fulfillment_method', 'fulfillment_type: store_fulfillment');
  if (!webhook) without('fulfillment_webhook_url', 'fulfillment_method: webhook');
  else if (!('fulfillment_webhook_url' in reward)) {
    report([...path, 'fulfillment_method'], 'needs a fulfillment_webhook_url beside it');
  }
}
