import type { Offers } from '../../domain/storefront/offers.ts';
import { Document } from './document.tsx';
import { EarnListing } from './earn-listing.tsx';
import { Entry, Listing } from './listing.tsx';
import type { PageContext } from './page-context.ts';
import { RewardListing } from './reward-listing.tsx';

export type Visitor = 'unknown' | 'not_enrolled' | 'blocked';

/** What the program offers, for those who have no points of their own. */
export function VisitorPage({
  page,
  visitor,
  offers,
}: {
  page: PageContext;
  visitor: Visitor;
  offers: Offers;
}) {
  const { program, site, language } = page.view;
  return (
    <Document language={language} title={program.name}>
      <main>
        <header class="card hero stack">
          <h1>{program.name}</h1>
          <p>{page.say(WELCOME[visitor], { site: site.name })}</p>
        </header>
        <div class="columns">
          <EarnListing page={page} rules={offers.rules} />
          <RewardListing page={page} rewards={offers.rewards} />
        </div>
        {program.tiers.length > 1 && <TierListing page={page} />}
      </main>
    </Document>
  );
}

const WELCOME = {
  unknown: 'page_visitor',
  not_enrolled: 'page_not_enrolled',
  blocked: 'page_blocked',
} as const;

function TierListing({ page: { say, view } }: { page: PageContext }) {
  return (
    <Listing id="tiers" title={say('page_tiers', {})} nothing="">
      {view.program.tiers.map((tier) => (
        <Entry
          key={tier.id}
          language={view.language}
          title={view.text(tier.name)}
          value={
            tier.lower_bound === 0
              ? say('page_tier_first', {})
              : say('page_tier_from', { amount: view.money(tier.lower_bound).formatted })
          }
        />
      ))}
    </Listing>
  );
}
