import type { ClaimView } from '../../domain/claims/claim-record.ts';
import type { StockLevels } from '../../domain/storefront/customer.ts';
import { promisedView } from '../shared/promised-view.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import type { RedeemableBody } from './redeemable-schemas.ts';
import { storefrontRewardOf } from './reward-kinds.ts';

/**
 * The redeemable of a claim: on the terms of the claim, with the amounts in which it was given. `stock` is the rest of
 * its product.
 */
export function presentRedeemable(
  reader: StorefrontView,
  claim: ClaimView,
  stock: StockLevels,
): RedeemableBody {
  const { terms } = claim;
  const view = promisedView(reader, claim);
  return storefrontRewardOf(terms.kind).presentRedeemable(view, claim, terms, stock) as RedeemableBody;
}
