import type { RuleTerms } from '../domain/programs/rule-definition.ts';
import type { Wording } from './wording.ts';

/** The title of a rule that has no title in the program file. */
export function ruleTitle(rule: RuleTerms, wording: Wording): string {
  switch (rule.kind) {
    case 'custom':
      return wording.format('rule_title_custom', { name: rule.properties.name });
    case 'social_follow': {
      const { social_handle: handle, network } = rule.properties;
      return wording.format('rule_title_social_follow', { handle, network });
    }
    case 'social_mention': {
      const { social_handle: handle, network } = rule.properties;
      return wording.format('rule_title_social_mention', { handle, network });
    }
    case 'social_post_hashtag': {
      const { hashtag, network } = rule.properties;
      const written = hashtag.startsWith('#') ? hashtag : `#${hashtag}`;
      return wording.format('rule_title_social_post_hashtag', { hashtag: written, network });
    }
    default:
      return wording.format(`rule_title_${rule.kind}`, {});
  }
}
