import type { FastifyRequest } from 'fastify';
import { getStorefrontAfterDue } from '../../domain/operations/load-storefront-after-due.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { RunEach } from '../../domain/programs/key-lookup.ts';
import type { StockLevels, StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { findStorefrontCustomer } from '../../domain/storefront/load-customer.ts';
import { findMark } from '../../domain/storefront/mark.ts';
import type { App } from '../app-types.ts';
import { Rendered } from '../rendered.ts';
import { contextComplaints } from '../request-context.ts';
import { isName } from '../schema-helpers.ts';
import { siteOf } from '../sites.ts';
import type { CustomerOfAnyStateBody } from './customer-schema.ts';
import { HeldCustomers, type Reading } from './held-customers.ts';
import { customerPieces, renderCustomerOfAnyState } from './render-customer.ts';
import { customerReading, requestView, tellingCodes } from './storefront-answer.ts';

/** Far more than a storefront's visitors of a few minutes need. */
const MOST_BYTES = 32 * 1024 * 1024;

/** A customer as text, and the rest of the program's stocks at that moment. */
export interface ShownCustomer {
  text: Rendered<CustomerOfAnyStateBody>;
  stock: StockLevels;
}

/** The read of a customer for an answer, and the part of it that is sent along with the look-up of the key. */
interface CustomerReads {
  show(request: FastifyRequest, merchant_id: string): Promise<ShownCustomer>;
  read_ahead(request: FastifyRequest, program: Program, hot: RunEach): void;
}

/** The question to Postgres that was sent before the request was checked: for the mark of a held text, or else the customer. */
export interface BegunRead {
  reading: Reading;
  mark?: Promise<string | undefined>;
  customer?: Promise<StorefrontCustomer | undefined>;
}

declare module 'fastify' {
  interface FastifyRequest {
    begun_read: BegunRead | null;
  }
}

/** Shows the customer that a path of `app` names, as `readShown` does. It holds texts of so many bytes together. */
export function showingCustomers(app: App, deps: Deps, most_bytes = MOST_BYTES): CustomerReads {
  const held = new HeldCustomers(most_bytes);
  app.decorateRequest('begun_read', null);
  return {
    show: (request, merchant_id) => {
      const reading = customerReading(request, request.program, siteOf(request), merchant_id);
      const tell = (customer: StorefrontCustomer) => tellingCodes(deps, request, customer);
      return readShown(deps, held, reading, tell, request.begun_read);
    },
    read_ahead: (request, program, hot) => {
      const reading = readingAhead(request, program);
      if (reading) request.begun_read = beginRead({ ...deps, hot }, held, reading);
    },
  };
}

/** The reading of a request that has not been checked; undefined if it may be refused. */
function readingAhead(request: FastifyRequest, program: Program): Reading | undefined {
  const { site_id = '', merchant_id = '' } = request.params as Record<string, string | undefined>;
  const site = /^\d{1,15}$/.test(site_id) ? program.site(Number(site_id)) : undefined;
  if (!site?.enabled || !isName(merchant_id)) return undefined;
  if (Object.keys(contextComplaints(request)).length > 0) return undefined;
  return customerReading(request, program, site, merchant_id);
}

/** Begins the read that `readShown` begins with. */
export function beginRead(
  deps: Pick<Deps, 'clock'> & { hot: RunEach },
  held: HeldCustomers,
  reading: Reading,
): BegunRead {
  const { view, ...question } = reading;
  const { program } = view;
  if (held.find(reading, deps.clock.now(program)))
    return { reading, mark: unawaited(findMark(deps, program, reading.merchant_id)) };
  return { reading, customer: unawaited(findStorefrontCustomer(deps, { program, ...question })) };
}

/** The answer of a request that is refused is awaited by nobody. */
function unawaited<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  return answer;
}

/**
 * Reads a customer for an answer, after what is due for it. A text that was made before is shown again as long as
 * Postgres says that nothing was written meanwhile, and the clock changes nothing of it. `tell` gives the customer the
 * codes that this answer is the first to show. `begun` counts if it is the same reading of the same program. Throws
 * not_found.
 */
export async function readShown(
  deps: Deps,
  held: HeldCustomers,
  reading: Reading,
  tell: (customer: StorefrontCustomer) => Promise<StorefrontCustomer>,
  begun: BegunRead | null = null,
): Promise<ShownCustomer> {
  const { view, ...question } = reading;
  const { program } = view;
  const ahead = begun && isSame(begun.reading, reading) ? begun : undefined;
  const known = ahead?.customer ? undefined : held.find(reading, deps.clock.now(program));
  if (known) {
    const mark = await (ahead?.mark ?? findMark(deps, program, reading.merchant_id));
    if (mark === known.mark) return { text: new Rendered(known.pieces.text()), stock: known.stock };
    held.drop(reading);
  }
  const customer = await getStorefrontAfterDue(deps, { program, ...question }, ahead?.customer);
  const told = await tell(customer);
  const pieces = customerPieces(view, deps.publicUrl, told);
  // A code is shown in one answer alone.
  if (told === customer) held.hold(reading, customer, pieces);
  return { text: new Rendered(pieces.text()), stock: customer.stock };
}

/** A view belongs to one loading of the program. */
function isSame(one: Reading, other: Reading): boolean {
  return (
    one.view === other.view &&
    one.channel === other.channel &&
    one.country === other.country &&
    one.merchant_id === other.merchant_id
  );
}

/** A customer that was just read or written. */
export function shownNow(deps: Deps, request: FastifyRequest, customer: StorefrontCustomer): ShownCustomer {
  const text = renderCustomerOfAnyState(requestView(request), deps.publicUrl, customer);
  return { text, stock: customer.stock };
}
