import type { ClaimRecord } from '../claims/claim-record.ts';
import { giftCardHashes, normaliseCode } from '../claims/codes.ts';
import { takenFromCard } from '../claims/promised-amounts.ts';
import { isOwnMerchandise, redemptionOf } from '../claims/redeemed-line.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Tx } from '../core/transaction.ts';
import { noteReuse } from '../outbox/event-store.ts';
import { isInForm } from '../programs/reward-kinds.ts';
import { type ClaimReferences, insertCardUse, listNamedClaims, markUsed, tieClaims } from './claims-store.ts';
import { type OrderInput, type OrderLine, type OrderRow, redemptionIds } from './order.ts';

/** The part of an order that may name claims. */
type NamingOrder = Pick<OrderInput, 'program' | 'line_items' | 'discount_codes' | 'claimed_reward_ids'>;

/** Everything by which an order may name a claim: voucher and gift card codes, cart redemptions, claim ids. */
export function claimReferences(deps: Secrets, order: Omit<NamingOrder, 'program'>): ClaimReferences {
  return {
    codes: order.discount_codes.map((discount) => normaliseCode(discount.code)),
    code_hashes: order.discount_codes.flatMap((discount) => giftCardHashes(deps, discount.code)),
    redemption_ids: redemptionIds(order.line_items),
    claim_ids: order.claimed_reward_ids,
  };
}

/**
 * The order's discount codes in the form that is kept. For a gift card only the last characters are kept, since a
 * reader of orders could spend the rest of the card.
 */
export function keptCodes(
  deps: Secrets,
  order: Pick<OrderInput, 'discount_codes'>,
  named: readonly ClaimRecord[],
): OrderInput['discount_codes'] {
  return order.discount_codes.map((discount) => {
    const card = named.find(({ code_hash }) => isCodeOf(deps, code_hash, discount.code));
    return card ? { ...discount, code: `…${card.code_last_characters}` } : discount;
  });
}

/**
 * Marks the claims that an order used: vouchers, cart redemptions, gift card balances, and every claim it names by id.
 * The owners of all of them are locked. A claim that has lapsed, expired or been used before is not changed. Nor is a
 * cart redemption that only lines of other merchandise or of another quantity carry.
 */
export async function useClaims(
  tx: Tx,
  deps: Secrets,
  {
    order,
    references,
    owners,
    recorded,
    at,
  }: {
    order: NamingOrder;
    references: ClaimReferences;
    owners: ReadonlySet<number>;
    recorded: OrderRow;
    at: number;
  },
): Promise<void> {
  const claims = await listNamedClaims(tx, order.program.id, references);
  for (const claim of claims) {
    if (isReused(claim, order, recorded)) await noteReuse(tx, claim, recorded, at);
    if (!owners.has(claim.customer_id) || !isUsable(claim, at) || !isBought(claim, order)) continue;
    if (!isInForm(claim.terms, 'balance')) {
      await markUsed(tx, claim, {
        usage_status: 'used',
        current_balance_minor: null,
        order_id: recorded.id,
        at,
      });
      continue;
    }
    const balance = claim.current_balance_minor ?? 0;
    const currency = recorded.currency ?? order.program.currency;
    const asked = { minor: amountTakenFrom(deps, claim.code_hash, order), currency };
    const taken = Math.min(balance, takenFromCard(order.program, claim, asked));
    if (taken === 0 || !(await insertCardUse(tx, claim, recorded, taken, at))) continue;
    const rest = balance - taken;
    await markUsed(tx, claim, {
      usage_status: rest === 0 ? 'used' : 'partially_used',
      current_balance_minor: rest,
      order_id: recorded.id,
      at,
    });
  }
  await tieClaims(tx, order.program.id, recorded.id);
}

/** Whether another order has used this code already. A shop that accepts it twice should know. */
function isReused(claim: ClaimRecord, { discount_codes }: NamingOrder, recorded: OrderRow): boolean {
  const { code_key, used_by_order_id, used_by_order_key } = claim;
  if (claim.usage_status !== 'used' || code_key === null) return false;
  if (used_by_order_id === recorded.id || used_by_order_key === recorded.merchant_key) return false;
  return discount_codes.some(({ code }) => normaliseCode(code) === code_key);
}

/**
 * Also checks the expiry of a claim whose due work is not processed yet: the owner may be another customer than that of
 * the order.
 */
function isUsable(claim: ClaimRecord, at: number): boolean {
  if (claim.state !== 'approved' || claim.usage_status === 'used') return false;
  const lapsed =
    claim.usage_status === 'not_used' && claim.auto_refund_at !== null && claim.auto_refund_at <= at;
  const expired = claim.expires_at !== null && claim.expires_at <= at;
  return !lapsed && !expired;
}

/**
 * Only a line of the redeemed product uses a cart redemption, because whoever writes a line could name any redemption.
 */
function isBought(claim: ClaimRecord, { line_items, claimed_reward_ids }: NamingOrder): boolean {
  if (claim.redemption_id === null || claimed_reward_ids.includes(claim.id)) return true;
  return line_items.some(
    ({ attributes, variant_id, quantity }: OrderLine) =>
      redemptionOf(attributes) === claim.redemption_id &&
      variant_id !== null &&
      isOwnMerchandise(claim, variant_id) &&
      quantity === claim.quantity,
  );
}

/** In the order's currency, as it was sent. */
function amountTakenFrom(deps: Secrets, codeHash: Buffer | null, order: NamingOrder): number {
  if (codeHash === null) return 0;
  return order.discount_codes
    .filter((discount) => isCodeOf(deps, codeHash, discount.code))
    .reduce((sum, { amount_minor, told_amount_minor = amount_minor }) => sum + told_amount_minor, 0);
}

function isCodeOf(deps: Secrets, codeHash: Buffer | null, code: string): boolean {
  return codeHash !== null && giftCardHashes(deps, code).some((hash) => hash.equals(codeHash));
}
