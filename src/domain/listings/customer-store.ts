import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { CustomersTable } from '../../db/customer-tables.ts';
import type { DB } from '../../db/tables.ts';
import { ts } from '../../db/timestamps.ts';
import type { Page } from '../core/pagination.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { Deps } from '../programs/deps.ts';
import { beginReading } from './begin-reading.ts';
import { type CustomerChoice, isChosen } from './customer-choice.ts';
import { type EmailMatch, emailMatches } from './email-match.ts';

/** A customer in the form for back ends. */
export type CustomerRecord = CustomerRow & {
  /** The number of claims, except those that were taken back. */
  rewards_claimed: number;
};

/** Windows: min inclusive, max exclusive; ms. null: no condition. */
export interface CustomerFilters {
  /** Only greater ids. */
  since_id: number | null;
  /** Upper and lower case count as equal. */
  email: string | null;
  /** The part of the email that must match; without effect if `email` is null. */
  email_match: EmailMatch;
  enrolled: boolean | null;
  choice?: CustomerChoice;
  created_at_min: number | null;
  created_at_max: number | null;
  updated_at_min: number | null;
  updated_at_max: number | null;
}

export interface CustomerPageRequest {
  sort: { field: 'id' | 'updated_at'; ascending: boolean };
  filters: CustomerFilters;
  /** The customer beside the page, with its values at that time; null: the first page. */
  from: { way: 'next' | 'prev'; id: number; updated_at: number } | null;
  limit: number;
  /** The number of rows to skip, for numbered pages. */
  offset: number;
}

/**
 * A page of a program's customers. In the order of ids, a reader gets each customer exactly once, even if customers are
 * being created: a customer appears when every customer with a lower id is settled. In the order of updated_at, a
 * customer that changes meanwhile moves, and a reader may get it again.
 */
export async function listCustomers(
  deps: Pick<Deps, 'db' | 'replicas'>,
  programId: number,
  request: CustomerPageRequest,
): Promise<Page<CustomerRecord>> {
  // This is read in an earlier statement than the page, so that the page sees every row up to it.
  const { highWater, read } = await beginReading(deps, { sequence: 'customer_ids', namespace: 14 });
  const { from, limit, offset } = request;
  // The offset is beyond the number of ids, so there is no row.
  if (offset > highWater) return { rows: [], has_prev: false, has_next: false };
  const back = from?.way === 'prev';
  const rows = await read(({ db }) => selectPage(db, programId, highWater, request));
  const more = rows.length > limit;
  if (more) rows.pop();
  if (back) rows.reverse();
  return {
    rows,
    has_prev: back ? more : from !== null || (offset > 0 && rows.length > 0),
    has_next: back ? true : more,
  };
}

/**
 * One customer of the program, as the listing shows it. A merged customer gives its survivor. An erased customer is not
 * found.
 */
export async function findCustomerRecord(
  db: Kysely<DB>,
  programId: number,
  id: number,
): Promise<CustomerRecord | undefined> {
  return db
    .selectFrom('customers as c')
    .selectAll('c')
    .select([rewardsClaimed(programId).as('rewards_claimed'), referrerNow.as('referred_by')])
    .where('c.program_id', '=', programId)
    .where('c.id', '=', (eb) =>
      eb
        .selectFrom('customers as named')
        .select((named) => named.fn.coalesce('named.merged_into', 'named.id').as('id'))
        .where('named.program_id', '=', programId)
        .where('named.id', '=', id),
    )
    .where('c.erased_at', 'is', null)
    .executeTakeFirst();
}

/** The customer's referrer, or the referrer's survivor. It replaces the column, which has the referrer at that time. */
const referrerNow = sql<number | null>`(select coalesce(r.merged_into, r.id) from customers r
  where r.program_id = c.program_id and r.id = c.referred_by and r.erased_at is null)`;

/** The customers with these ids, in no order. */
export async function listCustomerRecords(
  db: Kysely<DB>,
  programId: number,
  ids: readonly number[],
): Promise<CustomerRecord[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('customers as c')
    .selectAll('c')
    .select(rewardsClaimed(programId).as('rewards_claimed'))
    .where('c.program_id', '=', programId)
    .where(sql<boolean>`c.id = any(${ids}::bigint[])`)
    .execute();
}

/**
 * The sum of the customer's counters of rewards: there is one for each claimed reward. Counting the claims would take
 * longer with each claim. The filter is not a condition of the index scan, which would search for each reward.
 */
const rewardsClaimed = (programId: number) => sql<number>`(
  select coalesce(sum(u.total) filter (where u.subject_id = any(${rewardsOf(programId)})), 0)::bigint
    from usage_counters u where u.program_id = ${programId} and u.customer_id = c.id)`;

const rewardsOf = (programId: number) =>
  sql`array(select e.id from program_entries e where e.program_id = ${programId} and e.kind = 'reward')`;

/** For a part of an email, this many customers from the page's beginning are read before an index is used. */
const LOOKED_THROUGH = 5_000;

/**
 * A part of an email that many customers have fills the page from the customers that are read first. A rare part is
 * found by its index, which gives the customers in no order. Postgres cannot distinguish the two cases: if only the
 * last customers have the part, it would read all customers in order.
 */
async function selectPage(
  db: Kysely<DB>,
  programId: number,
  highWater: number,
  request: CustomerPageRequest,
): Promise<CustomerRecord[]> {
  const { filters, limit } = request;
  const customers = inRange(db.selectFrom('customers').selectAll('customers'), programId, highWater, request);
  if (filters.email === null || filters.email_match === 'exact') {
    return selectRows(db, programId, matching(customers, filters), request);
  }
  const first = inOrder(customers, request).limit(LOOKED_THROUGH).as('customers');
  const rows = await selectRows(
    db,
    programId,
    matching(db.selectFrom(first).selectAll('customers'), filters),
    request,
  );
  if (rows.length > limit) return rows;
  // The offset prevents another plan: without it Postgres may read the customers in order again.
  const found = matching(customers, filters).offset(0).as('customers');
  return selectRows(db, programId, db.selectFrom(found).selectAll('customers'), request);
}

type Customers = SelectQueryBuilder<DB, 'customers', Selectable<CustomersTable>>;

/** The page is selected before claims are counted. It is read from the end nearest to it, with one more row. */
async function selectRows(
  db: Kysely<DB>,
  programId: number,
  customers: Customers,
  request: CustomerPageRequest,
): Promise<CustomerRecord[]> {
  const { field, direction } = orderOf(request);
  return db
    .with(
      (cte) => cte('page').materialized(),
      () =>
        inOrder(customers, request)
          .limit(request.limit + 1)
          .offset(request.offset),
    )
    .selectFrom('page as c')
    .selectAll('c')
    .select([rewardsClaimed(programId).as('rewards_claimed'), referrerNow.as('referred_by')])
    .$if(field === 'updated_at', (query) => query.orderBy('c.updated_at', direction))
    .orderBy('c.id', direction)
    .execute();
}

function orderOf({ sort, from }: CustomerPageRequest) {
  const direction = sort.ascending !== (from?.way === 'prev') ? 'asc' : 'desc';
  return { field: sort.field, direction } as const;
}

function inOrder(customers: Customers, request: CustomerPageRequest): Customers {
  const { field, direction } = orderOf(request);
  const ordered = field === 'updated_at' ? customers.orderBy('updated_at', direction) : customers;
  return ordered.orderBy('id', direction);
}

/** The program's customers from the page's beginning on. */
function inRange(
  customers: Customers,
  programId: number,
  highWater: number,
  request: CustomerPageRequest,
): Customers {
  const { field, direction } = orderOf(request);
  const { from } = request;
  const ofProgram = customers.where('program_id', '=', programId);
  if (field === 'updated_at') return from ? ofProgram.where(beyondMoment(from, direction)) : ofProgram;
  const settled = ofProgram.where('id', '<=', highWater);
  return from ? settled.where('id', direction === 'asc' ? '>' : '<', from.id) : settled;
}

function beyondMoment({ updated_at, id }: { updated_at: number; id: number }, direction: 'asc' | 'desc') {
  const than = sql.raw(direction === 'asc' ? '>' : '<');
  return sql<boolean>`(updated_at, id) ${than} (${ts(updated_at)}, ${id})`;
}

/** Whether a customer of this id is erased. */
export async function isErased(db: Kysely<DB>, programId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('customers')
    .select('id')
    .where('program_id', '=', programId)
    .where('id', '=', id)
    .where('erased_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

function matching(customers: Customers, filters: CustomerFilters): Customers {
  const { since_id, email, enrolled, choice } = filters;
  let query = customers.where('merged_into', 'is', null).where('erased_at', 'is', null);
  if (since_id !== null) query = query.where('id', '>', since_id);
  if (email !== null) query = query.where(emailMatches(email, filters.email_match));
  if (enrolled !== null) query = query.where('enrolled_at', enrolled ? 'is not' : 'is', null);
  if (choice) query = query.where(isChosen(choice, 'customers'));
  for (const field of ['created_at', 'updated_at'] as const) {
    const min = filters[`${field}_min`];
    const max = filters[`${field}_max`];
    if (min !== null) query = query.where(field, '>=', ts(min));
    if (max !== null) query = query.where(field, '<', ts(max));
  }
  return query;
}
