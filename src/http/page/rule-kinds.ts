import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import type { Rule } from '../../domain/programs/configuration.ts';
import type { ProgramSettings } from '../../domain/programs/program-settings.ts';
import type { RuleKind, RuleProperties } from '../../domain/programs/rule-kinds.ts';
import type { MessageKey } from '../../texts/catalogue.ts';
import type { IconName } from './icon.tsx';

/** The customer's action for a rule: to report it as done, or to go to the part of the page where it is done. */
type RuleAct = { words: Extract<MessageKey, `page_act_${string}`> } & (
  | { does: 'complete' | 'subscribe' }
  | { section: string }
);

interface RuleOnPage<P> {
  icon: IconName;
  /** Whether purchases complete it. */
  purchase?: true;
  /** The action, here and now; null: none now. By default something else completes the rule. */
  act?(customer: CustomerRow, settings: ProgramSettings): RuleAct | null;
  /** The address to which the customer must go. By default there is none. */
  destinationOf?(properties: P): string;
}

/** The rules of each kind on the page. */
const ON_PAGE = {
  birthday: {
    icon: 'cake',
    act: ({ birthday_day }) =>
      birthday_day === null ? { words: 'page_act_birthday', section: 'birthday' } : null,
  },
  loyalty_pass_install: { icon: 'phone' },
  collection_purchase: { icon: 'bag', purchase: true },
  newsletter_signup: {
    icon: 'mail',
    act: ({ email_marketing }) =>
      email_marketing === 'subscribed' ? null : { words: 'page_act_subscribe', does: 'subscribe' },
  },
  pageview: { icon: 'store' },
  product_purchase: { icon: 'bag', purchase: true },
  purchase: { icon: 'bag', purchase: true },
  join_program: { icon: 'person' },
  review: { icon: 'star' },
  custom: { icon: 'spark', act: () => ({ words: 'page_act_done', does: 'complete' }) },
  social_like: {
    icon: 'heart',
    act: () => ({ words: 'page_act_like', does: 'complete' }),
    destinationOf: ({ social_like_url }) => social_like_url,
  },
  social_follow: { icon: 'heart', act: () => ({ words: 'page_act_follow', does: 'complete' }) },
  social_mention: { icon: 'chat' },
  social_post_hashtag: { icon: 'chat' },
  referral: {
    icon: 'friends',
    act: (_, { referrals }) => (referrals ? { words: 'page_act_refer', section: 'refer' } : null),
  },
  clickthrough: {
    icon: 'out',
    act: () => ({ words: 'page_act_visit', does: 'complete' }),
    destinationOf: ({ destination_url }) => destination_url,
  },
  retail_purchase: { icon: 'store', purchase: true },
} satisfies { [K in RuleKind]: RuleOnPage<RuleProperties[K]> };

function onPage({ kind }: Rule): RuleOnPage<RuleProperties[RuleKind]> {
  return ON_PAGE[kind];
}

export function iconOf(rule: Rule): IconName {
  return onPage(rule).icon;
}

/** Whether purchases complete the rule. */
export function isForPurchases(rule: Rule): boolean {
  return onPage(rule).purchase ?? false;
}

export function actFor(rule: Rule, customer: CustomerRow, settings: ProgramSettings): RuleAct | null {
  return onPage(rule).act?.(customer, settings) ?? null;
}

/** The address to which the customer must go; null: none. */
export function destinationOf(rule: Rule): string | null {
  return onPage(rule).destinationOf?.(rule.properties) ?? null;
}
