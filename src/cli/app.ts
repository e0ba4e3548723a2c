import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { DomainError } from '../domain/core/errors.ts';
import type { OAuthGrantType } from '../domain/oauth/app-store.ts';
import { createApp, listApps, revokeApp, rotateAppSecret } from '../domain/operations/manage-apps.ts';
import { EXIT } from './exit-codes.ts';
import { parseScopes } from './key.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

const GRANT_TYPES: readonly OAuthGrantType[] = ['authorization_code', 'client_credentials'];

/** `loyaltyd app create`: the only place where an app's secret is shown. */
export async function createAppCommand(
  shell: Shell,
  options: {
    program: string;
    name: string;
    redirectUri?: string[];
    scopes: string;
    grants?: string;
    public?: boolean;
  },
): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const scopes = parseScopes(options.scopes);
  const grant_types = options.grants === undefined ? undefined : parseGrantTypes(options.grants);
  const app = await withProgram(config, SERVER_LIMITS, options.program, (deps, program) =>
    createApp(deps, {
      program_id: program.id,
      name: options.name,
      redirect_uris: options.redirectUri ?? [],
      scopes,
      grant_types,
      public: options.public ?? false,
      by: { kind: 'command', name: 'app create' },
    }).catch(asUsageError),
  );
  const metadata = `${config.public_url}/.well-known/oauth-authorization-server`;
  const secret =
    app.client_secret === null
      ? 'A public app has no secret.'
      : `client_secret  ${app.client_secret}\n\nThe secret is not stored and will not be shown again.`;
  return {
    exit_code: EXIT.ok,
    text: `client_id      ${app.client_id}\n${secret}\nWhere to go with it: ${metadata}`,
    json: { ...app, name: options.name, scopes, redirect_uris: options.redirectUri ?? [], metadata },
  };
}

/** `loyaltyd app list` */
export async function listAppsCommand(shell: Shell, options: { program: string }): Promise<Outcome> {
  const apps = await withProgram(loadConfig(shell.env), SERVER_LIMITS, options.program, (deps, program) =>
    listApps(deps, program.id),
  );
  const shown = apps.map(({ id: _id, program_id: _program, ...app }) => ({
    ...app,
    created_at: new Date(app.created_at).toISOString(),
    last_used_at: app.last_used_at === null ? null : new Date(app.last_used_at).toISOString(),
    revoked_at: app.revoked_at === null ? null : new Date(app.revoked_at).toISOString(),
  }));
  const lines = shown.map(({ client_id, name, scopes, grant_types, redirect_uris, ...app }) =>
    [
      client_id,
      name,
      app.public ? 'public' : 'secret',
      grant_types.join(','),
      scopes.join(','),
      ...redirect_uris,
      `made ${app.created_at}, ${app.last_used_at ? `last used ${app.last_used_at}` : 'never used'}${app.revoked_at ? `, revoked ${app.revoked_at}` : ''}`,
    ].join('  '),
  );
  return {
    exit_code: EXIT.ok,
    text: lines.length > 0 ? lines.join('\n') : 'The program has no apps.',
    json: { apps: shown },
  };
}

/** `loyaltyd app rotate ID`: the ID is the app's client_id. */
export async function rotateAppCommand(
  shell: Shell,
  client_id: string,
  options: { program: string },
): Promise<Outcome> {
  const { client_secret } = await withProgram(
    loadConfig(shell.env),
    SERVER_LIMITS,
    options.program,
    (deps, { id: program_id }) =>
      rotateAppSecret(deps, { program_id, client_id, by: { kind: 'command', name: 'app rotate' } }),
  );
  return {
    exit_code: EXIT.ok,
    text: `client_secret  ${client_secret}\n\nThe secret of before is refused. This one is not stored and will not be shown again.`,
    json: { client_id, client_secret },
  };
}

/** `loyaltyd app revoke ID`: the ID is the app's client_id. */
export async function revokeAppCommand(
  shell: Shell,
  id: string,
  options: { program: string },
): Promise<Outcome> {
  const revoked = await withProgram(loadConfig(shell.env), SERVER_LIMITS, options.program, (deps, program) =>
    revokeApp(deps, program.id, id, { kind: 'command', name: 'app revoke' }),
  );
  return {
    exit_code: EXIT.ok,
    text: revoked ? `App ${id} is revoked, and its tokens with it.` : `App ${id} was revoked before.`,
    json: { client_id: id, revoked },
  };
}

/** Options that do not fit together are a mistake on the command line. */
function asUsageError(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== 'invalid_request') throw error;
  throw new CommandError(EXIT.usage, error.message);
}

function parseGrantTypes(list: string): OAuthGrantType[] {
  if (list.trim() === 'both') return [...GRANT_TYPES];
  const names = [...new Set(list.split(',').map((name) => name.trim()))];
  const unknown = names.filter((name) => !(GRANT_TYPES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new CommandError(
      EXIT.usage,
      `There is no grant ${unknown.join(', ')}. Grants: ${GRANT_TYPES.join(', ')}, both.`,
    );
  }
  return names as OAuthGrantType[];
}
