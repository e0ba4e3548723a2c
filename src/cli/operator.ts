import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { systemClock, systemRandom } from '../deps.ts';
import { type Grant, inviteOperator } from '../domain/operations/invite-operator.ts';
import { listOperators, resetOperator, revokeOperator } from '../domain/operations/manage-operators.ts';
import type { OneTimeLink } from '../domain/operators/new-link.ts';
import type { OperatorRecord } from '../domain/operators/operator-store.ts';
import { ROLES, type Role } from '../domain/operators/roles.ts';
import { ProgramCache } from '../domain/programs/cache.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';

type OperatorDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'publicUrl'>;

/** `loyaltyd operator invite EMAIL`: only this command and `reset` show a link. */
export async function inviteCommand(
  shell: Shell,
  email: string,
  options: { role?: string; program?: string; admin?: boolean; name?: string; evenLast?: boolean },
): Promise<Outcome> {
  const role = roleOf(options);
  return withOperators(shell, async (deps, programs) => {
    const grant: Grant =
      role === null ? 'admin' : { program_id: programNamed(programs, options.program!).id, role };
    const by = { kind: 'command', name: 'operator invite' } as const;
    const { name } = options;
    const { operator_id, link, joined } = await inviteOperator(deps, {
      email,
      ...(name !== undefined && { name }),
      grant,
      by,
      whole_server: true,
      even_last: options.evenLast ?? false,
    });
    const given = role === null ? 'may do everything' : `is ${role} of ${options.program}`;
    return {
      exit_code: EXIT.ok,
      text: link
        ? `${link.address}\n\n${email} ${given} once this link is used. It works once, until ${isoOf(link.expires_at)}.`
        : `${email} ${given}, and signs in as before.`,
      json: { id: operator_id, email, joined, ...linkFields(link) },
    };
  });
}

/** `loyaltyd operator list` */
export async function listCommand(shell: Shell, options: { program?: string }): Promise<Outcome> {
  return withOperators(shell, async (deps, programs) => {
    const about = options.program === undefined ? null : programNamed(programs, options.program).id;
    const shown = (await listOperators(deps, about)).map((operator) => shownOperator(operator, programs));
    const lines = shown.map(
      ({ email, name, is_admin, roles, state, seen_at }) =>
        `${email}  ${name}  ${is_admin ? 'admin' : roles.map(({ program, role }) => `${program}:${role}`).join(' ') || 'no role'}  ${state}${seen_at ? `, last seen ${seen_at}` : ''}`,
    );
    return {
      exit_code: EXIT.ok,
      text: lines.length > 0 ? lines.join('\n') : 'There are no operators.',
      json: { operators: shown },
    };
  });
}

/** `loyaltyd operator revoke EMAIL` */
export async function revokeCommand(
  shell: Shell,
  email: string,
  options: { program?: string; evenLast?: boolean },
): Promise<Outcome> {
  return withOperators(shell, async (deps, programs) => {
    const program_id = options.program === undefined ? null : programNamed(programs, options.program).id;
    const by = { kind: 'command', name: 'operator revoke' } as const;
    const revoked = await revokeOperator(deps, {
      email,
      program_id,
      by,
      even_last: options.evenLast ?? false,
    });
    const lost = program_id === null ? 'may do nothing any more' : `has no role in ${options.program}`;
    return {
      exit_code: EXIT.ok,
      text: revoked ? `${email} ${lost}.` : `${email} was revoked before.`,
      json: { email, revoked },
    };
  });
}

/** `loyaltyd operator reset EMAIL` */
export async function resetCommand(shell: Shell, email: string): Promise<Outcome> {
  return withOperators(shell, async (deps) => {
    const link = await resetOperator(deps, { email, by: { kind: 'command', name: 'operator reset' } });
    return {
      exit_code: EXIT.ok,
      text: `${link.address}\n\n${email} is signed out, and chooses anew by this link. It works once, until ${isoOf(link.expires_at)}.`,
      json: { email, ...linkFields(link) },
    };
  });
}

async function withOperators(
  shell: Shell,
  work: (deps: OperatorDeps, programs: Program[]) => Promise<Outcome>,
): Promise<Outcome> {
  const config = loadConfig(shell.env);
  return withDatabase(config, SERVER_LIMITS, async ({ db }) => {
    const deps = { db, clock: systemClock, random: systemRandom, publicUrl: config.public_url };
    return work(deps, await new ProgramCache(db).all());
  });
}

/**
 * The role that the options give; null: admin. Throws CommandError if there is no role, or a role without a program.
 */
function roleOf(options: { role?: string; program?: string; admin?: boolean }): Role | null {
  const { role, program, admin = false } = options;
  if (admin) {
    if (role === undefined && program === undefined) return null;
    throw new CommandError(EXIT.usage, '--admin stands alone: an admin needs no role.');
  }
  const known = ROLES.find((candidate) => candidate === role);
  if (!known || program === undefined) {
    throw new CommandError(EXIT.usage, `Give --role (${ROLES.join(', ')}) and --program, or --admin.`);
  }
  return known;
}

function programNamed(programs: readonly Program[], key: string): Program {
  const program = programs.find((candidate) => candidate.key === key);
  if (!program) throw new CommandError(EXIT.failed, `There is no program ${key}.`);
  return program;
}

function shownOperator(operator: OperatorRecord, programs: readonly Program[]) {
  const { joined_at, disabled_at, seen_at, created_at, ...rest } = operator;
  const state = disabled_at !== null ? 'revoked' : joined_at !== null ? 'joined' : 'invited';
  const roles = programs.flatMap(({ id, key }) =>
    operator.roles[id] ? [{ program: key, role: operator.roles[id] }] : [],
  );
  return { ...rest, roles, state, created_at: isoOf(created_at), seen_at: seen_at && isoOf(seen_at) };
}

function linkFields(link: OneTimeLink | null) {
  return { link: link?.address ?? null, expires_at: link ? isoOf(link.expires_at) : null };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
