import { listCustomerRecords } from '../../../domain/listings/customer-store.ts';
import { namesOfOperators } from '../../../domain/operators/operator-store.ts';
import { listRequests, type OperatorRequest } from '../../../domain/operators/request-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { customerName } from '../customers/customer-words.ts';

export interface ReadQueue {
  /** Oldest first. */
  requests: OperatorRequest[];
  /** The names of customers, by id. */
  customers: ReadonlyMap<number, string>;
  /** The names of those who asked, by id. */
  names: ReadonlyMap<number, string>;
}

/** Everything that waits for a decision in a program. */
export async function readQueue({ db }: Pick<Deps, 'db'>, program: Program): Promise<ReadQueue> {
  const requests = await listRequests(db, program.id);
  const [customers, names] = await Promise.all([
    listCustomerRecords(db, program.id, [...new Set(requests.map(({ customer_id }) => customer_id))]),
    namesOfOperators(db, [...new Set(requests.map(({ operator_id }) => operator_id))]),
  ]);
  return { requests, names, customers: new Map(customers.map((one) => [one.id, customerName(one)])) };
}
