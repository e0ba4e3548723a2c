import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { refuseOutsider } from '../customers/refuse-outsider.ts';
import { updateEmailConsent } from '../customers/store.ts';
import { entryMoment, lockCustomer } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Channel } from '../programs/program-settings.ts';
import type { RuleAction } from '../rules/award-completion.ts';
import { completeRulesBy } from '../rules/complete-rules.ts';

interface Subscription {
  /** False if the customer was subscribed before. */
  updated: boolean;
  actions: RuleAction[];
  customer_id: number;
}

/**
 * Subscribes an enrolled customer to marketing by email and completes the rules of signing up. Throws not_found,
 * customer_blocked, customer_not_enrolled.
 */
export async function subscribeToEmail(
  deps: Deps,
  input: { program: Program; customer_id: number; channel: Channel },
  hooks?: Hooks<Subscription>,
): Promise<Subscription> {
  const { program, channel } = input;
  return runInTransaction(deps, hooks, async (tx) => {
    const customer = await lockCustomer(tx, program.id, input.customer_id);
    refuseOutsider(customer);
    if (customer.email_marketing === 'subscribed')
      return { updated: false, actions: [], customer_id: customer.id };
    const at = entryMoment(deps.clock.now(program), customer);
    const subscribed = await updateEmailConsent(tx, customer, 'subscribed', at);
    const trigger = { date: at, at, channel };
    const { actions } = await completeRulesBy(tx, deps, program, subscribed, 'email_consent', trigger);
    return { updated: true, actions, customer_id: customer.id };
  });
}
