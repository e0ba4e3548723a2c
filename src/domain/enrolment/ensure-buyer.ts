import { StaleReadError } from '../core/stale-read.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { findByEmail, insertCustomer } from '../customers/store.ts';
import type { OrderInput } from '../orders/order.ts';
import type { Deps } from '../programs/deps.ts';
import { findEmailGuest, isEmailGuest, mergeEmailGuest } from './email-guest.ts';
import { ensureCustomerIn } from './ensure-customer-in.ts';

type NamedBuyer = Pick<OrderInput, 'program' | 'customer_id' | 'customer_email'>;

/**
 * The customer that an order names, by an id or by an email only. With an email only, it is the customer with that
 * email or the guest with that email as its name.
 */
export async function findBuyer(
  db: Deps['db'] | Tx,
  { program, customer_id, customer_email }: NamedBuyer,
): Promise<CustomerRow | undefined> {
  if (customer_id !== null) return findCustomer(db, program.id, customer_id);
  const email = emailOf(customer_email);
  return (await findByEmail(db, program.id, email)) ?? findCustomer(db, program.id, email);
}

/**
 * For an order with an id and an email: the guest of that email, if it can be merged into the buyer. It can if the
 * buyer is a new customer, or if `known` has no email and is not blocked.
 */
export async function findGuestOfBuyer(
  db: Deps['db'] | Tx,
  { program, customer_id, customer_email }: NamedBuyer,
  known: CustomerRow | undefined,
): Promise<CustomerRow | undefined> {
  if (customer_id === null || (known && (known.email !== null || known.blocked_at !== null)))
    return undefined;
  const guest = await findEmailGuest(db, program.id, customer_email);
  return guest?.id === known?.id ? undefined : guest;
}

/**
 * Merges the guest of the order's email into the order's customer, or creates the customer, and returns the customer.
 * `known` and the guest are locked. Throws StaleReadError if the guest got another identity meanwhile.
 */
export async function takeInGuest(
  tx: Tx,
  deps: Deps,
  order: NamedBuyer & Pick<OrderInput, 'channel'>,
  known: CustomerRow | undefined,
  guest: CustomerRow | undefined,
): Promise<CustomerRow> {
  if (guest && !isEmailGuest(guest)) throw new StaleReadError();
  if (!known) return ensureBuyer(tx, deps, order);
  return guest ? mergeEmailGuest(tx, deps, order.program, guest, known) : known;
}

/**
 * Creates and locks the buyer of an order whose names are unknown: a customer, enrolled if the program enrols on sight,
 * or a guest with the email. Throws StaleReadError if a customer with that email appeared meanwhile.
 */
async function ensureBuyer(
  tx: Tx,
  deps: Deps,
  order: NamedBuyer & Pick<OrderInput, 'channel'>,
): Promise<CustomerRow> {
  const { program } = order;
  const site = program.sites[0]!;
  if (order.customer_id !== null) {
    return ensureCustomerIn(tx, deps, {
      program,
      site,
      merchant_id: order.customer_id,
      email: order.customer_email,
      channel: order.channel,
      on_email_conflict: 'keep_without',
    });
  }
  const email = emailOf(order.customer_email);
  const guest = {
    program_id: program.id,
    site_id: site.id,
    merchant_id: email,
    email,
    first_name: null,
    last_name: null,
    birthday: null,
    email_marketing: 'unknown',
    sms_marketing: 'unknown',
    referred_by: null,
    named_by_email: true,
  } as const;
  const created = await insertCustomer(tx, deps.random, guest, deps.clock.now(program));
  if (!created) throw new StaleReadError();
  return created;
}

function emailOf(email: string | null): string {
  if (email === null) throw new Error('an order that names nobody');
  return email;
}
