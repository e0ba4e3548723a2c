import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { systemClock, systemRandom } from '../deps.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../domain/programs/api-keys.ts';
import { SCOPES, type Scope } from '../domain/programs/scopes.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';

/** `loyaltyd key create`: the only place where a key is shown. */
export async function createKey(options: {
  program: string;
  name: string;
  scopes: string;
}): Promise<Outcome> {
  const config = loadConfig();
  const scopes = parseScopes(options.scopes);
  const { id, key } = await withDatabase(config, SERVER_LIMITS, ({ db }) =>
    createApiKey(
      { db, clock: systemClock, random: systemRandom },
      {
        program_key: options.program,
        name: options.name,
        scopes,
        by: { kind: 'command', name: 'key create' },
      },
    ),
  );
  return {
    exit_code: EXIT.ok,
    text: `${key}\n\nKey ${id}. It is not stored and will not be shown again.`,
    json: { id, key, name: options.name, scopes },
  };
}

/** `loyaltyd key list` */
export async function listKeys(options: { program: string }): Promise<Outcome> {
  const keys = await withDatabase(loadConfig(), SERVER_LIMITS, ({ db }) =>
    listApiKeys({ db }, options.program),
  );
  const shown = keys.map((key) => ({
    ...key,
    created_at: new Date(key.created_at).toISOString(),
    revoked_at: key.revoked_at === null ? null : new Date(key.revoked_at).toISOString(),
  }));
  const lines = shown.map(
    ({ id, key_prefix, name, scopes, created_at, revoked_at }) =>
      `${id}  ${key_prefix}…  ${name}  ${scopes.join(',')}  made ${created_at}${revoked_at ? `, revoked ${revoked_at}` : ''}`,
  );
  return {
    exit_code: EXIT.ok,
    text: lines.length > 0 ? lines.join('\n') : 'The program has no keys.',
    json: { keys: shown },
  };
}

/** `loyaltyd key revoke ID` */
export async function revokeKey(id: string, options: { program: string }): Promise<Outcome> {
  const config = loadConfig();
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw new CommandError(EXIT.usage, 'ID must be a number; key list shows it.');
  const revoked = await withDatabase(config, SERVER_LIMITS, ({ db }) =>
    revokeApiKey({ db, clock: systemClock }, options.program, Number(id), {
      kind: 'command',
      name: 'key revoke',
    }),
  );
  return {
    exit_code: EXIT.ok,
    text: revoked ? `Key ${id} is revoked.` : `Key ${id} was revoked before.`,
    json: { id: Number(id), revoked },
  };
}

/** `all`, or names separated by commas. */
export function parseScopes(list: string): Scope[] {
  if (list === 'all') return [...SCOPES];
  const names = [...new Set(list.split(',').map((name) => name.trim()))];
  const unknown = names.filter((name) => !(SCOPES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new CommandError(
      EXIT.usage,
      `There is no scope ${unknown.join(', ')}. Scopes: all, or of ${SCOPES.join(', ')} those needed, separated by commas.`,
    );
  }
  return names as Scope[];
}
