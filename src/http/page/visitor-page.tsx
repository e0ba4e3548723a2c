import type { Offers } from '../../domain/storefront/offers.ts';
import { Document } from './document.tsx';
import { EarnListing } from './earn-listing.tsx';
import { Entry, Listing } from './listing.tsx';
import type { PageContext } from './page-context.ts';
import { RewardListing } from './reward-listing.tsx';
import { boundText } from './tier-text.ts';

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
  const { program, site, wording } = page.view;
  return (
    <Document language={wording.spoken} title={program.name}>
      <main>
        <header class="card hero stack">
          <h1>{program.name}</h1>
          <p>{page.say(WELCOME[visitor], { site: site.name })}</p>
        </header>
        <div class="columns">
          <EarnListing page={page} rules={offers.rules} />
          <RewardListing page={page} rewards={offers.rewards} />
        </div>
        <TierListing page={page} />
      </main>
    </Document>
  );
}

const WELCOME = {
  unknown: 'page_visitor',
  not_enrolled: 'page_not_enrolled',
  blocked: 'page_blocked',
} as const;

/** Tiers that facts earn and that are no surprise, with the benefits that are none. */
function TierListing({ page }: { page: PageContext }) {
  const { program, language, text } = page.view;
  const shown = program.tiers.filter((tier) => !tier.hidden);
  if (shown.length < 2) return null;
  return (
    <Listing id="tiers" title={page.say('page_tiers', {})} nothing="">
      {shown.map((tier) => (
        <Entry
          key={tier.id}
          language={language}
          title={text(tier.name)}
          description={program.benefits
            .filter(({ id, secret }) => !secret && tier.benefit_ids.includes(id))
            .map(({ label }) => text(label))
            .join(' · ')}
          value={boundText(page, program.settings.tier_boundary_mode, tier.lower_bound)}
        />
      ))}
    </Listing>
  );
}
