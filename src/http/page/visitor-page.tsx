import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../../domain/programs/configuration.ts';
import { isCompletedBy } from '../../domain/programs/rule-kinds.ts';
import type { Offers } from '../../domain/storefront/offers.ts';
import { presentRuleVariant } from '../shared/present-available-rule.ts';
import { AboutSection } from './about-section.tsx';
import { ActionForm } from './action-form.tsx';
import { Banner } from './banner.tsx';
import { EarnSection } from './earn-section.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Masthead } from './masthead.tsx';
import { OutcomeNotice, subjectOf } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { PageNav, type Tab } from './page-nav.tsx';
import { RewardSection } from './reward-section.tsx';
import { shownTiers, TierSection } from './tier-section.tsx';

export type Visitor = 'unknown' | 'not_enrolled' | 'blocked';

/** The program's offers, for visitors without points of their own. */
export function VisitorPage({
  page,
  visitor,
  offers,
}: {
  page: PageContext;
  visitor: Visitor;
  offers: Offers;
}) {
  const { site } = page.view;
  return (
    <main class="tabbed" data-unsent={page.say('page_unsent', {})}>
      <Banner page={page} />
      <Masthead page={page} />
      {page.outcome && <OutcomeNotice page={page} of={subjectOf(page.outcome)} />}
      <div class="card hero welcome">
        <div class="words">
          {visitor !== 'blocked' && <Headline page={page} offers={offers} />}
          <p class="lead">{page.say(WELCOME[visitor], { site: site.name })}</p>
        </div>
        <Entrance page={page} visitor={visitor} />
      </div>
      {visitor !== 'blocked' && (
        <HowItWorks page={page} isKnown={visitor === 'not_enrolled'} offers={offers} />
      )}
      <PageNav page={page} tabs={tabsOf(page, offers)} />
      <div class="panes">
        <RewardSection page={page} rewards={offers.rewards} />
        {offers.rules.length > 0 && <EarnSection page={page} rules={offers.rules} />}
        <TierSection page={page} />
      </div>
      <AboutSection page={page} />
    </main>
  );
}

function tabsOf(page: PageContext, offers: Offers): Tab[] {
  const { say } = page;
  return [
    { id: 'rewards', name: say('page_rewards', {}), icon: 'gift' },
    ...(offers.rules.length > 0
      ? [{ id: 'earn', name: say('page_tab_earn', {}), icon: 'spark' } as const]
      : []),
    ...(shownTiers(page, null).length > 0
      ? [{ id: 'tiers', name: say('page_tiers', {}), icon: 'star' } as const]
      : []),
  ];
}

const WELCOME = {
  unknown: 'page_visitor',
  not_enrolled: 'page_not_enrolled',
  blocked: 'page_blocked',
} as const;

/** The reason to join: the points for it, if everybody gets them. */
function Headline({ page, offers }: { page: PageContext; offers: Offers }) {
  const { say, view } = page;
  const joining = offers.rules.find(({ rule }) => isCompletedBy(rule, 'joining') && givesPointsToAll(rule));
  return (
    <h2 class="headline">
      {joining
        ? say('page_visitor_gain', {
            gain: presentRuleVariant(view, joining.rule, joining.variant).result_short_text,
          })
        : say('page_visitor_title', { program: view.program.name })}
    </h2>
  );
}

/** Whether a rule gives the same points in each tier: a visitor's future tier is not known. */
function givesPointsToAll({ variants }: Rule): boolean {
  const { result } = variants.get(null)!;
  return (
    result.kind === 'points' &&
    [...variants.values()].every((variant) => variant.enabled && isDeepStrictEqual(variant.result, result))
  );
}

/** The way to join: here, or in the store, whose page frames this one. */
function Entrance({ page, visitor }: { page: PageContext; visitor: Visitor }) {
  const { say, view } = page;
  if (visitor === 'not_enrolled') {
    return (
      <ActionForm page={page} action="enrol">
        <button type="submit" class="button">
          {say('page_join', {})}
        </button>
      </ActionForm>
    );
  }
  const { site } = view;
  if (visitor === 'blocked')
    return <ToStore address={site.url} words={say('page_visit_site', { site: site.name })} />;
  return (
    <div class="row">
      <ToStore address={site.join_url ?? site.url} words={say('page_join', {})} />
      <ToStore address={site.sign_in_url ?? site.url} words={say('page_sign_in', {})} look="quiet" />
    </div>
  );
}

function ToStore({ address, words, look = '' }: { address: string; words: string; look?: string }) {
  return (
    <a class={`button ${look}`.trim()} href={address} target="_top">
      {words}
    </a>
  );
}
