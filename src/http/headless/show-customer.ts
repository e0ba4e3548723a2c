import type { FastifyRequest } from 'fastify';
import { getStorefrontAfterDue } from '../../domain/operations/load-storefront-after-due.ts';
import { hasUnshownCodes } from '../../domain/operations/show-gift-card-codes.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { RunEach } from '../../domain/programs/key-lookup.ts';
import type { StockLevels, StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { findStorefrontCustomer } from '../../domain/storefront/load-customer.ts';
import { findMark } from '../../domain/storefront/mark.ts';
import { firstRead } from '../first-read.ts';
import { Rendered } from '../rendered.ts';
import { contextComplaints } from '../request-context.ts';
import { isName } from '../schema-helpers.ts';
import { siteOf } from '../sites.ts';
import type { CustomerOfAnyStateBody } from './customer-schema.ts';
import { HeldCustomers, type Reading } from './held-customers.ts';
import { customerPieces, renderCustomerOfAnyState } from './render-customer.ts';
import { customerReading, requestView, showingCodes } from './storefront-answer.ts';

/** Far more than a storefront's visitors within a few minutes need. */
const MOST_BYTES = 32 * 1024 * 1024;

/** A customer as text, and the rest of the program's stocks at that moment. */
export interface ShownCustomer {
  text: Rendered<CustomerOfAnyStateBody>;
  stock: StockLevels;
}

/** The read of a customer for an answer, and the part of the read that is sent together with the look-up of the key. */
interface CustomerReads {
  show(request: FastifyRequest, merchant_id: string): Promise<ShownCustomer>;
  ask_ahead(request: FastifyRequest, program: Program, hot: RunEach): Promise<unknown> | undefined;
}

/** Shows the customer that a path names, as `readShown` does. Keeps texts of at most `most_bytes` together. */
export function showingCustomers(deps: Deps, most_bytes = MOST_BYTES): CustomerReads {
  const held = new HeldCustomers(most_bytes);
  return {
    show: (request, merchant_id) => {
      const reading = customerReading(request, request.program, siteOf(request), merchant_id);
      const tell = (customer: StorefrontCustomer) => showingCodes(deps, request, customer);
      return readShown(deps, held, reading, tell, firstRead(request, deps));
    },
    ask_ahead: (request, program, hot) => {
      const reading = readingAhead(request, program);
      return reading && askFirst({ db: deps.db, clock: deps.clock, hot }, held, reading);
    },
  };
}

/** The reading of a request that has not been checked; undefined if the request may be refused. */
function readingAhead(request: FastifyRequest, program: Program): Reading | undefined {
  const { site_id = '', merchant_id = '' } = request.params as Record<string, string | undefined>;
  const site = /^\d{1,15}$/.test(site_id) ? program.site(Number(site_id)) : undefined;
  if (!site?.enabled || !isName(merchant_id)) return undefined;
  if (Object.keys(contextComplaints(request)).length > 0) return undefined;
  return customerReading(request, program, site, merchant_id);
}

/** Asks the first question of `readShown`: for the mark of a kept text, or else for the customer. */
function askFirst(
  deps: Pick<Deps, 'db' | 'clock'> & { hot: RunEach },
  held: HeldCustomers,
  reading: Reading,
): Promise<unknown> {
  const { view, ...question } = reading;
  const { program } = view;
  return held.find(reading, deps.clock.now(program))
    ? findMark(deps, program, reading.merchant_id)
    : findStorefrontCustomer(deps, { program, ...question });
}

/**
 * Reads a customer for an answer, after its due work. A kept text is shown again if Postgres says that nothing was
 * written meanwhile, and if the passing of time changes nothing in it. `tell` adds the codes that this answer is the
 * first to show. `first_read` has the answer to the first question if it was asked ahead. Throws not_found.
 */
export async function readShown(
  deps: Deps,
  held: HeldCustomers,
  reading: Reading,
  tell: (customer: StorefrontCustomer) => Promise<StorefrontCustomer>,
  first_read: RunEach = deps.hot,
): Promise<ShownCustomer> {
  const { view, ...question } = reading;
  const { program } = view;
  const known = held.find(reading, deps.clock.now(program));
  if (known) {
    const mark = await findMark({ hot: first_read }, program, reading.merchant_id);
    if (mark === known.mark) return { text: new Rendered(known.pieces.text()), stock: known.stock };
    held.drop(reading);
  }
  const customer = await getStorefrontAfterDue(deps, { program, ...question, first_read });
  const told = hasUnshownCodes(customer.claims) ? await tell(customer) : customer;
  const pieces = customerPieces(view, deps.publicUrl, told);
  // Only one answer may show a code, so a text with a code is not kept.
  if (told === customer) held.hold(reading, customer, pieces);
  return { text: new Rendered(pieces.text()), stock: customer.stock };
}

/** A customer that was just read or written. */
export function shownNow(deps: Deps, request: FastifyRequest, customer: StorefrontCustomer): ShownCustomer {
  const text = renderCustomerOfAnyState(requestView(request), deps.publicUrl, customer);
  return { text, stock: customer.stock };
}
