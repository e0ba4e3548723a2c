import type { ClaimRecord } from '../claims/claim-record.ts';
import { giftCardHash, normaliseCode } from '../claims/codes.ts';
import type { Tx } from '../transaction.ts';
import { type ClaimReferences, insertCardUse, listNamedClaims, markUsed, tieClaims } from './claims-store.ts';
import { type OrderInput, type OrderRow, redemptionIds } from './order.ts';

/** Everything by which an order may name a claim: voucher and gift card codes, cart redemptions, claim ids. */
export function claimReferences(secret: Buffer, order: OrderInput): ClaimReferences {
  return {
    codes: order.discount_codes.map((discount) => normaliseCode(discount.code)),
    code_hashes: order.discount_codes.map((discount) => giftCardHash(secret, discount.code)),
    redemption_ids: redemptionIds(order.line_items),
    claim_ids: order.claimed_reward_ids,
  };
}

/**
 * The order's discount codes as they are kept: of a gift card only its last characters, since whoever may read
 * orders could spend what is left on it.
 */
export function keptCodes(
  secret: Buffer,
  order: Pick<OrderInput, 'discount_codes'>,
  named: readonly ClaimRecord[],
): OrderInput['discount_codes'] {
  return order.discount_codes.map((discount) => {
    const hash = giftCardHash(secret, discount.code);
    const card = named.find(({ code_hash }) => code_hash?.equals(hash));
    return card ? { ...discount, code: `…${card.code_last_characters}` } : discount;
  });
}

/**
 * Marks what an order used: vouchers, cart redemptions, gift card balances, and whatever it names by id. The
 * owners of all of them are locked. What has lapsed, expired or been used before is left as it is.
 */
export async function useClaims(
  tx: Tx,
  secret: Buffer,
  order: OrderInput,
  references: ClaimReferences,
  owners: ReadonlySet<number>,
  recorded: OrderRow,
  at: number,
): Promise<void> {
  const claims = await listNamedClaims(tx, order.program.id, references);
  for (const claim of claims) {
    if (!owners.has(claim.customer_id) || !isUsable(claim, at)) continue;
    if (claim.terms.kind !== 'gift_card') {
      await markUsed(tx, claim, {
        usage_status: 'used',
        current_balance_minor: null,
        order_id: recorded.id,
        at,
      });
      continue;
    }
    const balance = claim.current_balance_minor ?? 0;
    const taken = Math.min(balance, amountTakenFrom(secret, claim.code_hash, order));
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

/** Also of a claim whose end has come and is not settled yet, as an owner other than the order's customer may have. */
function isUsable(claim: ClaimRecord, at: number): boolean {
  if (claim.state !== 'approved' || claim.usage_status === 'used') return false;
  const lapsed =
    claim.usage_status === 'not_used' && claim.auto_refund_at !== null && claim.auto_refund_at <= at;
  const expired = claim.expires_at !== null && claim.expires_at <= at;
  return !lapsed && !expired;
}

function amountTakenFrom(secret: Buffer, codeHash: Buffer | null, order: OrderInput): number {
  if (codeHash === null) return 0;
  return order.discount_codes
    .filter((discount) => giftCardHash(secret, discount.code).equals(codeHash))
    .reduce((sum, discount) => sum + discount.amount_minor, 0);
}
