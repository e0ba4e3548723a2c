import { platformKey } from '../core/platform-key.ts';
import type { ClaimRecord } from './claim-record.ts';

/** The line attribute that carries a cart redemption's id from the storefront's cart to the order. */
export const REDEMPTION_ATTRIBUTE = '_loyalty_redemption_id';

/** No redemption's id is longer. A longer value is not ours. */
const MAX_REDEMPTION_ID = 64;

/**
 * The redemption that a line of a cart or an order names; undefined: none. A line stands for one redemption at most,
 * the first that it names.
 */
export function redemptionOf(
  attributes: readonly { key: string; value: string | null }[],
): string | undefined {
  const named = attributes.find(
    ({ key, value }) =>
      key === REDEMPTION_ATTRIBUTE && value !== null && value !== '' && value.length <= MAX_REDEMPTION_ID,
  );
  return named?.value ?? undefined;
}

/** Whether the store's id names the variant that was claimed. */
export function isOwnMerchandise(claim: Pick<ClaimRecord, 'variant_id'>, merchandiseId: string): boolean {
  return claim.variant_id !== null && platformKey(claim.variant_id) === platformKey(merchandiseId);
}
