import type { ClaimView } from '../../domain/claims/claim-record.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { loadClaim } from '../../domain/storefront/load-claim.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import { findAnswer } from '../idempotency.ts';
import type { Outcome, ShownOutcome } from './outcome.ts';

/** In the place of an answer's name: what was asked for went with a form that had asked for something else. */
export const STALE = 'stale';

/** What an answer is called in the address of the page that tells it: the form's nonce and its action. */
const NAME = /^[A-Za-z0-9_-]{22}\.([a-z]+(?:\/\d{1,16}\/[a-z]+)?)$/;

/** Nonces are of one session; no Idempotency-Key of a caller of the API holds a NUL. */
export function answerKey({ id }: Pick<WebviewSession, 'id'>, name: string): string {
  return `page\0${id}\0${name}`;
}

/** What an action of this session came to; undefined where it is not known, or not any more. */
export async function findOutcome(
  deps: Deps,
  session: WebviewSession,
  name: string,
): Promise<(Outcome & { action: string }) | undefined> {
  if (name === STALE) return { kind: 'refused', code: 'idempotency_key_reused', action: name };
  const action = NAME.exec(name)?.[1];
  if (action === undefined) return undefined;
  const answer = await findAnswer(deps, { program_id: session.program.id, key: answerKey(session, name) });
  return answer && { ...(JSON.parse(answer.text) as Outcome), action };
}

/** With the claim that it is about, which is among the latest unless it was long ago. */
export async function withClaim(
  deps: Deps,
  { program }: WebviewSession,
  customer: StorefrontCustomer | null,
  outcome: Outcome & { action: string },
): Promise<ShownOutcome> {
  const id = 'claimed_reward_id' in outcome ? outcome.claimed_reward_id : null;
  if (id === null) return { ...outcome, claim: null };
  const known = customer?.claims.find((claim) => claim.id === id);
  const claim: ClaimView = known ?? (await loadClaim(deps, program, id)).claim;
  return { ...outcome, claim };
}
