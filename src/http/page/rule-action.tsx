import type { CustomerRow } from '../../domain/customers/customer-row.ts';
import type { Rule } from '../../domain/programs/configuration.ts';
import { ActionForm } from './action-form.tsx';
import type { PageContext } from './page-context.ts';
import { actFor, destinationOf } from './rule-kinds.ts';

/** The customer's action for a rule, here and now. It renders nothing if something else completes the rule. */
export function RuleAction({
  page,
  rule,
  customer,
}: {
  page: PageContext;
  rule: Rule;
  customer: CustomerRow;
}) {
  const act = actFor(rule, customer, page.view.program.settings);
  if (!act) return null;
  if ('section' in act)
    return (
      <a class="button quiet" href={`#${act.section}`} {...named(rule)}>
        {page.say(act.words, {})}
      </a>
    );
  return (
    <ActionForm page={page} action={`rules/${rule.id}/${act.does}`} opens={destinationOf(rule)}>
      <button type="submit" class="button quiet" {...named(rule)}>
        {page.say(act.words, {})}
      </button>
    </ActionForm>
  );
}

/** Several buttons have the same words, so each also has the title of its rule as its label. */
function named(rule: Rule) {
  return { id: `do-${rule.id}`, 'aria-labelledby': `do-${rule.id} rule-${rule.id}` };
}
