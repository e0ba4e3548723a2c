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

/** Who brought the buyer of an order. */
export interface Bringing {
  referrer_id: number;
  /** The incentive that the friend was given; null: the link alone brought it. */
  referral: ReferralRow | null;
}

/** Whose referral an order may complete. */
interface Purchase {
  /** null: a customer that is not known yet. */
  buyer: Pick<CustomerRow, 'id' | 'email' | 'referred_by'> | null;
  /** The email that the order names. */
  email: string | null;
  discount_codes: readonly { code: string }[];
}

/**
 * Finds whose referral an order would complete, to be locked together with its customer, in ascending order
 * of ids: the one whose code was used, else the one whose incentive went to the buyer's email, else whose link
 * the buyer came by. undefined: nobody's.
 */
export async function findBringing(
  db: Deps['db'],
  program: Program,
  { buyer, email, discount_codes }: Purchase,
): Promise<Bringing | undefined> {
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

/** What of a paid order completes a referral. */
interface CompletingOrder {
  id: number;
  total_minor: number;
  shipping_minor: number;
  /** The email that it names. */
  email: string | null;
  discount_codes: readonly { code: string }[];
  /** When it was placed, and paid. */
  date: number;
  paid_at: number;
  channel: Channel | null;
}

/**
 * Completes the referral by which the buyer came, with its first order that qualifies: the referrer gets what
 * the referral rules give. Both are locked. Nothing happens where another order completed it meanwhile, the
 * buyer was there before it, the referrer has brought as many as it may, or either is blocked.
 */
export async function completeReferral(
  tx: Tx,
  deps: DueDeps,
  program: Program,
  {
    bringing: { referral },
    referee,
    locked,
    order,
  }: { bringing: Bringing; referee: CustomerRow; locked: CustomerRow; order: CompletingOrder },
): Promise<void> {
  if (referee.id === locked.id || referee.blocked_at !== null || locked.blocked_at !== null) return;
  if (await wasBrought(tx, program.id, referee.id)) return;
  const now = deps.clock.now(program);
  // What it gets depends on its tier, which may have ended by now.
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
 * Whether the buyer was there before its referral: as this customer, as another of the email that the order
 * names (the referrer itself, say), or by an order of before, which without the incentive's code may be one.
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

/** The cap counts friends who bought. The referrer is locked, so that no number of friends at once passes it. */
async function isCapReached(tx: Tx, program: Program, referrer: CustomerRow, at: number): Promise<boolean> {
  const cap = program.settings.referrals?.cap;
  if (!cap) return false;
  const zone = program.site(referrer.site_id)!.time_zone;
  return (await countBrought(tx, referrer, windowStart(cap, zone, at))) >= cap.count;
}

/** The referrer's referral rules that ask no more than the order's total without shipping; undefined: all of them ask more. */
function qualifyingRules(
  program: Program,
  referrer: CustomerRow,
  order: CompletingOrder,
): Rule[] | undefined {
  const enabled = program.rules.filter(
    (rule) => rule.kind === 'referral' && variantFor(rule, referrer.tier_id).enabled,
  );
  const spent = Math.max(0, order.total_minor - order.shipping_minor);
  const qualifying = enabled.filter(
    (rule) =>
      rule.kind === 'referral' &&
      (rule.properties.trigger === 'any_purchase' || spent >= (rule.properties.minimum_spend_minor ?? 0)),
  );
  return enabled.length > 0 && qualifying.length === 0 ? undefined : qualifying;
}
