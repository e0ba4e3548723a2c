import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM_OR_SERVER, run } from './add.ts';

const EVEN_LAST = [
  '--even-last',
  'also the last owner of a program, or the last admin of the server',
] as const;

export function addOperator(program: Command, shell: Shell): void {
  const operators = program.command('operator').description('People who use the console.');
  add(operators, 'invite <email>', 'Invite a person to the console. Prints a link that works once.', {
    ok: 'invited, or the role is given to somebody who has joined before',
    failed: 'there is no such program, or it would have no owner any more',
  })
    .option('--role <role>', 'what it may do in the program: owner, manager, support or analyst')
    .option(...PROGRAM_OR_SERVER)
    .option('--admin', 'everything in every program, in the place of a role')
    .option('--name <text>', 'as colleagues and the audit show it')
    .option(...EVEN_LAST)
    .action(
      (
        email: string,
        options: Options & {
          role?: string;
          program?: string;
          admin?: boolean;
          name?: string;
          evenLast?: boolean;
        },
      ) =>
        run(shell, options, async () =>
          (await import('../operator.ts')).inviteCommand(shell, email, options),
        ),
    );
  add(operators, 'list', 'List the operators of the console with their roles.', {
    ok: 'listed',
    failed: 'there is no such program',
  })
    .option(...PROGRAM_OR_SERVER)
    .action((options: Options & { program?: string }) =>
      run(shell, options, async () => (await import('../operator.ts')).listCommand(shell, options)),
    );
  add(
    operators,
    'revoke <email>',
    'Remove all roles of an operator, or the role in one program, and end the sessions of an operator without other roles.',
    {
      ok: 'revoked, now or before',
      failed: 'there is no such operator or program, or nobody would answer for one any more',
    },
  )
    .option(...PROGRAM_OR_SERVER)
    .option(...EVEN_LAST)
    .action((email: string, options: Options & { program?: string; evenLast?: boolean }) =>
      run(shell, options, async () => (await import('../operator.ts')).revokeCommand(shell, email, options)),
    );
  add(
    operators,
    'reset <email>',
    'Remove the password, second factor and passkeys of an operator, and print a link to choose new ones.',
    {
      ok: 'reset',
      failed: 'there is no such operator',
    },
  ).action((email: string, options: Options) =>
    run(shell, options, async () => (await import('../operator.ts')).resetCommand(shell, email)),
  );
}
