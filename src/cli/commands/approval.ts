import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM, run } from './add.ts';

export function addApproval(program: Command, shell: Shell): void {
  const approvals = program.command('approval').description('What operators approved for apps.');
  add(approvals, 'list', 'List the approvals whose tokens have not expired, newest first.', {
    ok: 'listed',
    failed: 'there is no such program',
  })
    .requiredOption(...PROGRAM)
    .action((options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../approval.ts')).listApprovalsCommand(shell, options)),
    );
  add(approvals, 'revoke <id>', 'Revoke one approval and its tokens; others of the same app stay.', {
    ok: 'revoked, now or before',
    failed: 'the program has no such approval',
  })
    .requiredOption(...PROGRAM)
    .action((id: string, options: Options & { program: string }) =>
      run(shell, options, async () =>
        (await import('../approval.ts')).revokeApprovalCommand(shell, id, options),
      ),
    );
}
