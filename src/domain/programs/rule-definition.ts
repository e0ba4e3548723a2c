import type { Limit } from '../core/limits.ts';
import type { LocalizedText } from './program-settings.ts';

export type RuleTerms =
  | {
      kind:
        | 'birthday'
        | 'loyalty_pass_install'
        | 'newsletter_signup'
        | 'pageview'
        | 'purchase'
        | 'join_program'
        | 'review'
        | 'retail_purchase';
      properties: Record<never, never>;
    }
  /** Lines of these products, compared as platform ids are. */
  | { kind: 'product_purchase'; properties: { product_ids: string[] } }
  | { kind: 'collection_purchase'; properties: { collection_ids: string[] } }
  | { kind: 'custom'; properties: { name: string } }
  | { kind: 'social_like'; properties: { social_like_url: string } }
  | { kind: 'social_follow' | 'social_mention'; properties: { social_handle: string; network: string } }
  | { kind: 'social_post_hashtag'; properties: { hashtag: string; network: string } }
  | { kind: 'clickthrough'; properties: { destination_url: string } }
  | {
      kind: 'referral';
      properties: { trigger: 'any_purchase' | 'qualifying_purchase'; minimum_spend_minor: number | null };
    };

export const RULE_KINDS = [
  'birthday',
  'loyalty_pass_install',
  'collection_purchase',
  'newsletter_signup',
  'pageview',
  'product_purchase',
  'purchase',
  'join_program',
  'review',
  'custom',
  'social_like',
  'social_follow',
  'social_mention',
  'social_post_hashtag',
  'referral',
  'clickthrough',
  'retail_purchase',
] as const satisfies readonly RuleTerms['kind'][];

export type RuleKind = RuleTerms['kind'];

/** The kinds whose points may depend on the amount of an order. */
export const PURCHASE_KINDS = [
  'purchase',
  'product_purchase',
  'collection_purchase',
  'retail_purchase',
] as const;

export type RuleResult =
  | {
      kind: 'points';
      points: number;
      /** `points` are given for every so many minor units spent; null: flat. */
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
    /** Points stay pending for so long before they are approved; 0: approved at once. */
    approval_period_seconds: number;
    /** By tier key: the differences for customers of that tier. */
    variants: Record<string, Partial<RuleVariantDefinition>>;
  };

/** The name under which activities refer to joining. */
export const SIGN_UP = '$signup';

/** The name under which activities refer to a rule: a custom rule's own, otherwise a built-in one. */
export function ruleName(rule: RuleTerms): string {
  if (rule.kind === 'custom') return rule.properties.name;
  return rule.kind === 'join_program' ? SIGN_UP : `$${rule.kind}`;
}
