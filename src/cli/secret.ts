import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { loadConfig } from '../config.ts';
import {
  type DataKeys,
  openDataKeys,
  recoverDataKeys,
  renewDataKeys,
  rotateDataKeys,
} from '../db/data-keys.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';

const LEAST_LENGTH = 32;

/** `loyaltyd secret check` */
export async function checkSecret(shell: Shell): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const keys = await withDatabase(config, SERVER_LIMITS, ({ db }) =>
    openDataKeys(db, config.secret_key, 'command'),
  );
  return { exit_code: EXIT.ok, text: `${countText(keys)} can be read.`, json: { keys: count(keys) } };
}

/** `loyaltyd secret rotate`: to the SECRET_KEY in a file, or to no SECRET_KEY. */
export async function rotateSecretKey(
  shell: Shell,
  options: { to?: string; toNone?: boolean },
): Promise<Outcome> {
  const config = loadConfig(shell.env);
  if ((options.to === undefined) === !options.toNone)
    throw new CommandError(EXIT.usage, 'Name the new SECRET_KEY with --to FILE, or give --to-none.');
  const to = options.to === undefined ? null : await readSecretKey(shell, options.to);
  const rotation = await withDatabase(config, SERVER_LIMITS, ({ db }) =>
    rotateDataKeys(db, config.secret_key, to),
  );
  const next =
    to === null
      ? 'Servers that run go on. From their next start on they need no SECRET_KEY: remove it.'
      : 'Servers that run go on. From their next start on they need the new SECRET_KEY: set it for all of them.';
  const done = rotation === 'rotated' ? 'The keys are wrapped anew.' : 'The keys were wrapped so before.';
  return { exit_code: EXIT.ok, text: `${done} ${next}`, json: { rotated: rotation === 'rotated' } };
}

/** `loyaltyd secret renew` */
export async function renewSecret(shell: Shell): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const renewed = await withDatabase(config, SERVER_LIMITS, ({ db }) => renewDataKeys(db, config.secret_key));
  if (!renewed)
    throw new CommandError(EXIT.failed, 'SECRET_KEY opens every key of the database: nothing is lost.');
  return {
    exit_code: EXIT.ok,
    text: 'New keys are made; what cannot be opened is kept aside, for "secret recover". Restart the servers, and give webhooks new secrets.',
    json: { renewed },
  };
}

/** `loyaltyd secret recover` */
export async function recoverSecret(shell: Shell, options: { from: string }): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const before = await readSecretKey(shell, options.from);
  const { recovered } = await withDatabase(config, SERVER_LIMITS, ({ db }) =>
    recoverDataKeys(db, config.secret_key, before),
  );
  const text =
    recovered === 0
      ? 'The keys of that SECRET_KEY are in use already.'
      : 'What was made under that SECRET_KEY is found again, from the next start of the servers on.';
  return { exit_code: EXIT.ok, text, json: { recovered } };
}

async function readSecretKey(shell: Shell, path: string): Promise<string> {
  let key: string;
  try {
    key = (path === '-' ? await text(shell.stdin) : await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw new CommandError(EXIT.usage, `${path} cannot be read: ${(error as Error).message}`);
  }
  if (key.length >= LEAST_LENGTH) return key;
  throw new CommandError(EXIT.usage, `A SECRET_KEY has at least ${LEAST_LENGTH} characters.`);
}

const count = ({ formerSecrets }: DataKeys) => 1 + formerSecrets.length;

function countText(keys: DataKeys): string {
  return count(keys) === 1 ? 'The key of this database' : `The ${count(keys)} keys of this database`;
}
