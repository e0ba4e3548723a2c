import type { Page } from '../../../domain/core/pagination.ts';
import { type CustomerNote, listNotes } from '../../../domain/customers/note-store.ts';
import { type CustomerRecord, findCustomerRecord } from '../../../domain/listings/customer-store.ts';
import { type ListedTransaction, listTransactions } from '../../../domain/listings/transaction-store.ts';
import { getCustomerAfterDue } from '../../../domain/operations/get-customer-after-due.ts';
import { namesOfOperators } from '../../../domain/operators/operator-store.ts';
import { listRequests, type OperatorRequest } from '../../../domain/operators/request-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { PagePlace } from '../page-place.ts';

const ON_A_PAGE = 50;

export interface CustomerWithHistory {
  customer: CustomerRecord;
  notes: CustomerNote[];
  /** Deeds that wait for a second person. */
  requests: OperatorRequest[];
  /** The names of those who wrote the notes and asked, by id. */
  names: ReadonlyMap<number, string>;
  /** Newest first. */
  transactions: Page<ListedTransaction>;
}

/** A customer after all that is due, with its notes, requests and a page of the transactions; undefined: there is none of this id. */
export async function readCustomer(
  deps: Deps,
  program: Program,
  id: number,
  place: PagePlace | null,
): Promise<CustomerWithHistory | undefined> {
  const known = await findCustomerRecord(deps.db, program.id, id);
  if (!known) return undefined;
  await getCustomerAfterDue(deps, program, known.merchant_id);
  const [customer, notes, requests, transactions] = await Promise.all([
    findCustomerRecord(deps.db, program.id, known.id),
    listNotes(deps.db, program.id, known.id),
    listRequests(deps.db, program.id, known.id),
    listTransactions(deps, program.id, {
      order: 'newest_first',
      filters: { customer_id: known.id, since_id: null, created_at_min: null, created_at_max: null },
      from: place,
      limit: ON_A_PAGE,
      offset: 0,
    }),
  ]);
  const writers = [...notes, ...requests].flatMap(({ operator_id }) => operator_id ?? []);
  const names = await namesOfOperators(deps.db, [...new Set(writers)]);
  return customer && { customer, notes, requests, names, transactions };
}
