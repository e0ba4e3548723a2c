import {
  type CartContents,
  contentsOf,
  type GivenCart,
  linesByRedemption,
  type PlatformCart,
  sameContents,
} from '../claims/carts/cart.ts';
import { changesNothing, planCart, type RequestedCartAction } from '../claims/carts/plan-cart.ts';
import { listNamedRedemptions } from '../claims/carts/store.ts';
import { isLimitReached } from '../core/limits.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import type { Program, Site } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { RunEach } from '../programs/key-lookup.ts';
import type { Channel } from '../programs/program-settings.ts';
import { isCompletedBy } from '../programs/rule-kinds.ts';
import type { StorefrontCustomer } from './customer.ts';

/** The storefront requests of a session that does not change the customer or its claims. */
interface UnchangedCustomer {
  actions: RequestedCartAction[];
  /** The contents of the cart, if they differ from the stored ones. */
  changed_cart: CartContents | null;
}

/**
 * The storefront request of a session that changes nothing for the customer, by a read without a lock. undefined: the
 * session may change something, which is then decided under the lock.
 */
export async function findNothingToWrite(
  deps: Pick<Deps, 'db'>,
  customer: StorefrontCustomer,
  { page_url, cart }: SessionInput,
): Promise<UnchangedCustomer | undefined> {
  const { row, now } = customer;
  if (row.next_due_at !== null && row.next_due_at <= now) return undefined;
  if (page_url !== null && hasOpenPageview(customer)) return undefined;
  if (cart?.kind !== 'platform') return { actions: [], changed_cart: null };
  return findNothingToTake(deps, customer, cart);
}

function hasOpenPageview({ row, rules }: StorefrontCustomer): boolean {
  if (row.enrolled_at === null || row.blocked_at !== null) return false;
  return rules.some(({ rule, limit }) => isCompletedBy(rule, 'page_view') && !isLimitReached(limit));
}

async function findNothingToTake(
  deps: Pick<Deps, 'db'>,
  customer: StorefrontCustomer,
  cart: PlatformCart,
): Promise<UnchangedCustomer | undefined> {
  const active = [...customer.cart_redemptions, ...customer.unlinked_redemptions];
  const known = new Set(active.map(({ redemption_id }) => redemption_id));
  const others = [...linesByRedemption(cart).keys()].filter((id) => !known.has(id));
  const ended = others.length > 0 ? await listNamedRedemptions(deps.db, customer.row, others) : [];
  const claims = [...active, ...ended];
  const contents = contentsOf(cart, claims);
  const isKept = customer.stored_cart !== null && sameContents(customer.stored_cart, contents);
  const plan = planCart(cart, claims, entryMoment(customer.now, customer.row));
  return changesNothing(plan) ? { actions: plan.actions, changed_cart: isKept ? null : contents } : undefined;
}

export interface SessionInput {
  program: Program;
  /** The home site of a new customer. */
  site: Site;
  /** The id in the path, decoded once. */
  merchant_id: string;
  /** The email for a new customer; a known customer keeps its own. */
  email: string | null;
  /** The page that the customer is looking at; null: none. */
  page_url: string | null;
  /** null: the storefront gives no information about its cart. */
  cart: GivenCart | null;
  channel: Channel;
  country: string | null;
  /** Has the answer to the first read of the customer if the read was sent ahead; absent: Postgres is asked now. */
  first_read?: RunEach;
}
