import type { ClaimView } from '../../domain/claims/claim-record.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { loadClaim } from '../../domain/storefront/load-claim.ts';
import type { WebviewSession } from '../../domain/webviews/find-webview-session.ts';
import { findAnswer } from '../answer-once.ts';
import type { Outcome, ShownOutcome } from './outcome.ts';

/** The name in the place of an answer's name if the form was already used for another request. */
export const STALE = 'stale';

/** The name of an answer in the address of the page that shows it: the form's nonce and its action. */
const NAME = /^[A-Za-z0-9_-]{22}\.([a-z]+(?:\/\d{1,16}\/[a-z]+)?)$/;

/**
 * Nonces belong to one session. An Idempotency-Key of an API caller cannot contain a NUL, so it never equals this key.
 */
export function answerKey({ id }: Pick<WebviewSession, 'id'>, name: string): string {
  return `page\0${id}\0${name}`;
}

/** The outcome of an action of this session; undefined if it is unknown or no longer stored. */
export async function findOutcome(
  deps: Deps,
  session: WebviewSession,
  name: string,
): Promise<(Outcome & { action: string }) | undefined> {
  if (name === STALE) return { kind: 'refused', code: 'idempotency_key_reused', action: name };
  const action = NAME.exec(name)?.[1];
  if (action === undefined) return undefined;
  const answer = await findAnswer(deps, { program_id: session.program.id, key: answerKey(session, name) });
  return answer && { ...(JSON.parse(answer.bytes.toString()) as Outcome), action };
}

/** An outcome with its claim. The customer's latest claims include it unless it is old. */
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
