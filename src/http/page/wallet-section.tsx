import type { ClaimView } from '../../domain/claims/claim-record.ts';
import { isInForm } from '../../domain/programs/reward-kinds.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { ClaimCard } from './claim-card.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { Nothing, Section } from './section.tsx';

/** The rewards that a customer has: first the usable ones, then the used ones. */
export function WalletSection({ page, customer }: { page: PageContext; customer: StorefrontCustomer }) {
  const { say } = page;
  const claims = allClaims(customer);
  const usable = claims.filter((claim) => isUsable(claim, customer.now));
  const past = claims.filter((claim) => !usable.includes(claim));
  return (
    <Section id="wallet" title={say('page_wallet', {})}>
      <OutcomeNotice page={page} of="claims/" />
      {usable.length === 0 ? (
        <Nothing>{say('page_wallet_nothing', {})}</Nothing>
      ) : (
        <ul class="cards">
          {usable.map((claim) => (
            <ClaimCard key={claim.id} page={page} claim={claim} isUsable={true} />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <details class="more">
          <summary>{say('page_wallet_past', {})}</summary>
          <ul class="cards">
            {past.map((claim) => (
              <ClaimCard key={claim.id} page={page} claim={claim} isUsable={false} />
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

/** The latest claims, and older ones that still wait for a cart. */
function allClaims({ claims, cart_redemptions, unlinked_redemptions }: StorefrontCustomer): ClaimView[] {
  const older = [...cart_redemptions, ...unlinked_redemptions].filter(
    ({ id }, index, all) =>
      claims.every((claim) => claim.id !== id) && all.findIndex((other) => other.id === id) === index,
  );
  return [...claims, ...older];
}

function isUsable(claim: ClaimView, now: number): boolean {
  const isOpen = claim.state === 'approved' || claim.state === 'pending';
  const isDone = claim.usage_status === 'used' || (isInForm(claim.terms, 'by_store') && isFulfilled(claim));
  return isOpen && !isDone && (claim.expires_at === null || claim.expires_at > now);
}

/** Whether the store has handed the claim over and no code is left to use. */
function isFulfilled({ fulfilled_at, code }: ClaimView): boolean {
  return fulfilled_at !== null && code === null;
}
