import { normaliseCode } from '../claims/codes.ts';
import { windowStart } from '../core/limits.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { findCustomerById } from '../customers/store.ts';
import { type DueDeps, processDueIn } from '../due/process-due-in.ts';
import { isDue } from '../ledger/due.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { type Program, type Rule, variantFor } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Channel } from '../programs/program-settings.ts';
import { isCompletedBy } from '../programs/rule-kinds.ts';
import { completeRules } from '../rules/complete-rules.ts';
import {
  findOpenReferral,
  insertCompleted,
  type ReferralRow,
  updateActivity,
  updateCompleted,
  updateReferredBy,
  wasBrought,
} from './completion-store.ts';
import { customerRefereeKey } from './referee.ts';
import { countBrought, hasOlderCustomer } from './store.ts';

/** The referral that brought the buyer of an order. */
export interface BuyerReferral {
  referrer_id: number;
  /** The friend's incentive; null: the friend came by the link without an incentive. */
  referral: ReferralRow | null;
}

/** A purchase that may complete a referral. */
interface Purchase {
  /** null: the buyer is not known as a customer yet. */
  buyer: Pick<CustomerRow, 'id' | 'email' | 'referred_by'> | null;
  /** The email that the order names. */
  email: string | null;
  discount_codes: readonly { code: string }[];
}

/**
 * Finds the referral that an order would complete, so that the referrer can be locked together with the customer, in
 * ascending order of ids. It is the referral whose code was used; otherwise the one whose incentive went to the buyer's
 * email; otherwise the one of the link by which the buyer came. undefined: none.
 */
export async function findBuyerReferral(
  db: Deps['db'],
  program: Program,
  { buyer, email, discount_codes }: Purchase,
): Promise<BuyerReferral | undefined> {
  if (!program.settings.referrals) return undefined;
  if (buyer && (await wasBrought(db, program.id, buyer.id))) return undefined;
  const emails = [email, buyer?.email ?? null].filter((given) => given !== null);
  const referral = await findOpenReferral(db, program.id, {
    customer_id: buyer?.id ?? null,
    code_keys: discount_codes.map(({ code }) => normaliseCode(code)),
    emails: [...new Set(emails)],
  });
  if (referral) return { referrer_id: referral.referrer_id, referral };
  const by = buyer?.referred_by ?? null;
  const referrer = by === null ? undefined : await findCustomerById(db, program.id, by);
  return !referrer || referrer.id === buyer?.id ? undefined : { referrer_id: referrer.id, referral: null };
}

/** The part of a paid order that can complete a referral. */
interface CompletingOrder {
  id: number;
  total_minor: number;
  shipping_minor: number;
  /** The email that the order names. */
  email: string | null;
  discount_codes: readonly { code: string }[];
  /** The moments at which the order was placed and paid. */
  date: number;
  paid_at: number;
  channel: Channel | null;
}

/**
 * Completes the buyer's referral with its first qualifying order: the referrer gets the results of the referral rules.
 * Both customers are locked. Nothing happens if another order completed the referral meanwhile, if the buyer was a
 * customer before the referral, if the referrer has reached its cap, or if one of them is blocked.
 */
export async function completeReferral(
  tx: Tx,
  deps: DueDeps,
  program: Program,
  {
    buyerReferral: { referral },
    referee,
    locked,
    order,
  }: { buyerReferral: BuyerReferral; referee: CustomerRow; locked: CustomerRow; order: CompletingOrder },
): Promise<void> {
  if (referee.id === locked.id || referee.blocked_at !== null || locked.blocked_at !== null) return;
  if (await wasBrought(tx, program.id, referee.id)) return;
  const now = deps.clock.now(program);
  // The result depends on the referrer's tier, which may have ended meanwhile.
  const referrer = isDue(program, locked, now) ? await processDueIn(tx, deps, program, locked, now) : locked;
  const at = entryMoment(now, referrer);
  if (await isOfSomebodyKnown(tx, referral, referee, order)) return;
  if (await isCapReached(tx, program, referrer, at)) return;
  const rules = qualifyingRules(program, referrer, order);
  if (!rules) return;
  const completion = { referee_id: referee.id, order_id: order.id, at };
  const id = referral
    ? await updateCompleted(tx, referral, completion)
    : await insertCompleted(
        tx,
        referrer,
        customerRefereeKey(deps.secret, program.id, referee.id),
        completion,
      );
  if (id === undefined) return;
  await updateReferredBy(tx, referee, referrer.id, entryMoment(now, referee));
  const { actions } = await completeRules(tx, deps, program, referrer, rules, {
    date: Math.min(at, Math.max(order.paid_at, referral?.created_at ?? 0)),
    at,
    channel: order.channel,
    source: { resource: 'referral', order_id: order.id },
  });
  if (actions[0]) await updateActivity(tx, program.id, id, actions[0].id);
}

/**
 * Whether the buyer was known before its referral: as this customer, as another customer with the email of the order
 * (for example the referrer itself), or because the order was placed before the referral and does not use the
 * incentive's code.
 */
async function isOfSomebodyKnown(
  tx: Tx,
  referral: ReferralRow | null,
  referee: CustomerRow,
  order: CompletingOrder,
): Promise<boolean> {
  const since = referral?.created_at ?? referee.created_at;
  const usesCode = order.discount_codes.some(({ code }) => normaliseCode(code) === referral?.code_key);
  if (referee.created_at < since || (referral && !usesCode && order.date < since)) return true;
  return order.email !== null && hasOlderCustomer(tx, referee, order.email, since);
}

/** The cap counts friends that bought. The referrer is locked, so two friends at the same moment cannot exceed it. */
async function isCapReached(tx: Tx, program: Program, referrer: CustomerRow, at: number): Promise<boolean> {
  const cap = program.settings.referrals?.cap;
  if (!cap) return false;
  const zone = program.site(referrer.site_id)!.time_zone;
  return (await countBrought(tx, referrer, windowStart(cap, zone, at))) >= cap.count;
}

/**
 * The referrer's referral rules whose minimum is reached by the order's total without shipping; undefined: there are
 * none.
 */
function qualifyingRules(
  program: Program,
  referrer: CustomerRow,
  order: CompletingOrder,
): Rule[] | undefined {
  const enabled = program.rules.filter(
    (rule) => isCompletedBy(rule, 'friend') && variantFor(rule, referrer.tier_id).enabled,
  );
  const spent = Math.max(0, order.total_minor - order.shipping_minor);
  const qualifying = enabled.filter(
    (rule) =>
      isCompletedBy(rule, 'friend') &&
      (rule.properties.trigger === 'any_purchase' || spent >= (rule.properties.minimum_spend_minor ?? 0)),
  );
  return enabled.length > 0 && qualifying.length === 0 ? undefined : qualifying;
}
