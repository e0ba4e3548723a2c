import type { ClaimRecord } from '../claims/claim-record.ts';
import { takenFromCard } from '../claims/promised-amounts.ts';
import { getClaim } from '../claims/store.ts';
import { DomainError } from '../core/errors.ts';
import { platformKey } from '../core/platform-key.ts';
import { lockOrderName } from '../core/program-lock-store.ts';
import type { Secrets } from '../core/secrets.ts';
import { type Hooks, runInTransaction, type Skipped, skipped, type Tx } from '../core/transaction.ts';
import { lockOwnerAfterDue } from '../due/process-due-in.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { insertCardUse } from '../orders/claims-store.ts';
import { findUsableOrder } from '../orders/usable-order.ts';
import {
  readVoucherSnapshot,
  usedOn,
  useVoucherGuarded,
  type VoucherOwner,
  type VoucherSnapshot,
} from '../orders/voucher-fast-path.ts';
import { updateUse } from '../orders/voucher-store.ts';
import { type Program, spendsInOneStatement } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { RunEach } from '../programs/key-lookup.ts';
import { isInForm } from '../programs/reward-kinds.ts';
import { useIncentives } from '../referrals/incentive-store.ts';
import { type FriendsVoucher, getVoucher } from './get-voucher.ts';

interface UseVoucherInput {
  program: Program;
  code: string;
  /** The platform's id of the order. The order may be recorded before or after. */
  order_merchant_id: string;
  /** The amount to take from a gift card, or the complaint about it. */
  amount: CardAmount | { complaint: string } | undefined;
  /** Has the answer to `readForUse` if the read was sent ahead; absent: Postgres is asked now. */
  first_read?: RunEach;
}

/** The field of a request that names the order. */
const FIELD = 'order_merchant_id';

/** Minor units of a currency. */
interface CardAmount {
  minor: number;
  currency: string;
}

/** A voucher after its use, for the answer. */
interface ShownVoucher extends Pick<VoucherSnapshot, 'claim' | 'stock'> {
  customer: VoucherOwner & { id: number };
}

/** The used voucher: a customer's claim, or the voucher of a customer's friend. */
export type UsedVoucher = { customer_id: number } & (
  | { kind: 'claim'; claimed_reward_id: number; shown?: ShownVoucher }
  | { kind: 'incentive' }
);

/**
 * Uses a voucher on an order, once, or takes an amount from a gift card, once for each order. If an order of that id is
 * recorded later, it takes nothing again. Throws not_found; invalid_request for a gift card without an amount and for
 * an order that was refunded or cancelled; reward_already_refunded, voucher_expired, voucher_already_used,
 * insufficient_balance.
 *
 * Without hooks, or with skippable ones, a voucher is used on an order that is not recorded yet by one unlocked read, a
 * pure decision and one guarded statement. Otherwise its customer is locked, and it is decided again.
 */
export async function useVoucher(
  deps: Deps,
  input: UseVoucherInput,
  hooks?: Hooks<UsedVoucher, UsedVoucher>,
): Promise<UsedVoucher> {
  const { program } = input;
  const skips = skipped(hooks);
  const used = skips && (await useUnlocked(deps, input, skips));
  if (used) return used;
  const voucher = await getVoucher(deps, program, input.code);
  if (voucher.kind === 'incentive')
    return runInTransaction(deps, hooks, (tx) => useIncentive(tx, deps, input, voucher.incentive));
  const { claim: found } = voucher;
  const taken = isInForm(found.terms, 'balance') ? requiredAmount(input.amount) : null;
  const key = platformKey(input.order_merchant_id);
  return runInTransaction(deps, hooks, async (tx) => {
    await lockOrderName(tx, { program_id: program.id, merchant_key: key }, 'shared');
    const { customer, at } = await lockOwnerAfterDue(tx, deps, program, found.customer_id);
    const claim = await getClaim(tx, customer, found.id);
    refuseUnusable(claim, at);
    const known = await findUsableOrder(tx, program.id, input.order_merchant_id, FIELD);
    const rest =
      taken === null ? null : await takeFromCard(tx, claim, key, takenFromCard(program, claim, taken), at);
    await updateUse(tx, claim, {
      usage_status: rest === null || rest === 0 ? 'used' : 'partially_used',
      current_balance_minor: rest,
      order: { key, id: known?.id ?? null },
      at,
    });
    return { kind: 'claim', customer_id: customer.id, claimed_reward_id: claim.id };
  });
}

/**
 * The read that `useVoucher` begins with. undefined: no customer has the code, or the use does not fit one statement.
 */
export async function readForUse(
  deps: Secrets,
  hot: RunEach,
  { program, code, order_merchant_id }: Pick<UseVoucherInput, 'program' | 'code' | 'order_merchant_id'>,
): Promise<VoucherSnapshot | undefined> {
  if (!spendsInOneStatement(program)) return undefined;
  return readVoucherSnapshot({ ...deps, hot }, program.id, code, platformKey(order_merchant_id));
}

/** undefined: the ordinary path must decide. This is so for gift cards and for friends' vouchers. */
async function useUnlocked(
  deps: Deps,
  input: UseVoucherInput,
  { record }: Skipped<UsedVoucher>,
): Promise<UsedVoucher | undefined> {
  const { program } = input;
  const key = platformKey(input.order_merchant_id);
  const snapshot = await readForUse(deps, input.first_read ?? deps.hot, input);
  if (!snapshot || isInForm(snapshot.claim.terms, 'balance') || snapshot.has_order) return undefined;
  const { claim, owner, stock } = snapshot;
  const now = deps.clock.now(program);
  const isDue = owner.next_due_at !== null && owner.next_due_at <= now;
  if (isDue || owner.merged_into !== null) return undefined;
  const at = entryMoment(now, owner);
  refuseUnusable(claim, at);
  const { customer_id } = claim;
  const shown = { claim: usedOn(claim, key, at), customer: { ...owner, id: customer_id }, stock };
  const used: UsedVoucher = { kind: 'claim', customer_id, claimed_reward_id: claim.id, shown };
  const answer = await record?.(used);
  const isWritten = await useVoucherGuarded(deps.hot, program, snapshot, key, at, answer);
  return isWritten ? used : undefined;
}

async function useIncentive(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  input: UseVoucherInput,
  { referral, referrer }: FriendsVoucher,
): Promise<UsedVoucher> {
  const { program, order_merchant_id } = input;
  const key = platformKey(order_merchant_id);
  await lockOrderName(tx, { program_id: program.id, merchant_key: key }, 'shared');
  await findUsableOrder(tx, program.id, order_merchant_id, FIELD);
  const at = Math.max(deps.clock.now(program), referral.created_at);
  const used = await useIncentives(tx, program.id, [referral.code_key!], key, at);
  if (used === 0) throw new DomainError('voucher_already_used', 'The voucher was used before.');
  return { kind: 'incentive', customer_id: referrer.id };
}

function requiredAmount(amount: UseVoucherInput['amount']): CardAmount {
  const complaint = amountComplaint(amount);
  if (complaint === undefined) return amount as CardAmount;
  throw new DomainError('invalid_request', 'The request is not valid.', { details: { amount: complaint } });
}

function amountComplaint(amount: UseVoucherInput['amount']): string | undefined {
  if (!amount) return 'is required for a gift card';
  if ('complaint' in amount) return amount.complaint;
  return amount.minor === 0 ? 'must be more than 0' : undefined;
}

/** A gift card that was used in part keeps the state approved when its date has passed. */
function refuseUnusable(
  { state, usage_status, expires_at }: Pick<ClaimRecord, 'state' | 'usage_status' | 'expires_at'>,
  at: number,
): void {
  if (state === 'void' || state === 'declined')
    throw new DomainError('reward_already_refunded', 'The claimed reward was taken back.');
  if (usage_status === 'used') throw new DomainError('voucher_already_used', 'The voucher was used before.');
  if (state === 'expired' || (expires_at !== null && expires_at <= at))
    throw new DomainError('voucher_expired', 'The voucher has expired.');
}

/** Notes the amount that the order takes from the locked customer's card. Returns the rest of the balance. */
async function takeFromCard(
  tx: Tx,
  claim: ClaimRecord,
  orderKey: string,
  taken: number,
  at: number,
): Promise<number> {
  const order = { program_id: claim.program_id, merchant_key: orderKey };
  if (!(await insertCardUse(tx, claim, order, taken, at)))
    throw new DomainError('voucher_already_used', 'The gift card was used on this order before.');
  const rest = claim.current_balance_minor! - taken;
  if (rest < 0) throw new DomainError('insufficient_balance', 'The gift card holds less than the amount.');
  return rest;
}
