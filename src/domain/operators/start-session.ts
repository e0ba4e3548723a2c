import { secretHash } from '../core/checked-secret.ts';
import type { CoreDeps } from '../core/deps.ts';
import type { Tx } from '../core/transaction.ts';
import { SESSION_MS } from './lifetimes.ts';
import { newSessionToken } from './secrets.ts';
import { insertSession } from './session-store.ts';

/** The sender of a request, in a form that its operator recognises in the list of sessions. */
export interface Sender {
  request_id: string;
  address: string;
  agent: string;
}

/** A new session. Its token is returned only here. */
export interface StartedSession {
  token: string;
  session_id: number;
  /** In ms of the wall clock. */
  expires_at: number;
}

/** The terms of a session that differ from those after an ordinary sign-in. */
interface Terms {
  expires_at?: number;
  confirmed_at?: number;
}

const LONGEST_AGENT = 255;

/** Begins a session of an operator that has proved its identity. No session takes over the token of another session. */
export async function startSession(
  tx: Tx,
  deps: Pick<CoreDeps, 'clock' | 'random'>,
  operatorId: number,
  from: Sender,
  terms: Terms = {},
): Promise<StartedSession> {
  const token = newSessionToken(deps.random);
  const now = deps.clock.real();
  const { expires_at = now + SESSION_MS, confirmed_at = now } = terms;
  const session_id = await insertSession(tx, {
    operator_id: operatorId,
    token_hash: secretHash(token),
    created_at: now,
    seen_at: now,
    confirmed_at,
    expires_at,
    address: from.address,
    agent: from.agent.slice(0, LONGEST_AGENT),
  });
  return { token, session_id, expires_at };
}
