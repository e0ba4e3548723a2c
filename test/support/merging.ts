import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { eraseCustomer } from '../../src/domain/operations/erase-customer.ts';
import { type Merged, mergeCustomers } from '../../src/domain/operations/merge-customers.ts';
import type { TestDomain } from './test-domain.ts';
import { TESTER } from './tester.ts';

/** Merges one customer into another, both by their merchant_ids. */
export function merge(domain: TestDomain, merchant_id: string, into: string): Promise<Merged> {
  return mergeCustomers(domain.deps, { program: domain.program, merchant_id, into, by: TESTER });
}

export function erase(domain: TestDomain, merchant_id: string): Promise<void> {
  return eraseCustomer(domain.deps, { program: domain.program, merchant_id, by: TESTER });
}

/** A customer's own row, even if it was merged or erased. */
export async function ownRow(domain: TestDomain, id: number): Promise<CustomerRow> {
  return domain.deps.db
    .selectFrom('customers')
    .selectAll()
    .where('program_id', '=', domain.program.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
