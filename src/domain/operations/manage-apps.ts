import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { secretHash } from '../core/checked-secret.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import {
  insertApp,
  listAppRecords,
  type OAuthApp,
  type OAuthGrantType,
  updateAppRevoked,
  updateAppSecret,
} from '../oauth/app-store.ts';
import { redirectUriComplaint } from '../oauth/redirect-uris.ts';
import { isClientId, newAppSecret, newClientId } from '../oauth/secrets.ts';
import type { Deps } from '../programs/deps.ts';
import type { Scope } from '../programs/scopes.ts';

interface CreatedApp {
  client_id: string;
  /** The secret is returned here only, once; null: a public app has none. */
  client_secret: string | null;
  grant_types: OAuthGrantType[];
}

export interface AppInput {
  program_id: number;
  name: string;
  redirect_uris: string[];
  scopes: Scope[];
  /** Absent: authorization_code if there is an address to send codes to, otherwise client_credentials. */
  grant_types?: OAuthGrantType[];
  /** An app that cannot keep a secret: on a phone, in a browser. */
  public: boolean;
  by: Actor;
}

/**
 * Creates an app. It works from the next request on, in every process. Throws `invalid_request` with all parts that do
 * not fit together.
 */
export async function createApp(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  input: AppInput,
  hooks?: Hooks<CreatedApp>,
): Promise<CreatedApp> {
  const redirect_uris = [...new Set(input.redirect_uris)];
  const grant_types = input.grant_types ?? [
    redirect_uris.length > 0 ? 'authorization_code' : 'client_credentials',
  ];
  refuseMisfits(input, grant_types);
  const client_id = newClientId(deps.random);
  const client_secret = input.public ? null : newAppSecret(deps.random);
  const { program_id, name, scopes } = input;
  return runInTransaction(deps, hooks, async (tx) => {
    const id = await insertApp(tx, {
      program_id,
      client_id,
      name,
      secret_hash: client_secret === null ? null : secretHash(client_secret),
      redirect_uris,
      scopes,
      grant_types,
      created_at: deps.clock.real(),
    });
    await recordAudit(tx, deps, {
      program_id,
      actor: input.by,
      action: 'app.created',
      subject: { kind: 'app', id },
      details: { name, client_id, scopes, grant_types, public: input.public },
    });
    return { client_id, client_secret, grant_types };
  });
}

function refuseMisfits(input: AppInput, grantTypes: readonly OAuthGrantType[]): void {
  const complaints = input.redirect_uris.flatMap((uri) => {
    const complaint = redirectUriComplaint(uri);
    return complaint === undefined ? [] : [`The redirect URI ${uri} ${complaint}.`];
  });
  const asksOperators = grantTypes.includes('authorization_code');
  if (asksOperators && input.redirect_uris.length === 0) {
    complaints.push('authorization_code needs a redirect URI to send codes to.');
  }
  if (!asksOperators && input.redirect_uris.length > 0) {
    complaints.push('A redirect URI is of use with authorization_code only.');
  }
  if (input.public && grantTypes.includes('client_credentials')) {
    complaints.push('client_credentials needs a secret, which a public app has not.');
  }
  if (complaints.length > 0) throw new DomainError('invalid_request', complaints.join('\n'));
}

/** Newest first, revoked ones included. */
export async function listApps(deps: Pick<Deps, 'db'>, programId: number): Promise<OAuthApp[]> {
  return listAppRecords(deps.db, programId);
}

interface AppInProgram {
  program_id: number;
  client_id: string;
  by: Actor;
}

/**
 * Gives an app a new secret in the place of the one before, which is refused from the next request on. The app's tokens
 * stay. The secret is returned here only, once. Throws `not_found` if the program has no such app, or it was revoked, and
 * `invalid_request` for a public one.
 */
export async function rotateAppSecret(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  { program_id, client_id, by }: AppInProgram,
  hooks?: Hooks<{ client_secret: string }>,
): Promise<{ client_secret: string }> {
  const client_secret = newAppSecret(deps.random);
  return runInTransaction(deps, hooks, async (tx) => {
    const id = await updateAppSecret(tx, program_id, client_id, secretHash(client_secret));
    if (id === undefined) {
      const app = (await listAppRecords(tx, program_id)).find((one) => one.client_id === client_id);
      if (app?.revoked_at === null) throw new DomainError('invalid_request', 'A public app has no secret.');
      throw new DomainError(
        'not_found',
        app ? `The app ${client_id} is revoked.` : `The program has no app ${client_id}.`,
      );
    }
    const subject = { kind: 'app', id } as const;
    await recordAudit(tx, deps, { program_id, actor: by, action: 'app.rotated', subject });
    return { client_secret };
  });
}

/**
 * Revokes an app with all its tokens and codes, from the next request on and in every process. Returns whether this
 * call revoked it; an app revoked before keeps its date. Throws `not_found` if the program has no such app.
 */
export async function revokeApp(
  deps: Pick<Deps, 'db' | 'clock'>,
  programId: number,
  clientId: string,
  by: Actor,
): Promise<boolean> {
  const revoked =
    isClientId(clientId) &&
    (await runInTransaction(deps, undefined, async (tx) => {
      const id = await updateAppRevoked(tx, programId, clientId, deps.clock.real());
      if (id === undefined) return false;
      const subject = { kind: 'app', id } as const;
      await recordAudit(tx, deps, { program_id: programId, actor: by, action: 'app.revoked', subject });
      return true;
    }));
  if (revoked) return true;
  const apps = await listAppRecords(deps.db, programId);
  if (!apps.some((app) => app.client_id === clientId)) {
    throw new DomainError('not_found', `The program has no app ${clientId}.`);
  }
  return false;
}
