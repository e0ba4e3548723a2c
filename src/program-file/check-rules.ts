import { checkGivenReward, checkTierKeys } from './check-references.ts';
import type { Remaining } from './check-shape.ts';
import { checkAmount, checkLocalized, type RemainingFile, type Report } from './check-values.ts';
import type { Path } from './mistakes.ts';
import { type FileRule, shapeOf } from './rule-kinds.ts';

type RemainingRule = Remaining<FileRule>;
type RemainingResult = Remaining<FileRule['result']>;

export function checkRules(file: RemainingFile, report: Report): void {
  for (const [key, rule] of Object.entries(file.rules ?? {})) {
    if (!rule) continue;
    const path = ['rules', key];
    if (rule.kind) shapeOf(rule.kind).check?.(file, rule, path, report);
    checkLocalized(file, rule.title, [...path, 'title'], report);
    checkLocalized(file, rule.description, [...path, 'description'], report);
    checkResult(file, rule.result, [...path, 'result'], report);
    checkApproval(rule, path, report);
    checkTierKeys(file, rule.variants, [...path, 'variants'], report);
    for (const [tier, variant] of Object.entries(rule.variants ?? {})) {
      const place = [...path, 'variants', tier];
      checkLocalized(file, variant?.title, [...place, 'title'], report);
      checkLocalized(file, variant?.description, [...place, 'description'], report);
      checkResult(file, variant?.result, [...place, 'result'], report);
    }
  }
  checkNames(file, report);
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
  checkGivenReward(file, result.reward, [...path, 'reward'], report);
}

/** A reward is given at once. If it waited for an approval, it could be out of stock by then. */
function checkApproval(rule: RemainingRule, path: Path, report: Report): void {
  if (!('approval_period' in rule)) return;
  const results = [rule.result, ...Object.values(rule.variants ?? {}).map((variant) => variant?.result)];
  if (results.some((result) => result && 'reward' in result)) {
    const why = 'holds back points alone: a rule that gives a reward gives it at once';
    report([...path, 'approval_period'], why, 'key');
  }
}

/** The name of an activity belongs to one rule only. The server's own names begin with a $. */
function checkNames(file: RemainingFile, report: Report): void {
  const named = new Map<string, string>();
  for (const [key, rule] of Object.entries(file.rules ?? {})) {
    const name = rule && ownName(rule);
    if (name === undefined) continue;
    const path = ['rules', key, 'name'];
    const other = named.get(name);
    if (name.startsWith('$')) report(path, 'must not begin with a $, as the names of other kinds do');
    else if (other !== undefined) report(path, `is also the name of "${other}"`);
    else named.set(name, key);
  }
}

/** The name that the operator gave a rule; undefined: its kind has none. */
function ownName(rule: RemainingRule): string | undefined {
  if (!rule.kind || !('name' in shapeOf(rule.kind).keys)) return undefined;
  return 'name' in rule ? rule.name : undefined;
}
