import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM, run } from './add.ts';

const REWARD = ['--reward <key>', "the reward's key in the program file"] as const;

export function addCodes(program: Command, shell: Shell): void {
  const codes = program.command('codes').description('Voucher codes that a reward takes from a pool.');
  add(codes, 'import <file>', "Put codes into a reward's pool: one a line, or a csv's first column.", {
    ok: 'imported; those that were there before are left as they are',
    failed: 'lines were refused and are listed, the others imported; or there is no such reward',
  })
    .requiredOption(...PROGRAM)
    .requiredOption(...REWARD)
    .action((file: string, options: Options & { program: string; reward: string }) =>
      run(shell, options, async () => (await import('../codes.ts')).importCodesCommand(shell, file, options)),
    );
  add(codes, 'count', "How many codes of a reward's pool were given, and how many remain.", {
    ok: 'counted',
    failed: 'there is no such reward',
  })
    .requiredOption(...PROGRAM)
    .requiredOption(...REWARD)
    .action((options: Options & { program: string; reward: string }) =>
      run(shell, options, async () => (await import('../codes.ts')).countCodesCommand(shell, options)),
    );
}
