import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Program, Rule } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Channel } from '../programs/program-settings.ts';
import { type CompletionCause, isCompletedBy } from '../programs/rule-kinds.ts';
import { type Award, awardCompletion, type RuleAction } from './award-completion.ts';
import { flatAward } from './decide-completion.ts';
import { listOpenRules } from './open-rules.ts';

/** An occasion that completes rules although no request names a rule. */
interface CompletionTrigger {
  /** The moment at which it happened, for history and limits. Approval periods begin with it. */
  date: number;
  /** The moment at which it is recorded, from `entryMoment`. */
  at: number;
  channel: Channel | null;
  /** Points are approved at once, whatever the rules' approval periods. */
  approved?: boolean;
  /** The origin that its activities note. */
  source?: Award['source'];
}

export interface Completions {
  customer: CustomerRow;
  actions: RuleAction[];
}

const APPROVED = { state: 'approved', approves_at: null } as const;

/** Completes every rule of a cause that is open to the locked customer; see `completeRules`. */
export function completeRulesBy(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  customer: CustomerRow,
  cause: CompletionCause,
  trigger: CompletionTrigger,
): Promise<Completions> {
  const rules = program.rules.filter((rule) => isCompletedBy(rule, cause));
  return completeRules(tx, deps, program, customer, rules, trigger);
}

/**
 * Completes those of the given rules that are open to the locked customer: enabled for it and below their limit.
 * Completes none for guests and blocked customers. A reward that is out of stock is not given; the other rules are
 * still completed.
 */
export async function completeRules(
  tx: Tx,
  deps: Pick<Deps, 'random' | 'secret'>,
  program: Program,
  customer: CustomerRow,
  rules: readonly Rule[],
  trigger: CompletionTrigger,
): Promise<Completions> {
  const { date, at } = trigger;
  const completed: Completions = { customer, actions: [] };
  for (const { rule, variant } of await listOpenRules(tx, program, customer, rules, date, at)) {
    const awarded = await awardCompletion(tx, deps, program, completed.customer, rule, {
      ...flatAward(rule, variant, date, at),
      ...(trigger.approved && APPROVED),
      ...trigger,
    });
    if (!awarded) continue;
    completed.customer = awarded.customer;
    completed.actions.push(awarded.action);
  }
  return completed;
}
