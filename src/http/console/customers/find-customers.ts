import type { Page } from '../../../domain/core/pagination.ts';
import { CUSTOMER_STATES, type CustomerChoice } from '../../../domain/listings/customer-choice.ts';
import { type FoundCustomer, searchCustomers } from '../../../domain/listings/customer-search.ts';
import {
  type CustomerRecord,
  listCustomerRecords,
  listCustomers,
} from '../../../domain/listings/customer-store.ts';
import { may } from '../../../domain/operators/roles.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { type PagePlace, pagePlace } from '../page-place.ts';
import type { Visit } from '../visit.ts';

const MOST_ASKED = 200;
const ON_A_PAGE = 50;

/** A question for customers; an empty text asks for all, newest first. */
export interface CustomersQuestion {
  asked: string;
  choice: CustomerChoice;
  place: PagePlace | null;
}

/** A tier or a state that does not exist counts as absent. */
export function customersQuestion(
  program: Program,
  query: Readonly<Record<string, string | undefined>>,
): CustomersQuestion {
  const tier = tiersOf(program).find(({ key }) => key === query.tier);
  return {
    asked: (query.q ?? '').trim().slice(0, MOST_ASKED),
    choice: {
      tier_id: tier?.id ?? null,
      state: CUSTOMER_STATES.find((state) => state === query.state) ?? null,
    },
    place: pagePlace(query),
  };
}

export function tiersOf({ tiers, conditional_tiers }: Program): { id: number; key: string }[] {
  return [...tiers, ...conditional_tiers];
}

/** The query of the address that asks the same question. */
export function queryOf(program: Program, { asked, choice }: CustomersQuestion): Record<string, string> {
  const tier = tiersOf(program).find(({ id }) => id === choice.tier_id);
  return {
    ...(asked !== '' && { q: asked }),
    ...(tier && { tier: tier.key }),
    ...(choice.state && { state: choice.state }),
  };
}

export interface FoundPage {
  page: Page<CustomerRecord>;
  /** The fields in which the search found the customers, by their ids; empty: there was no search. */
  found: ReadonlyMap<number, FoundCustomer>;
  /** Whether a search may have left some out. */
  more: boolean;
}

/** A page of customers, or the result of a search. `codes`: whether the search also looks for a whole code. */
export async function findCustomers(
  deps: Deps,
  { program, operator }: Pick<Visit, 'program' | 'operator'>,
  { asked, choice, place }: CustomersQuestion,
  codes: boolean,
): Promise<FoundPage> {
  if (asked === '')
    return { page: await listed(deps, program, choice, place), found: new Map(), more: false };
  const orders = may(operator, 'read_orders', program.id);
  const { found, more } = await searchCustomers(deps, program.id, {
    ...choice,
    asked,
    orders,
    codes,
    limit: ON_A_PAGE,
  });
  const records = await listCustomerRecords(
    deps.db,
    program.id,
    found.map(({ id }) => id),
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  return {
    page: { rows: found.flatMap(({ id }) => byId.get(id) ?? []), has_prev: false, has_next: false },
    found: new Map(found.map((one) => [one.id, one])),
    more,
  };
}

function listed(
  deps: Pick<Deps, 'db'>,
  program: Program,
  choice: CustomerChoice,
  place: PagePlace | null,
): Promise<Page<CustomerRecord>> {
  return listCustomers(deps, program.id, {
    sort: { field: 'id', ascending: false },
    filters: {
      since_id: null,
      email: null,
      email_match: 'prefix',
      enrolled: null,
      choice,
      created_at_min: null,
      created_at_max: null,
      updated_at_min: null,
      updated_at_max: null,
    },
    from: place && { ...place, updated_at: 0 },
    limit: ON_A_PAGE,
    offset: 0,
  });
}
