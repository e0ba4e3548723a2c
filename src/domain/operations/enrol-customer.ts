import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { enrolIn } from '../enrolment/ensure-customer-in.ts';
import { lockCustomer } from '../ledger/lock-customer.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Channel } from '../programs/program-settings.ts';

/** Enrols a customer. `enrolled` is false if it was enrolled before. Throws not_found and customer_blocked. */
export async function enrolCustomer(
  deps: Deps,
  input: { program: Program; customer_id: number; channel?: Channel },
  hooks?: Hooks<{ enrolled: boolean; customer: CustomerRow }>,
): Promise<{ enrolled: boolean; customer: CustomerRow }> {
  const { program, customer_id, channel = null } = input;
  return runInTransaction(deps, hooks, async (tx) => {
    const customer = await lockCustomer(tx, program.id, customer_id);
    if (customer.blocked_at !== null) throw new DomainError('customer_blocked', 'The customer is blocked.');
    if (customer.enrolled_at !== null) return { enrolled: false, customer };
    const enrolled = await enrolIn(tx, deps, program, customer, { channel, was_guest: true });
    return { enrolled: true, customer: enrolled };
  });
}
