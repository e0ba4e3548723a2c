import { daySpan } from '../../../domain/core/calendar.ts';
import type { Page } from '../../../domain/core/pagination.ts';
import { findCustomer } from '../../../domain/customers/find-customer.ts';
import { findByEmail } from '../../../domain/customers/store.ts';
import { listCustomerRecords } from '../../../domain/listings/customer-store.ts';
import { type ListedOrder, listOrders } from '../../../domain/listings/order-store.ts';
import { findOrderInPath } from '../../../domain/orders/store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { customerName } from '../customers/customer-words.ts';
import type { PagePlace } from '../page-place.ts';

const ON_A_PAGE = 50;
const NOTHING: Page<ListedOrder> = { rows: [], has_prev: false, has_next: false };

/** A question for orders; an empty text asks for all. */
export interface OrderQuestion {
  /** The id of an order in the store, or of a customer, or a customer's whole email. */
  asked: string;
  /** YYYY-MM-DD, in the zone of the program's first site. */
  day: string;
}

export function orderQuestion(query: Readonly<Record<string, string | undefined>>): OrderQuestion {
  return { asked: (query.q ?? '').replaceAll('\0', '').trim(), day: query.day ?? '' };
}

/** The address of the order that a question names by its whole id; undefined: none. */
export async function namedOrder(
  { db }: Pick<Deps, 'db'>,
  { id }: Program,
  { asked }: OrderQuestion,
): Promise<string | undefined> {
  return asked === '' ? undefined : (await findOrderInPath(db, id, asked))?.merchant_id;
}

/** A page of orders, newest first. */
export async function readOrders(
  deps: Pick<Deps, 'db'>,
  program: Program,
  { asked, day }: OrderQuestion,
  place: PagePlace | null,
): Promise<Page<ListedOrder>> {
  const customer =
    asked === ''
      ? undefined
      : ((await findCustomer(deps.db, program.id, asked)) ?? (await findByEmail(deps.db, program.id, asked)));
  if (asked !== '' && !customer) return NOTHING;
  return listOrders(deps, program.id, {
    order: 'newest_first',
    filters: { customer_id: customer?.id ?? null, since_id: null, ...windowOf(program, day) },
    from: place,
    limit: ON_A_PAGE,
    offset: 0,
  });
}

/** The names of those of the customers that have a screen, by id. An erased customer has none. */
export async function customersOnScreens(
  { db }: Pick<Deps, 'db'>,
  { id }: Program,
  customers: readonly { id: number }[],
): Promise<ReadonlyMap<number, string>> {
  const records = await listCustomerRecords(db, id, [...new Set(customers.map((one) => one.id))]);
  return new Map(
    records.filter((one) => one.erased_at === null).map((one) => [one.id, customerName(one)] as const),
  );
}

/** undefined for a text that is no day. */
function windowOf({ sites }: Program, day: string) {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const span = daySpan(Number(year), Number(month), Number(date), sites[0]!.time_zone);
  return { created_at_min: span?.start ?? null, created_at_max: span?.end ?? null };
}
