import type { ClaimView } from '../../domain/claims/claim-record.ts';
import { isInForm } from '../../domain/programs/reward-kinds.ts';
import { timeLeft } from '../../texts/time-left.ts';
import { givenMoney, promisedView } from '../shared/promised-view.ts';
import { ActionForm } from './action-form.tsx';
import { claimEnd } from './claim-end.ts';
import { CodeLine } from './code-line.tsx';
import type { PageContext } from './page-context.ts';
import { ClaimTitle, Notes } from './program-words.tsx';
import { claimConditions } from './reward-conditions.ts';
import type { Note } from './reward-kinds.ts';
import { RewardTile } from './reward-tile.tsx';

interface ClaimProps {
  page: PageContext;
  claim: ClaimView;
}

/** In this last time before its end, a claim shows how long it can still be used. */
const SOON_MS = 7 * 86_400_000;

/** `now`: the program's time, ms. */
export function ClaimCard({ page, claim, isUsable, now }: ClaimProps & { isUsable: boolean; now: number }) {
  const { say, view } = page;
  const notes = isUsable ? usableNotes(page, claim) : [pastNote(page, claim)];
  const end = claimEnd(claim);
  const isEnding = isUsable && end - now < SOON_MS;
  return (
    <li class={isUsable ? 'card offer ticket' : 'card offer done'}>
      <RewardTile page={page} reward_id={claim.reward_id} kind={claim.terms.kind} />
      <div class="words">
        <h3 id={`claim-${claim.id}`}>
          <ClaimTitle page={page} claim={claim} />
        </h3>
        {isEnding && (
          <p class="ending">{say('page_claim_soon', { time: timeLeft(end, now, view.wording.spoken) })}</p>
        )}
        {notes.map((note) => (
          <Notes key={note.words} page={page} notes={[note]} />
        ))}
      </div>
      {isUsable && (
        <div class="foot">
          {claim.code !== null && <CodeLine page={page} id={`code-${claim.id}`} text={claim.code} />}
          {claim.full_code !== undefined && (
            <>
              <CodeLine page={page} id={`code-${claim.id}`} text={claim.full_code} />
              <p class="small">{say('page_done_gift_card', {})}</p>
            </>
          )}
          {claim.code_last_characters !== null && claim.full_code === undefined && (
            <p class="small">{say('page_code_ends', { characters: claim.code_last_characters })}</p>
          )}
          {isInForm(claim.terms, 'cart_line') && claim.points_cost > 0 && (
            <GiveBack page={page} claim={claim} />
          )}
        </div>
      )}
    </li>
  );
}

/** The notes on a reward that can be used. */
function usableNotes(page: PageContext, claim: ClaimView): Note[] {
  const { say, day, view } = page;
  const { terms, state, expires_at, auto_refund_at, current_balance_minor: left } = claim;
  const lapses = auto_refund_at !== null && claim.points_cost > 0;
  const variant = isInForm(terms, 'cart_line') ? terms.variant.title : null;
  return [
    ...(state === 'pending' ? [own(say('page_claim_waiting', {}))] : []),
    ...(variant === null ? [] : [{ words: variant, language: view.languageOf(variant) }]),
    ...(isInForm(terms, 'cart_line') ? [own(say('page_claim_product', { site: view.site.name }))] : []),
    ...(isInForm(terms, 'by_store') && claim.code === null ? [own(say('page_claim_in_hand', {}))] : []),
    ...(left === null
      ? []
      : [own(say('page_claim_left', { amount: givenMoney(view, claim, left).formatted }))]),
    ...claimConditions({ ...page, view: promisedView(view, claim) }, claim),
    ...explanation(claim),
    ...(expires_at !== null && !lapses ? [own(say('page_claim_until', { date: day(expires_at) }))] : []),
    ...(lapses ? [own(say('page_claim_lapses', { date: day(auto_refund_at) }))] : []),
  ];
}

function own(words: string): Note {
  return { words };
}

/** The store's explanation of the fulfilment, in the language in which the store wrote it. */
function explanation({ fulfilment_explanation: words }: ClaimView): Note[] {
  return words === null ? [] : [{ words, language: null }];
}

/** The reason why a reward can no longer be used. */
function pastNote({ say, day }: PageContext, claim: ClaimView): Note {
  if (claim.state === 'void' || claim.state === 'declined') return own(say('page_claim_returned', {}));
  if (claim.usage_status === 'used') {
    return own(
      claim.used_at === null
        ? say('page_claim_used', {})
        : say('page_claim_used_on', { date: day(claim.used_at) }),
    );
  }
  if (isInForm(claim.terms, 'by_store') && claim.fulfilled_at !== null && claim.state === 'approved') {
    return explanation(claim)[0] ?? own(say('page_earn_done', {}));
  }
  return own(say('page_claim_expired', {}));
}

function GiveBack({ page, claim }: ClaimProps) {
  const { say, points } = page;
  const id = `give-back-${claim.id}`;
  return (
    <details class="act" name="act">
      <summary class="button quiet" id={id} aria-labelledby={`${id} claim-${claim.id}`}>
        <span class="shut">{say('page_give_back', {})}</span>
        <span class="open">{say('page_cancel', {})}</span>
      </summary>
      <ActionForm page={page} action={`claims/${claim.id}/refund`}>
        <button type="submit" class="button">
          {say('page_give_back_for', { amount: points(claim.points_cost) })}
        </button>
      </ActionForm>
    </details>
  );
}
