import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { listApprovals, revokeApproval } from '../domain/operations/manage-approvals.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

/** `loyaltyd approval list` */
export async function listApprovalsCommand(shell: Shell, options: { program: string }): Promise<Outcome> {
  const approvals = await withProgram(
    loadConfig(shell.env),
    SERVER_LIMITS,
    options.program,
    (deps, program) => listApprovals(deps, program.id),
  );
  const iso = (ms: number) => new Date(ms).toISOString();
  const shown = approvals.map((approval) => ({
    ...approval,
    created_at: iso(approval.created_at),
    expires_at: iso(approval.expires_at),
    revoked_at: approval.revoked_at === null ? null : iso(approval.revoked_at),
  }));
  const lines = shown.map(({ id, client_id, app_name, approved_by, scopes, ...moments }) =>
    [
      id,
      client_id,
      app_name,
      scopes.join(','),
      `by ${approved_by.kind} ${approved_by.id} (${approved_by.name}) at ${moments.created_at}, ${moments.revoked_at ? `revoked ${moments.revoked_at}` : `expires ${moments.expires_at}`}`,
    ].join('  '),
  );
  return {
    exit_code: EXIT.ok,
    text: lines.length > 0 ? lines.join('\n') : 'Nothing was approved.',
    json: { approvals: shown },
  };
}

/** `loyaltyd approval revoke ID` */
export async function revokeApprovalCommand(
  shell: Shell,
  id: string,
  options: { program: string },
): Promise<Outcome> {
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw new CommandError(EXIT.usage, 'ID must be a number; approval list shows it.');
  const revoked = await withProgram(loadConfig(shell.env), SERVER_LIMITS, options.program, (deps, program) =>
    revokeApproval(deps, {
      program_id: program.id,
      id: Number(id),
      by: { kind: 'command', name: 'approval revoke' },
    }),
  );
  return {
    exit_code: EXIT.ok,
    text: revoked
      ? `Approval ${id} is revoked, and its tokens with it.`
      : `Approval ${id} was revoked before.`,
    json: { id: Number(id), revoked },
  };
}
