import type { ClaimView } from '../../domain/claims/claim-record.ts';
import { isInForm } from '../../domain/programs/reward-kinds.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { ClaimCard } from './claim-card.tsx';
import { claimEnd } from './claim-end.ts';
import { fold } from './fold.ts';
import { OutcomeNotice } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { Nothing, Section } from './section.tsx';

interface WalletProps {
  page: PageContext;
  customer: StorefrontCustomer;
}

/** The number of usable rewards that are shown at first. */
const FIRST = 5;

/** The rewards that a customer has: those that expire first on top, the rest folded, then the used ones. */
export function WalletSection({ page, customer }: WalletProps) {
  const { say } = page;
  const claims = allClaims(customer);
  const usable = claims.filter((claim) => isUsable(claim, customer.now));
  const past = claims.filter((claim) => !usable.includes(claim));
  usable.sort(byEnd);
  const [shown, folded] = fold(usable, FIRST);
  return (
    <Section id="wallet" title={say('page_wallet', {})}>
      <OutcomeNotice page={page} of="claims/" />
      {usable.length === 0 ? (
        <Nothing>{say('page_wallet_nothing', {})}</Nothing>
      ) : (
        <Claims {...{ page, customer }} claims={shown} isUsable={true} />
      )}
      {folded.length > 0 && (
        <details class="more">
          <summary>{say('page_show_all', { count: usable.length })}</summary>
          <Claims {...{ page, customer }} claims={folded} isUsable={true} />
        </details>
      )}
      {past.length > 0 && (
        <details class="more">
          <summary>{say('page_wallet_past', {})}</summary>
          <Claims {...{ page, customer }} claims={past} isUsable={false} />
        </details>
      )}
    </Section>
  );
}

function Claims({
  page,
  customer,
  claims,
  isUsable,
}: WalletProps & { claims: ClaimView[]; isUsable: boolean }) {
  return (
    <ul class="cards">
      {claims.map((claim) => (
        <ClaimCard key={claim.id} page={page} claim={claim} isUsable={isUsable} now={customer.now} />
      ))}
    </ul>
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

/** Rewards that can be used for ever come last, in their order. */
function byEnd(a: ClaimView, b: ClaimView): number {
  return claimEnd(a) === claimEnd(b) ? 0 : claimEnd(a) - claimEnd(b);
}

function isUsable(claim: ClaimView, now: number): boolean {
  const isOpen = claim.state === 'approved' || claim.state === 'pending';
  const isDone = claim.usage_status === 'used' || (isInForm(claim.terms, 'by_store') && isFulfilled(claim));
  return isOpen && !isDone && (claim.expires_at === null || claim.expires_at > now);
}

/** Whether the store has fulfilled the claim and no code is left to use. */
function isFulfilled({ fulfilled_at, code }: ClaimView): boolean {
  return fulfilled_at !== null && code === null;
}
