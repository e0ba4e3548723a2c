import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import type { Rule } from '../../domain/programs/configuration.ts';
import type { MessageKey } from '../../texts/catalogue.ts';
import { ActionForm } from './action-form.tsx';
import type { PageContext } from './page-context.ts';

type ActMessage = Extract<MessageKey, `page_act_${string}`>;

/** The customer's action for a rule, here and now; empty if something else completes the rule. */
export function RuleAction({
  page,
  rule,
  customer,
}: {
  page: PageContext;
  rule: Rule;
  customer: CustomerRow;
}) {
  const form = (message: ActMessage, action = `rules/${rule.id}/complete`) => (
    <ActionForm page={page} action={action} opens={destinationOf(rule)}>
      <button type="submit" class="button quiet" {...named(rule)}>
        {page.say(message, {})}
      </button>
    </ActionForm>
  );
  const link = (message: ActMessage, section: string) => (
    <a class="button quiet" href={`#${section}`} {...named(rule)}>
      {page.say(message, {})}
    </a>
  );
  switch (rule.kind) {
    case 'clickthrough':
      return form('page_act_visit');
    case 'social_like':
      return form('page_act_like');
    case 'social_follow':
      return form('page_act_follow');
    case 'custom':
      return form('page_act_done');
    case 'newsletter_signup':
      return customer.email_marketing === 'subscribed'
        ? null
        : form('page_act_subscribe', `rules/${rule.id}/subscribe`);
    case 'birthday':
      return customer.birthday_day === null ? link('page_act_birthday', 'birthday') : null;
    case 'referral':
      return page.view.program.settings.referrals ? link('page_act_refer', 'refer') : null;
    default:
      return null;
  }
}

/** Several buttons have the same words, so each is labelled with its rule's title. */
function named(rule: Rule) {
  return { id: `do-${rule.id}`, 'aria-labelledby': `do-${rule.id} rule-${rule.id}` };
}

/** The address to which the customer has to go; null: none. */
export function destinationOf(rule: Rule): string | null {
  if (rule.kind === 'clickthrough') return rule.properties.destination_url;
  if (rule.kind === 'social_like') return rule.properties.social_like_url;
  return null;
}
