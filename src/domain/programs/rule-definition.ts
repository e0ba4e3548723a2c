import type { Limit } from '../core/limits.ts';
import type { LocalizedText } from './program-settings.ts';
import type { RuleTerms } from './rule-kinds.ts';

export type RuleResult =
  | {
      kind: 'points';
      points: number;
      /**
       * `points` are given per this many minor units, in proportion and rounded down; null: `points` are a fixed
       * number.
       */
      per_currency_unit_minor: number | null;
    }
  | { kind: 'reward'; reward_key: string };

export interface RuleVariantDefinition {
  enabled: boolean;
  /** null: the message catalogue's title for the kind. */
  title: LocalizedText | null;
  description: LocalizedText | null;
  result: RuleResult;
}

export type RuleDefinition = RuleVariantDefinition &
  RuleTerms & {
    limit: Limit | null;
    /** How long points stay pending before they are approved; 0: they are approved at once. */
    approval_period_seconds: number;
    /** By tier key: the values that differ for customers of that tier. */
    variants: Record<string, Partial<RuleVariantDefinition>>;
  };
