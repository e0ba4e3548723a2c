import type { Remaining } from './check-shape.ts';
import { checkAmount, checkTexts, checkTierKeys, type RemainingFile, type Report } from './check-values.ts';
import { type Path, suggestion } from './mistakes.ts';
import type { FileRule } from './rule-schema.ts';

type RemainingResult = Remaining<FileRule['result']>;

export function checkRules(file: RemainingFile, report: Report): void {
  for (const [key, rule] of Object.entries(file.rules ?? {})) {
    if (!rule) continue;
    const path = ['rules', key];
    checkTexts(file, rule.title, [...path, 'title'], report);
    checkTexts(file, rule.description, [...path, 'description'], report);
    checkResult(file, rule.result, [...path, 'result'], report);
    checkTierKeys(file, rule.variants, [...path, 'variants'], report);
    for (const [tier, variant] of Object.entries(rule.variants ?? {})) {
      const place = [...path, 'variants', tier];
      checkTexts(file, variant?.title, [...place, 'title'], report);
      checkTexts(file, variant?.description, [...place, 'description'], report);
      checkResult(file, variant?.result, [...place, 'result'], report);
    }
  }
}

function checkResult(
  file: RemainingFile,
  result: RemainingResult | undefined,
  path: Path,
  report: Report,
): void {
  if (!result) return;
  if ('points' in result === 'reward' in result) {
    report(path, 'gives either points or a reward', 'key');
  }
  if ('per_currency_unit' in result) {
    if (!('points' in result)) report([...path, 'per_currency_unit'], 'needs points beside it', 'key');
    checkAmount(file, result.per_currency_unit, [...path, 'per_currency_unit'], report);
  }
  if (result.reward !== undefined) checkReward(file, result.reward, [...path, 'reward'], report);
}

function checkReward(file: RemainingFile, key: string, path: Path, report: Report): void {
  const rewards = file.rewards ?? {};
  // A section of the wrong shape is one mistake, not one for each reference to it.
  if ('rewards' in file && !file.rewards) return;
  if (!Object.hasOwn(rewards, key)) {
    report(path, `there is no reward "${key}"${suggestion(key, Object.keys(rewards))}`);
  } else if (rewards[key]?.kind === 'product_cart') {
    report(path, `"${key}" is a product, which needs a cart: a rule gives a voucher or a gift card`);
  }
}
