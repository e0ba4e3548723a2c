import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { systemClock, systemRandom } from '../deps.ts';
import { DURATION_PATTERN, durationMs } from '../domain/core/durations.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../domain/operations/manage-api-keys.ts';
import { isNetwork } from '../domain/programs/key-refusal.ts';
import type { KeyTerms } from '../domain/programs/key-store.ts';
import { SCOPES, type Scope } from '../domain/programs/scopes.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';

/** `loyaltyd key create`: the only place where a key is shown. */
export async function createKey(
  shell: Shell,
  options: {
    program: string;
    name: string;
    scopes: string;
    expiresIn?: string;
    networks?: string;
    requestsPerSecond?: string;
  },
): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const scopes = parseScopes(options.scopes);
  const terms = parseTerms(options);
  const { id, key } = await withDatabase(config, SERVER_LIMITS, ({ db }) =>
    createApiKey(
      { db, clock: systemClock, random: systemRandom },
      {
        program_key: options.program,
        name: options.name,
        scopes,
        ...terms,
        by: { kind: 'command', name: 'key create' },
      },
    ),
  );
  return {
    exit_code: EXIT.ok,
    text: `${key}\n\nKey ${id}. It is not stored and will not be shown again.`,
    json: { id, key, name: options.name, scopes, ...shownTerms(terms), networks: terms.networks },
  };
}

/** `loyaltyd key list` */
export async function listKeys(shell: Shell, options: { program: string }): Promise<Outcome> {
  const keys = await withDatabase(loadConfig(shell.env), SERVER_LIMITS, ({ db }) =>
    listApiKeys({ db }, options.program),
  );
  const shown = keys.map((key) => ({
    ...key,
    ...shownTerms(key),
    created_at: new Date(key.created_at).toISOString(),
    revoked_at: isoOrNull(key.revoked_at),
    last_used_at: isoOrNull(key.last_used_at),
  }));
  const lines = shown.map(
    ({ id, key_prefix, name, scopes, ...key }) =>
      `${id}  ${key_prefix}…  ${name}  ${scopes.join(',')}  ${keyHistory(key)}`,
  );
  return {
    exit_code: EXIT.ok,
    text: lines.length > 0 ? lines.join('\n') : 'The program has no keys.',
    json: { keys: shown },
  };
}

/** `loyaltyd key revoke ID` */
export async function revokeKey(shell: Shell, id: string, options: { program: string }): Promise<Outcome> {
  const config = loadConfig(shell.env);
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

interface ShownKey extends Record<'expires_at' | 'revoked_at' | 'last_used_at', string | null> {
  created_at: string;
  networks: string[] | null;
  requests_per_second: number | null;
}

/** "made 2026-01-01T…, last used 2026-02-01T…, from 10.0.0.0/8". Absent terms of a key are left out. */
function keyHistory(key: ShownKey): string {
  return [
    `made ${key.created_at}`,
    key.last_used_at ? `last used ${key.last_used_at}` : 'never used',
    key.expires_at && `expires ${key.expires_at}`,
    key.networks && `from ${key.networks.join(' ')}`,
    key.requests_per_second && `${key.requests_per_second} requests a second`,
    key.revoked_at && `revoked ${key.revoked_at}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function shownTerms({ expires_at, requests_per_second }: Omit<KeyTerms, 'networks'>) {
  return { expires_at: isoOrNull(expires_at), requests_per_second };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Throws CommandError for invalid terms. */
function parseTerms(options: {
  expiresIn?: string;
  networks?: string;
  requestsPerSecond?: string;
}): KeyTerms {
  const { expiresIn, networks, requestsPerSecond } = options;
  if (expiresIn !== undefined && !new RegExp(DURATION_PATTERN).test(expiresIn)) {
    throw new CommandError(EXIT.usage, '--expires-in must be a duration, such as 24h or 90d.');
  }
  const list = networks?.split(',').map((network) => network.trim());
  const wrong = list?.find((network) => !isNetwork(network));
  if (wrong !== undefined) {
    throw new CommandError(
      EXIT.usage,
      `--networks must be addresses and networks separated by commas, such as 10.0.0.7,192.168.0.0/16; ${wrong || 'the empty text'} is none.`,
    );
  }
  if (requestsPerSecond !== undefined && !/^[1-9]\d{0,5}$/.test(requestsPerSecond)) {
    throw new CommandError(EXIT.usage, '--requests-per-second must be an integer from 1 to 999999.');
  }
  return {
    expires_at: expiresIn === undefined ? null : systemClock.real() + durationMs(expiresIn),
    networks: list ?? null,
    requests_per_second: requestsPerSecond === undefined ? null : Number(requestsPerSecond),
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
