import { secretHash } from '../core/checked-secret.ts';
import { everySecret } from '../core/secrets.ts';
import { answerKey, openAnswer, sealAnswer } from '../idempotency/seal.ts';
import type { GrantRequest, IssuedTokens } from './grant-request.ts';
import { REPEAT_MS } from './lifetimes.ts';
import { findToken, type TokenRow, updateTokenAnswer } from './token-store.ts';

/** The tokens of an exchange, and the expiry of the access token. */
interface Exchange {
  tokens: IssuedTokens & { refresh_token: string };
  access_expires_at: number;
}

/**
 * A refresh token came again so soon that its answer was probably lost. Nothing was written, and nothing may be
 * written.
 */
export class RepeatedRefresh extends Error {
  constructor(readonly tokens: IssuedTokens) {
    super('the refresh token was exchanged a moment ago');
    this.name = 'RepeatedRefresh';
  }
}

/** Stores the tokens of an exchange so that reading them needs the same refresh token. */
export async function keepAnswer(
  request: GrantRequest,
  refreshToken: string,
  tokens: IssuedTokens,
): Promise<void> {
  const { tx, deps, exchanged, access_expires_at } = request;
  const told = Buffer.from(JSON.stringify({ tokens, access_expires_at }));
  const answer = sealAnswer(answerKey(deps.secret, refreshToken), deps.random, boundTo(exchanged!), told);
  await updateTokenAnswer(tx, exchanged!, answer);
}

/**
 * The answer to a refresh token that was exchanged less than ten seconds ago. undefined after that time, for other
 * scopes, or if the next refresh token was used: then the answer was not lost.
 */
export async function repeatedAnswer(
  { tx, deps, now, app, parameters }: GrantRequest,
  token: TokenRow,
  refreshToken: string,
): Promise<IssuedTokens | undefined> {
  if (token.answer === null || Math.abs(now - token.used_at!) >= REPEAT_MS) return undefined;
  const { tokens, access_expires_at } = opened(deps, token, refreshToken, token.answer);
  const next = await findToken(tx, app, secretHash(tokens.refresh_token));
  if (!next || next.used_at !== null) return undefined;
  if (parameters.scope !== undefined && parameters.scope !== tokens.scope) return undefined;
  return { ...tokens, expires_in: Math.floor((access_expires_at - now) / 1000) };
}

function opened(deps: GrantRequest['deps'], token: TokenRow, refreshToken: string, sealed: Buffer): Exchange {
  const [newest, ...former] = everySecret(deps);
  for (const secret of former) {
    try {
      return exchangeIn(openAnswer(answerKey(secret, refreshToken), boundTo(token), sealed));
    } catch {
      // The answer was encrypted with another key.
    }
  }
  return exchangeIn(openAnswer(answerKey(newest!, refreshToken), boundTo(token), sealed));
}

function exchangeIn(answer: Buffer): Exchange {
  return JSON.parse(answer.toString());
}

function boundTo({ program_id, id }: TokenRow): Buffer {
  return Buffer.from(`refresh ${program_id} ${id}`);
}
