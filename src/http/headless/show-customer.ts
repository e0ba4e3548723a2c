import type { FastifyRequest } from 'fastify';
import { getStorefrontAfterDue } from '../../domain/operations/load-storefront-after-due.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { StockLevels, StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { findMark } from '../../domain/storefront/mark.ts';
import { Rendered } from '../rendered.ts';
import type { CustomerOfAnyStateBody } from './customer-schema.ts';
import { HeldCustomers, type Reading } from './held-customers.ts';
import { customerPieces, renderCustomerOfAnyState } from './render-customer.ts';
import { requestView, storefrontContext, tellingCodes } from './storefront-answer.ts';

/** Far more than a storefront's visitors of a few minutes need. */
const MOST_BYTES = 32 * 1024 * 1024;

/** A customer as text, and the rest of the program's stocks at that moment. */
export interface ShownCustomer {
  text: Rendered<CustomerOfAnyStateBody>;
  stock: StockLevels;
}

type ShowCustomer = (request: FastifyRequest, merchant_id: string) => Promise<ShownCustomer>;

/** Shows the customer that a path names, as `readShown` does. It holds texts of so many bytes together. */
export function showingCustomers(deps: Deps, most_bytes = MOST_BYTES): ShowCustomer {
  const held = new HeldCustomers(most_bytes);
  return (request, merchant_id) => {
    const { channel, country } = storefrontContext(request);
    const reading = { view: requestView(request), channel, country, merchant_id };
    return readShown(deps, held, reading, (customer) => tellingCodes(deps, request, customer));
  };
}

/**
 * Reads a customer for an answer, after what is due for it. A text that was made before is shown again as long as
 * Postgres says that nothing was written meanwhile, and the clock changes nothing of it. `tell` gives the customer the
 * codes that this answer is the first to show. Throws not_found.
 */
export async function readShown(
  deps: Deps,
  held: HeldCustomers,
  reading: Reading,
  tell: (customer: StorefrontCustomer) => Promise<StorefrontCustomer>,
): Promise<ShownCustomer> {
  const { view, ...question } = reading;
  const { program } = view;
  const known = held.find(reading, deps.clock.now(program));
  if (known) {
    if ((await findMark(deps, program, reading.merchant_id)) === known.mark)
      return { text: new Rendered(known.pieces.text()), stock: known.stock };
    held.drop(reading);
  }
  const customer = await getStorefrontAfterDue(deps, { program, ...question });
  const told = await tell(customer);
  const pieces = customerPieces(view, deps.publicUrl, told);
  // A code is shown in one answer alone.
  if (told === customer) held.hold(reading, customer, pieces);
  return { text: new Rendered(pieces.text()), stock: customer.stock };
}

/** A customer that was just read or written. */
export function shownNow(deps: Deps, request: FastifyRequest, customer: StorefrontCustomer): ShownCustomer {
  const text = renderCustomerOfAnyState(requestView(request), deps.publicUrl, customer);
  return { text, stock: customer.stock };
}
