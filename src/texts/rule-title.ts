import { type RuleTerms, titleValuesOf } from '../domain/programs/rule-kinds.ts';
import type { Wording } from './wording.ts';

/** The title of a rule that has no title in the program file. */
export function ruleTitle(rule: RuleTerms, wording: Wording): string {
  return wording.format(`rule_title_${rule.kind}`, titleValuesOf(rule));
}
