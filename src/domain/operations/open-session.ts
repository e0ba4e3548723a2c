import type { CartContents } from '../claims/carts/cart.ts';
import { putCartGuarded } from '../claims/carts/cart-fast-path.ts';
import type { RequestedCartAction } from '../claims/carts/plan-cart.ts';
import { takeCart } from '../claims/carts/take-cart.ts';
import { type AnswerRecord, type Hooks, runInTransaction, skipped, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { decodedAgain, findCustomerByMerchantId } from '../customers/find-customer.ts';
import { processDueIn } from '../due/process-due-in.ts';
import { ensureCustomerIn } from '../enrolment/ensure-customer-in.ts';
import { entryMoment, lockOwner } from '../ledger/lock-customer.ts';
import { type Program, spendsInOneStatement } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { completeRulesBy } from '../rules/complete-rules.ts';
import type { StorefrontCustomer } from '../storefront/customer.ts';
import { findStorefrontCustomer } from '../storefront/load-customer.ts';
import { findNothingToWrite, type SessionInput } from '../storefront/nothing-to-write.ts';

export interface OpenedSession {
  customer_id: number;
  requested_cart_actions: RequestedCartAction[];
  /** The customer for the answer, if nothing but the cart was written, with that cart; undefined: read it now. */
  customer?: StorefrontCustomer;
}

/**
 * Handles a customer that opens a page of the storefront. An unknown customer is created, and enrolled if the program
 * enrols on sight. Due work is processed, the page view completes pageview rules, and the cart's redemptions are made
 * to agree with the cart. Storefronts call it on every page, so a session that changes nothing is one read. A session
 * that only changes the cart is one guarded statement more. Throws email_already_in_use if a new customer brings the
 * email of another.
 */
export async function openSession(
  deps: Deps,
  input: SessionInput,
  hooks?: Hooks<OpenedSession, OpenedSession>,
): Promise<OpenedSession> {
  const customer = await findStorefrontCustomer({ ...deps, hot: input.first_read ?? deps.hot }, input);
  if (customer) {
    const nothing = await findNothingToWrite(deps, customer, input);
    if (nothing?.changed_cart === null)
      return { customer_id: customer.row.id, customer, requested_cart_actions: nothing.actions };
    const skips = skipped(hooks);
    if (nothing && skips) {
      const opened = { customer_id: customer.row.id, requested_cart_actions: nothing.actions };
      const record = await skips.record?.(opened);
      const shown = await putCartUnlocked(deps, input, customer, nothing.changed_cart, record);
      if (shown) return { ...opened, customer: shown };
    }
  }
  return runInTransaction(deps, hooks, async (tx) => {
    let row = await afterDue(tx, deps, input.program, await lockOrCreate(tx, deps, input));
    const at = entryMoment(deps.clock.now(input.program), row);
    if (input.page_url !== null) {
      const trigger = { date: at, at, channel: input.channel };
      row = (await completeRulesBy(tx, deps, input.program, row, 'page_view', trigger)).customer;
    }
    const taken =
      input.cart?.kind === 'platform'
        ? await takeCart(tx, input.program, row, input.cart, at)
        : { customer: row, actions: [] };
    return { customer_id: taken.customer.id, requested_cart_actions: taken.actions };
  });
}

/**
 * Writes a cart that concerns no claim, in one guarded statement. Returns the customer as it was read, with that cart.
 * undefined: the ordinary path must take the cart.
 */
async function putCartUnlocked(
  deps: Deps,
  { program, cart }: SessionInput,
  customer: StorefrontCustomer,
  contents: CartContents,
  record: AnswerRecord | undefined,
): Promise<StorefrontCustomer | undefined> {
  if (cart?.kind !== 'platform' || !spendsInOneStatement(program)) return undefined;
  const { row, now } = customer;
  const at = entryMoment(now, row);
  if (!(await putCartGuarded(deps.hot, program, row, cart.id, contents, at, record))) return undefined;
  return withCart(customer, cart.id, contents);
}

/** The customer after a cart got these contents. Redemptions show those of their cart. */
function withCart(customer: StorefrontCustomer, cartId: string, contents: CartContents): StorefrontCustomer {
  const { claims, cart_redemptions } = customer;
  const inCart = cart_redemptions.filter(({ cart_id }) => cart_id === cartId);
  const changed = new Map(inCart.map((redemption) => [redemption.id, { ...redemption, cart: contents }]));
  return {
    ...customer,
    stored_cart: contents,
    claims: claims.map((claim) => changed.get(claim.id) ?? claim),
    cart_redemptions: cart_redemptions.map((redemption) => changed.get(redemption.id) ?? redemption),
  };
}

/** Some clients encode the merchant_id twice. For a new customer it is decoded twice, too. */
async function lockOrCreate(tx: Tx, deps: Deps, input: SessionInput): Promise<CustomerRow> {
  const { program, site, merchant_id, email, channel } = input;
  const known = await findCustomerByMerchantId(tx, program.id, merchant_id);
  const locked = known && (await lockOwner(tx, program.id, known.id));
  if (locked?.erased_at === null) return locked;
  return ensureCustomerIn(tx, deps, {
    program,
    site,
    merchant_id: decodedAgain(merchant_id) ?? merchant_id,
    email,
    channel,
    on_email_conflict: 'refuse',
  });
}

async function afterDue(tx: Tx, deps: Deps, program: Program, row: CustomerRow): Promise<CustomerRow> {
  const now = deps.clock.now(program);
  return row.next_due_at !== null && row.next_due_at <= now ? processDueIn(tx, deps, program, row, now) : row;
}
