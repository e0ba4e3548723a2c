import type { ComponentChildren } from 'preact';
import { type ClaimRecord, isHandedOver } from '../../../domain/claims/claim-record.ts';
import { getClaim } from '../../../domain/claims/store.ts';
import { fulfilClaim } from '../../../domain/operations/fulfil-claim.ts';
import { refundReward } from '../../../domain/operations/refund-reward.ts';
import { revealCode } from '../../../domain/operations/reveal-code.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { isInForm } from '../../../domain/programs/reward-kinds.ts';
import { programView } from '../../shared/program-view.ts';
import { claimedTitle } from '../../shared/reward-title.ts';
import { idOf } from '../address-id.ts';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { Facts } from '../design/facts.tsx';
import { Field } from '../design/field.tsx';
import { Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { useWording } from '../language/use-wording.ts';
import { claimState, customerName, zoneOf } from './customer-words.ts';
import { type Asked, DeedForm, deed, type FormView, filled } from './deed.tsx';

/** The view of a claimed reward, with the actions that are still possible. */
const CLAIM = {
  title: 'claim_title',
  read: readClaim,
  body: (form: FormView, claim: ClaimRecord, asked: Asked) => (
    <ClaimScreen form={form} claim={claim} asked={asked} />
  ),
} as const;

const claimPath = ({ params }: Asked) => `claims/${params.claim}`;

/** Refunds a claimed reward: its points return. */
export const refund = deed({
  ...CLAIM,
  path: (asked) => `${claimPath(asked)}/refund`,
  effect: ({ deps, visit: { program }, customer, params, by }, hooks) => {
    const claim = { customer_id: customer.id, claimed_reward_id: idOf(params.claim) ?? 0 };
    return refundReward(deps, { program, ...claim, even_if_blocked: true, by }, hooks);
  },
  end: () => 'given_back',
});

/** Records that the store has fulfilled a claimed reward. */
export const fulfil = deed({
  ...CLAIM,
  path: (asked) => `${claimPath(asked)}/fulfil`,
  effect: ({ deps, visit: { program }, customer, params, form, by }, hooks) => {
    const claim = { customer_id: customer.id, claimed_reward_id: idOf(params.claim) ?? 0 };
    const explanation = form.explanation?.replaceAll('\0', '').trim().slice(0, LONGEST_EXPLANATION) || null;
    return fulfilClaim(deps, { program, ...claim, explanation, by }, hooks);
  },
  end: () => 'fulfilled',
});

const LONGEST_EXPLANATION = 500;

/** Shows the whole code of a claimed reward. The audit records who saw it. */
export const reveal = deed({
  ...CLAIM,
  path: (asked) => `${claimPath(asked)}/reveal`,
  effect: async ({ deps, visit: { program }, customer, params, by }, hooks) => {
    const claim = { customer_id: customer.id, claimed_reward_id: idOf(params.claim) ?? 0 };
    return revealCode(deps, { program, ...claim, vouchers_too: true, by }, hooks);
  },
  end: ({ full_code }, asked) => ({ screen: <Code code={full_code} asked={asked} /> }),
});

function Code({ code, asked: { visit, customer, home } }: { code: string; asked: Asked }) {
  const { say } = visit.wording;
  return (
    <Screen
      frame={visit.frame('customers')}
      title={say('claim_code_title')}
      narrow
      back={{ href: home, words: customerName(customer) }}
    >
      <Card>
        <p>
          <span class="secret">{code}</span>
          <CopyButton text={code} label={say('claim_copy_code')} />
        </p>
        <p class="muted">{say('claim_code_about')}</p>
      </Card>
    </Screen>
  );
}

async function readClaim({ deps, customer, params }: Asked): Promise<ClaimRecord> {
  return getClaim(deps.db, customer, idOf(params.claim) ?? 0);
}

/** All actions on a claim share this screen: each has its own form with its own address. */
function ClaimScreen({ form, claim, asked }: { form: FormView; claim: ClaimRecord; asked: Asked }) {
  const { say } = useWording();
  const { visit, customer, home } = asked;
  const to = (path: string) => ({ ...form, action: `${home}/claims/${claim.id}/${path}` });
  return (
    <>
      <ClaimCard claim={claim} program={visit.program} zone={zoneOf(visit.program, customer)}>
        {hasCode(claim) && (
          <DeedForm form={to('reveal')} card={false}>
            <div class="row">
              <Button low icon="ticket">
                {say('claim_show_code')}
              </Button>
              <span class="muted small">{say('claim_audit')}</span>
            </div>
          </DeedForm>
        )}
      </ClaimCard>
      {canBeFulfilled(claim) && (
        <DeedForm form={to('fulfil')}>
          <Field
            {...filled(form, 'explanation')}
            label={say('claim_words')}
            help={say('claim_words_about')}
          />
          <div class="row">
            <Button kind="main">{say('claim_handed_over')}</Button>
          </div>
        </DeedForm>
      )}
      {canBeGivenBack(claim) && (
        <DeedForm form={to('refund')}>
          <p>{say('claim_back_about', { points: claim.points_cost })}</p>
          <div class="row">
            <Button kind="danger">{say('claim_give_back')}</Button>
          </div>
        </DeedForm>
      )}
    </>
  );
}

interface ClaimCardProps {
  claim: ClaimRecord;
  program: Program;
  zone: string;
  children: ComponentChildren;
}

function ClaimCard({ claim, program, zone, children }: ClaimCardProps) {
  const { say, count, language } = useWording();
  const [words, mood] = claimState(claim);
  const { points_cost, claimed_at, expires_at, used_at, fulfilled_at, code_last_characters, code } = claim;
  const last = code_last_characters ?? code?.slice(-4);
  return (
    <Card title={claimedTitle(programView(program, language), claim.reward_id, claim.title)} id="claim">
      <Facts
        facts={[
          [say('state'), <Badge {...(mood && { mood })}>{say(words)}</Badge>],
          [say('points'), count(points_cost)],
          [say('claim_claimed'), <Moment at={claimed_at} zone={zone} />],
          expires_at === null ? undefined : [say('claim_expires'), <Moment at={expires_at} zone={zone} />],
          used_at === null ? undefined : [say('claim_used'), <Moment at={used_at} zone={zone} />],
          fulfilled_at === null
            ? undefined
            : [say('claim_handed_over'), <Moment at={fulfilled_at} zone={zone} />],
          last ? [say('claim_code'), `••••${last}`] : undefined,
        ]}
      />
      {children}
    </Card>
  );
}

function hasCode({ code, terms, state }: ClaimRecord): boolean {
  return code !== null || (isInForm(terms, 'balance') && state === 'approved');
}

function canBeFulfilled({ terms, state, fulfilled_at }: ClaimRecord): boolean {
  const stands = state === 'approved' || state === 'pending';
  return stands && fulfilled_at === null && isInForm(terms, 'by_store');
}

function canBeGivenBack(claim: ClaimRecord): boolean {
  return claim.state === 'approved' && claim.usage_status === 'not_used' && !isHandedOver(claim);
}
