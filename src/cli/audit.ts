import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../domain/audit/audit-action.ts';
import { WHOLE_SERVER } from '../domain/audit/server-deeds.ts';
import { type AuditEntry, listAuditEntries } from '../domain/listings/audit-store.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

const MOST = 500;

/**
 * `loyaltyd audit list`: newest first, or oldest first with `--since-id`. Without a program: entries about the whole
 * server, such as sign-ins.
 */
export async function listAuditCommand(
  shell: Shell,
  options: {
    program?: string;
    action?: string;
    sinceId?: string;
    limit: string;
  },
): Promise<Outcome> {
  const limit = parseNumber(options.limit, '--limit', { least: 1, most: MOST });
  const since_id =
    options.sinceId === undefined ? null : parseNumber(options.sinceId, '--since-id', { least: 0 });
  const action = options.action === undefined ? null : parseAction(options.action);
  const window = { customer_id: null, since_id, created_at_min: null, created_at_max: null };
  const read = (deps: Pick<Deps, 'db' | 'replicas'>, programId: number) =>
    listAuditEntries(deps, programId, {
      order: since_id === null ? 'newest_first' : 'oldest_first',
      filters: { ...window, action, actor_kind: null, actor_id: null },
      from: null,
      limit,
      offset: 0,
    });
  const [config, key] = [loadConfig(shell.env), options.program];
  const { rows } =
    key === undefined
      ? await withDatabase(config, SERVER_LIMITS, (databases) => read(databases, WHOLE_SERVER))
      : await withProgram(config, SERVER_LIMITS, key, (deps, program) => read(deps, program.id));
  const entries = rows.map(({ program_id: _program, created_at, ...entry }) => ({
    ...entry,
    created_at: new Date(created_at).toISOString(),
  }));
  return {
    exit_code: EXIT.ok,
    text: entries.length > 0 ? entries.map(describe).join('\n') : 'Nothing is audited yet.',
    json: { audit_entries: entries },
  };
}

function describe(entry: Omit<AuditEntry, 'program_id' | 'created_at'> & { created_at: string }): string {
  const { id, created_at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id } = entry;
  const actor = actor_id === null ? actor_kind : `${actor_kind} ${actor_id}`;
  const subject = subject_id === null ? subject_kind : `${subject_kind} ${subject_id}`;
  const words = [id, created_at, actor_name === actor ? actor : `${actor} (${actor_name})`, action, subject];
  const details = JSON.stringify(entry.details);
  return [...words, ...(details === '{}' ? [] : [details])].join('  ');
}

function parseAction(word: string): AuditAction {
  const action = AUDIT_ACTIONS.find((candidate) => candidate === word);
  if (action) return action;
  throw new CommandError(
    EXIT.usage,
    `There is no action ${word}. What is audited: ${AUDIT_ACTIONS.join(', ')}.`,
  );
}

function parseNumber(
  text: string,
  option: string,
  { least, most = Number.MAX_SAFE_INTEGER }: { least: number; most?: number },
): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
  if (number >= least && number <= most) return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new CommandError(EXIT.usage, `${option} must be a whole number ${range}.`);
}
