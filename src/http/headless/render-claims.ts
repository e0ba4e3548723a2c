import type { ClaimView } from '../../domain/claims/claim-record.ts';
import type { ClaimTerms } from '../../domain/programs/reward-kinds.ts';
import type { CartRedemption, StockLevels } from '../../domain/storefront/customer.ts';
import type { Pieces } from '../pieces.ts';
import { momentText } from '../shared/json-moments.ts';
import { promisedView } from '../shared/promised-view.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { presentActiveCartRedemption } from './present-cart-redemption.ts';
import { presentSource } from './present-claimed-reward.ts';
import { presentRedeemable } from './present-redeemable.ts';
import { titleText } from './render-title.ts';

/** Adds the texts of `presentClaimedReward`, with commas between them. */
export function addClaims(
  pieces: Pieces,
  view: StorefrontView,
  claims: readonly ClaimView[],
  stock: StockLevels,
): void {
  claims.forEach((claim, index) => {
    if (index > 0) pieces.own(',');
    const { id, reward_id, claimed_at, auto_refund_at, title, state } = claim;
    pieces.own(
      `{"id":${id},"claimed_at":${momentText(claimed_at)},"auto_refund_at":${momentText(auto_refund_at)},"reward_id":${reward_id},"title":${titleText(view, reward_id, title)},"state":"${state}","source":${sourceText(claim)},"redeemable":`,
    );
    addRedeemable(pieces, view, claim, stock);
    pieces.own('}');
  });
}

function sourceText(claim: ClaimView): string {
  if (claim.source_kind !== 'points_redemption') return JSON.stringify(presentSource(claim));
  return `{"kind":"points_redemption","points_cost":${claim.points_cost}}`;
}

function addRedeemable(pieces: Pieces, view: StorefrontView, claim: ClaimView, stock: StockLevels): void {
  const { terms, usage_status, code, expires_at, used_at } = claim;
  const middle = promisedView(view, claim) === view ? middleOfVoucher(view, claim) : null;
  if (middle === null) {
    pieces.own(JSON.stringify(presentRedeemable(view, claim, stock)));
    return;
  }
  pieces
    .own(`{"kind":"${terms.kind}","usage_status":"${usage_status}","code":${JSON.stringify(code)},`)
    .shared(middle)
    .own(`,"expires_at":${momentText(expires_at)},"used_at":${momentText(used_at)}}`);
}

const middlesOfViews = new WeakMap<StorefrontView, WeakMap<ClaimTerms, string | null>>();

/**
 * The part of a voucher's text that depends only on its terms; null: the kind has no such part between its code and its
 * end. Claims on the same terms share the object of their terms.
 */
function middleOfVoucher(view: StorefrontView, claim: ClaimView): string | null {
  let held = middlesOfViews.get(view);
  if (!held) {
    held = new WeakMap();
    middlesOfViews.set(view, held);
  }
  let middle = held.get(claim.terms);
  if (middle === undefined) {
    middle = cutMiddle(view, claim);
    held.set(claim.terms, middle);
  }
  return middle;
}

const UNTRACKED: StockLevels = { remaining: () => null };

function cutMiddle(view: StorefrontView, claim: ClaimView): string | null {
  const bare: ClaimView = { ...claim, usage_status: 'not_used', code: '', expires_at: null, used_at: null };
  const text = JSON.stringify(presentRedeemable(view, bare, UNTRACKED));
  const start = `{"kind":"${claim.terms.kind}","usage_status":"not_used","code":"",`;
  const end = ',"expires_at":null,"used_at":null}';
  return text.startsWith(start) && text.endsWith(end) ? text.slice(start.length, -end.length) : null;
}

/** The texts of `presentActiveCartRedemption`, with commas between them. */
export function renderCartRedemptions(
  view: StorefrontView,
  claims: readonly CartRedemption[],
  stock: StockLevels,
): string {
  return claims.map((claim) => JSON.stringify(presentActiveCartRedemption(view, claim, stock))).join();
}
