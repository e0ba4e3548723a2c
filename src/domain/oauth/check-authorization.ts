import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import type { Scope } from '../programs/scopes.ts';
import { findAppByClientId, type OAuthApp } from './app-store.ts';
import type { Parameters } from './grant-request.ts';
import { isRegisteredRedirectUri } from './redirect-uris.ts';
import { OAuthRefusal } from './refusal.ts';
import { includedScopes, requestedScopes } from './scope-list.ts';
import { isClientId } from './secrets.ts';

/** The address for the answer to an app, after the check that the address belongs to the app. */
interface AnswerAddress {
  redirect_uri: string;
  /** The app's own value, returned unchanged. */
  state: string | undefined;
}

/** An app's request for approval. It is valid, so an operator may decide on it. */
export interface AuthorizationRequest extends AnswerAddress {
  app: OAuthApp;
  program: Program;
  scopes: readonly Scope[];
  code_challenge: string;
}

/** A refusal that is sent to the app, at the address for its answers. */
export class RefusedToApp extends Error {
  constructor(
    readonly refusal: OAuthRefusal,
    readonly address: AnswerAddress,
  ) {
    super(refusal.message);
    this.name = 'RefusedToApp';
  }
}

/** The base64url text of a SHA-256 hash; RFC 7636, 4.2. */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Checks an app's request for approval. Throws OAuthRefusal if it is not certain that the address belongs to the app
 * (the app is unknown, or the address is not registered); only the operator may see this refusal. Throws RefusedToApp
 * for every other mistake. `repeated`: parameters that were given more than once. `sees`: whether a program exists for
 * the operator. An app of another program gets the same refusal as an unknown one.
 */
export async function checkAuthorization(
  deps: Pick<Deps, 'db' | 'programs'>,
  parameters: Parameters,
  repeated: readonly string[],
  sees: (programId: number) => boolean,
): Promise<AuthorizationRequest> {
  const { client_id, redirect_uri, state } = parameters;
  const unsure = repeated.find((name) => name === 'client_id' || name === 'redirect_uri');
  if (unsure) throw new OAuthRefusal('invalid_request', `${unsure} stands in the request more than once.`);
  const known =
    client_id !== undefined && isClientId(client_id)
      ? await findAppByClientId(deps.db, client_id)
      : undefined;
  if (!known || !sees(known.app.program_id)) {
    throw new OAuthRefusal(
      'invalid_client',
      'There is no such app, it was revoked, or it belongs to a program in which you have no role.',
    );
  }
  const { app, stamp } = known;
  if (redirect_uri === undefined || !isRegisteredRedirectUri(redirect_uri, app.redirect_uris)) {
    throw new OAuthRefusal(
      'invalid_request',
      'The redirect_uri of the request is not one of those that the app was made with.',
    );
  }
  const program = await deps.programs.get(stamp);
  try {
    if (repeated.length > 0) {
      throw new OAuthRefusal('invalid_request', `${repeated[0]} came more than once.`);
    }
    const code_challenge = checkedChallenge(app, parameters);
    const scopes = requestedScopes(parameters.scope, includedScopes(app.scopes)) ?? app.scopes;
    return { app, program, scopes, code_challenge, redirect_uri, state };
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    throw new RefusedToApp(error, { redirect_uri, state });
  }
}

function checkedChallenge(app: OAuthApp, parameters: Parameters): string {
  const { response_type, code_challenge, code_challenge_method } = parameters;
  if (response_type === undefined) throw new OAuthRefusal('invalid_request', 'response_type is missing.');
  if (response_type !== 'code') {
    throw new OAuthRefusal('unsupported_response_type', 'response_type must be code.');
  }
  if (!app.grant_types.includes('authorization_code')) {
    throw new OAuthRefusal('unauthorized_client', `The app was made for ${app.grant_types.join(', ')} only.`);
  }
  if (code_challenge_method !== 'S256') {
    throw new OAuthRefusal('invalid_request', 'PKCE is needed: code_challenge_method must be S256.');
  }
  if (code_challenge === undefined || !CODE_CHALLENGE.test(code_challenge)) {
    throw new OAuthRefusal(
      'invalid_request',
      'PKCE is needed: code_challenge must be a SHA-256 in base64url.',
    );
  }
  return code_challenge;
}
