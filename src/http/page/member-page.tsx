import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { Document } from './document.tsx';
import { EarnListing } from './earn-listing.tsx';
import type { PageContext } from './page-context.ts';
import { PointsCard } from './points-card.tsx';
import { RewardListing } from './reward-listing.tsx';
import { TierCard } from './tier-card.tsx';

/** What an enrolled customer sees. */
export function MemberPage({ page, customer }: { page: PageContext; customer: StorefrontCustomer }) {
  const { row, tier, rules, rewards } = customer;
  const { program, wording } = page.view;
  return (
    <Document language={wording.spoken} title={program.name}>
      <main>
        <header class="masthead">
          <h1>{program.name}</h1>
          {row.first_name && <p class="muted">{page.say('page_greeting', { name: row.first_name })}</p>}
        </header>
        <div class="facts">
          <PointsCard page={page} customer={row} />
          {tier && <TierCard page={page} standing={tier} />}
        </div>
        <div class="columns">
          <RewardListing page={page} rewards={rewards} />
          <EarnListing page={page} rules={rules} />
        </div>
      </main>
    </Document>
  );
}
