import type { Deps } from '../../deps.ts';
import { ensureCustomerIn } from '../customers/enrol-customer.ts';
import { findCustomer } from '../customers/find-customer.ts';
import { DomainError } from '../errors.ts';
import { entryMoment, lockCustomer } from '../ledger/lock-customer.ts';
import { awardCompletion } from '../rules/award-completion.ts';
import { listOpenRules } from '../rules/open-rules.ts';
import { settleCustomer } from '../settlement/settle-customer.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';
import { type Hooks, runInTransaction, type Tx } from '../transaction.ts';
import type { OrderInput, OrderRow } from './order.ts';
import { purchasePoints } from './purchase-points.ts';
import { findOrder, insertOrder, listNamedClaims } from './store.ts';
import { claimReferences, useClaims } from './use-claims.ts';

export interface RecordedOrder {
  order_id: number;
  customer_id: number;
  /** False where the program already had the order: nothing was changed. */
  recorded: boolean;
}

/** A clock that runs ahead of ours may date an order a little into the future; it is taken as placed now. */
const CLOCK_SKEW_MS = 24 * 60 * 60 * 1000;

/** Nine thousand orders of so many points still add up to an exact integer. */
const MAX_POINTS_OF_AN_ORDER = 1_000_000_000_000;

/**
 * Records an order once: what it used is marked used, the purchase rules give their points (waiting for
 * payment where it is not paid), and its spend counts towards the tier at once. A merchant_id the program
 * already has changes nothing.
 */
export async function recordOrder(
  deps: Deps,
  order: OrderInput,
  hooks?: Hooks<RecordedOrder>,
): Promise<RecordedOrder> {
  const { program } = order;
  refuseFuture(deps, order);
  const known = await findCustomer(deps.db, program.id, order.customer_id);
  if (known) await settleCustomer(deps, program, known);
  return runInTransaction(deps, hooks, async (tx) => {
    const already = await findOrder(tx, program.id, order.merchant_id);
    if (already) return { order_id: already.id, customer_id: already.customer_id, recorded: false };
    const references = claimReferences(deps.secret, order);
    const { customer, owners } = await lockAll(tx, deps, order, references);
    const at = entryMoment(deps.clock.now(program), customer);
    const date = Math.min(order.date ?? at, at);
    const recorded = await insertOrder(tx, customer, order, date, at);
    if (!recorded) {
      const rival = await findOrder(tx, program.id, order.merchant_id);
      return { order_id: rival!.id, customer_id: rival!.customer_id, recorded: false };
    }
    await useClaims(tx, deps.secret, order, references, owners, recorded.id, at);
    const after = await earnFromOrder(tx, deps, order, recorded, customer, at);
    await reviewUpgrade(tx, deps, program, after, at);
    return { order_id: recorded.id, customer_id: customer.id, recorded: true };
  });
}

function refuseFuture(deps: Deps, order: OrderInput): void {
  if (order.date !== null && order.date > deps.clock.now(order.program) + CLOCK_SKEW_MS) {
    throw invalidOrder('date', 'must not lie in the future');
  }
}

function invalidOrder(field: string, complaint: string): DomainError {
  return new DomainError('invalid_request', 'The request is not valid.', { details: { [field]: complaint } });
}

/** Locks the order's customer and the owners of every claim it names, in ascending id order; creates the customer where unknown. */
async function lockAll(
  tx: Tx,
  deps: Deps,
  order: OrderInput,
  references: ReturnType<typeof claimReferences>,
) {
  const { program } = order;
  const known = await findCustomer(tx, program.id, order.customer_id);
  const claims = await listNamedClaims(tx, program.id, references);
  const ids = new Set(claims.map((claim) => claim.customer_id));
  if (known) ids.add(known.id);
  let customer: CustomerRow | undefined;
  for (const id of [...ids].sort((a, b) => a - b)) {
    const locked = await lockCustomer(tx, program.id, id);
    if (id === known?.id) customer = locked;
  }
  customer ??= await ensureCustomerIn(tx, deps, {
    program,
    site: program.sites[0]!,
    merchant_id: order.customer_id,
    email: order.customer_email,
    channel: order.channel,
    on_email_conflict: 'keep_without',
  });
  return { customer, owners: ids };
}

/**
 * What the purchase rules give; guests and blocked customers earn nothing. Points of an unpaid order wait for
 * its payment; a reward could not wait, so an unpaid order gives none, and neither does an empty stock.
 */
async function earnFromOrder(
  tx: Tx,
  deps: Deps,
  order: OrderInput,
  recorded: OrderRow,
  customer: CustomerRow,
  at: number,
): Promise<CustomerRow> {
  if (customer.enrolled_at === null || customer.blocked_at !== null) return customer;
  let after = customer;
  const amount = Math.max(0, order.total_minor - order.shipping_minor);
  for (const { rule, variant } of await listOpenRules(
    tx,
    order.program,
    customer,
    'purchase',
    recorded.date,
    at,
  )) {
    const earning =
      variant.result.kind === 'points' ? purchasePoints(variant.result, amount) : { points: 0, basis: null };
    if (variant.result.kind === 'points' ? earning.points === 0 : recorded.paid_at === null) continue;
    if (earning.points > MAX_POINTS_OF_AN_ORDER)
      throw invalidOrder('total', 'would earn more points than a balance can hold');
    const approvesAt = recorded.paid_at === null ? null : recorded.paid_at + rule.approval_period_ms;
    const waits = variant.result.kind === 'points' && (approvesAt === null || approvesAt > at);
    const awarded = await awardCompletion(tx, deps, order.program, after, rule, {
      variant,
      points: earning.points,
      state: waits ? 'pending' : 'approved',
      approves_at: waits ? approvesAt : null,
      date: recorded.date,
      at,
      channel: order.channel,
      source: { resource: 'order', order_id: recorded.id, basis: earning.basis },
    });
    if (awarded) after = awarded.customer;
  }
  return after;
}
