import { isCompletedBy } from '../../domain/programs/rule-kinds.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { presentRefereeIncentive } from '../shared/present-referee-incentive.ts';
import { CopyButton, LinkLine } from './code-line.tsx';
import type { PageContext } from './page-context.ts';
import { RuleResult } from './program-words.tsx';
import { Section } from './section.tsx';

/** A customer's link for friends, the benefits for both, and the ways to send it. */
export function ReferSection({ page, customer }: { page: PageContext; customer: StorefrontCustomer }) {
  const { say, view, actions } = page;
  const link = (network: string) => `${actions.public_url}/r/${customer.row.referral_id}/${network}`;
  const words = say('page_share_text', { site: view.site.name });
  const subject = encodeURIComponent(view.site.name);
  const body = encodeURIComponent(`${words} ${link('email')}`);
  return (
    <Section id="refer" title={say('page_refer', {})} lead={say('page_refer_text', {})}>
      <div class="card stack">
        <Gains page={page} customer={customer} />
        <h3 class="label" id="refer-label">
          {say('page_refer_link', {})}
        </h3>
        <LinkLine id="refer-link" text={link('direct')} label="refer-label" />
        <p class="row">
          <CopyButton page={page} of="refer-link" />
          <button
            type="button"
            class="button"
            data-share={JSON.stringify({ text: words, url: link('device_share') })}
            hidden
          >
            {say('page_share', {})}
          </button>
          <a class="button quiet" href={`mailto:?subject=${subject}&body=${body}`}>
            {say('page_share_email', {})}
          </a>
        </p>
      </div>
    </Section>
  );
}

function Gains({ page, customer }: { page: PageContext; customer: StorefrontCustomer }) {
  const { say, view } = page;
  const incentive = presentRefereeIncentive(view);
  const offered = customer.rules.find(({ rule }) => isCompletedBy(rule, 'friend'));
  if (!incentive && !offered) return null;
  return (
    <dl class="gains">
      {incentive && (
        <div>
          <dt class="label">{say('page_refer_friend', {})}</dt>
          <dd>{incentive.incentive_text}</dd>
        </div>
      )}
      {offered && (
        <div>
          <dt class="label">{say('page_refer_you', {})}</dt>
          <dd>
            <RuleResult page={page} rule={offered.rule} variant={offered.variant} />
          </dd>
        </div>
      )}
    </dl>
  );
}
