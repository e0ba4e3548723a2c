import { listUndecidedTasks, type UndecidedTask } from '../../../domain/imports/task-store.ts';
import type { CustomerRecord } from '../../../domain/listings/customer-store.ts';
import { listCustomerRecords } from '../../../domain/listings/customer-store.ts';
import { countWaiting, listWaiting, type WaitingPage } from '../../../domain/listings/waiting-activities.ts';
import { namesOfOperators } from '../../../domain/operators/operator-store.ts';
import { countRequests, listRequests, type OpenRequest } from '../../../domain/operators/request-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { customerName } from '../customers/customer-words.ts';
import type { ConsoleWording } from '../language/wording.ts';
import type { Visit } from '../visit.ts';
import { customerOf, type QueueQuestion, waitingFilters } from './queue-question.ts';

/** The most activities on a page, which are also the most that are decided at once. */
export const MOST_AT_ONCE = 50;

/** The most activities that are counted. */
const MOST_COUNTED = 1_000;

export interface ReadQueue {
  /** Oldest first. */
  requests: OpenRequest[];
  /** Imports that take two people, oldest first. */
  imports: UndecidedTask[];
  activities: WaitingPage;
  /** The counts in words. */
  counts: string;
  /** The names of customers, by id. */
  customers: ReadonlyMap<number, string>;
  /** The names of the operators who made requests, by id. */
  names: ReadonlyMap<number, string>;
}

/** Everything that waits for a decision in a program. */
export async function readQueue(
  deps: Deps,
  { program, wording }: Pick<Visit, 'program' | 'wording'>,
  question: QueueQuestion,
): Promise<ReadQueue> {
  const customer_id = await customerOf(deps, program, question);
  const filters = waitingFilters(program, question, customer_id, deps.clock.now(program));
  const [requests, imports, activities, counts] = await Promise.all([
    listRequests(deps.db, program.id),
    listUndecidedTasks(deps.db, program.id),
    filters === null
      ? { rows: [], next: null }
      : listWaiting(deps, program.id, { filters, after: question.after, limit: MOST_AT_ONCE }),
    queueCounts(deps, program, wording),
  ]);
  const askers = [...requests, ...imports].map(({ operator_id }) => operator_id);
  const [customers, names] = await Promise.all([
    namesOfCustomers(deps, program, [
      ...requests.map((one) => one.customer_id),
      ...activities.rows.map(({ customer }) => customer.id),
    ]),
    namesOfOperators(deps.db, [...new Set(askers)]),
  ]);
  return { requests, imports, activities, counts, names, customers };
}

/** The names of customers by their ids. An erased customer has none. */
export async function namesOfCustomers(
  { db }: Pick<Deps, 'db'>,
  program: Program,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const customers: CustomerRecord[] = await listCustomerRecords(db, program.id, [...new Set(ids)]);
  return new Map(customers.map((one) => [one.id, customerName(one)]));
}

/** "12 activities and 1 request wait." */
export async function queueCounts(
  deps: Pick<Deps, 'db'>,
  program: Program,
  { say, count }: ConsoleWording,
): Promise<string> {
  const [activities, ofCustomers, imports] = await Promise.all([
    countWaiting(deps, program.id, MOST_COUNTED + 1),
    countRequests(deps.db, program.id),
    listUndecidedTasks(deps.db, program.id),
  ]);
  const requests = ofCustomers + imports.length;
  if (activities + requests === 0) return say('queue_count_none');
  const many =
    activities > MOST_COUNTED
      ? say('queue_many_activities', { most: count(MOST_COUNTED) })
      : say('queue_some_activities', { count: activities });
  const asked = say('queue_some_requests', { count: requests });
  const both = { activities: many, requests: asked };
  const some = requests === 0 ? many : activities === 0 ? asked : say('queue_both', both);
  return say('queue_wait', { some, count: activities + requests });
}
