import type { ComponentChildren } from 'preact';
import type { ClaimView } from '../../domain/claims/claim-record.ts';
import { isInForm } from '../../domain/programs/reward-kinds.ts';
import { Celebration } from './celebration.tsx';
import { CodeLine } from './code-line.tsx';
import { Icon } from './icon.tsx';
import type { ShownOutcome } from './outcome.ts';
import type { PageContext } from './page-context.ts';
import { AboutClaim } from './program-words.tsx';
import { refusalText } from './refusal-text.ts';
import { destinationOf } from './rule-kinds.ts';

/** The subject of an action: `rewards/12` for `rewards/12/redeem`. */
export function subjectOf({ action }: Pick<ShownOutcome, 'action'>): string {
  return action.split('/').slice(0, 2).join('/');
}

/** Whether the last action had that subject. */
export function isAbout({ outcome }: PageContext, subject: string): boolean {
  return outcome !== null && subjectOf(outcome) === subject;
}

/**
 * The outcome of the last action, in the place of the action's form. It renders nothing in other places. `of`: a
 * subject, or the common beginning of several subjects.
 */
export function OutcomeNotice({ page, of }: { page: PageContext; of: string }) {
  const { outcome } = page;
  if (!outcome) return null;
  const subject = subjectOf(outcome);
  if (of.endsWith('/') ? !subject.startsWith(of) : subject !== of) return null;
  const { claim } = outcome;
  const claimed = outcome.kind === 'redeemed' && claim ? `${claim.reward_id} ${claim.id}` : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form's, and this is of none
    <div
      id="outcome"
      class={outcome.kind === 'refused' ? 'notice refused' : 'notice'}
      tabindex={-1}
      role="group"
      aria-labelledby="outcome-title"
      data-claimed={claimed}
    >
      <p class="notice-title" id="outcome-title">
        <Icon name={outcome.kind === 'refused' ? 'alert' : 'check'} />
        <span>
          <Title page={page} outcome={outcome} />
        </span>
        {isJoyful(outcome) && <Celebration />}
      </p>
      <Details page={page} outcome={outcome} />
    </div>
  );
}

/** Whether the outcome is a reason to celebrate: a new reward, or the start of a membership. */
function isJoyful(outcome: ShownOutcome): boolean {
  return outcome.kind === 'redeemed' || (outcome.kind === 'enrolled' && outcome.enrolled);
}

function Title({ page, outcome }: { page: PageContext; outcome: ShownOutcome }) {
  const { claim } = outcome;
  if (!claim) return <>{titleOf(page, outcome, '')}</>;
  return (
    <AboutClaim page={page} claim={claim}>
      {(reward) => titleOf(page, outcome, reward)}
    </AboutClaim>
  );
}

/** `reward`: the name of the reward in the title. */
function titleOf({ say, points, view }: PageContext, outcome: ShownOutcome, reward: string): string {
  const before = () => say('page_done_before', {});
  switch (outcome.kind) {
    case 'completed':
      return outcome.claim === null
        ? say('page_done_earned', { amount: points(outcome.points) })
        : say('page_done_received', { reward });
    case 'redeemed':
      return say('page_done_redeemed', { reward });
    case 'given_back':
      return say('page_done_given_back', { reward });
    case 'birthday_set':
      return outcome.updated ? say('page_done_birthday', {}) : before();
    case 'enrolled':
      return outcome.enrolled ? say('page_done_joined', { program: view.program.name }) : before();
    case 'subscribed':
      return outcome.updated ? say('page_done_subscribed', {}) : before();
    case 'refused':
      return say('page_refused', {});
  }
}

function Details({ page, outcome }: { page: PageContext; outcome: ShownOutcome }) {
  const { say, day, points } = page;
  switch (outcome.kind) {
    case 'completed':
      return (
        <>
          {outcome.approves_at !== null && (
            <p>
              {say('page_points_arrive', { amount: points(outcome.points), date: day(outcome.approves_at) })}
            </p>
          )}
          <Onward page={page} action={outcome.action} />
        </>
      );
    case 'redeemed':
      return outcome.claim && <Redeemed page={page} claim={outcome.claim} fullCode={outcome.full_code} />;
    case 'given_back':
      return <Balance page={page} />;
    case 'refused':
      return <p>{refusalText(page, outcome.code)}</p>;
    default:
      return null;
  }
}

function Redeemed({
  page,
  claim,
  fullCode,
}: {
  page: PageContext;
  claim: ClaimView;
  fullCode: string | null;
}) {
  const { say } = page;
  const code = fullCode ?? claim.code;
  return (
    <>
      {code !== null && <CodeLine page={page} id="code-new" text={code} />}
      <p>{adviceOn(page, claim, fullCode)}</p>
      <Balance page={page} />
      <p>
        <a href="#wallet">{say('page_wallet', {})}</a>
      </p>
    </>
  );
}

function adviceOn({ say, view }: PageContext, { terms, code }: ClaimView, fullCode: string | null): string {
  if (fullCode !== null) return say('page_done_gift_card', {});
  if (isInForm(terms, 'cart_line')) return say('page_claim_product', { site: view.site.name });
  return code === null ? say('page_claim_in_hand', {}) : say('page_done_voucher', {});
}

/** The link to the rule's destination. If the browser ran our script, a new tab shows the destination already. */
function Onward({ page, action }: { page: PageContext; action: string }): ComponentChildren {
  const rule = page.view.program.rule(Number(action.split('/')[1]));
  const destination = rule ? destinationOf(rule) : null;
  if (destination === null) return null;
  return (
    <p>
      <a href={destination} target="_blank" rel="noopener noreferrer">
        {page.say('page_done_continue', { place: new URL(destination).host })}
        <span class="unseen"> ({page.say('page_new_tab', {})})</span>
      </a>
    </p>
  );
}

function Balance({ page }: { page: PageContext }) {
  return page.balance === null ? null : (
    <p>{page.say('page_balance', { amount: page.points(page.balance) })}</p>
  );
}
