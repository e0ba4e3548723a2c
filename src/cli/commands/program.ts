import type { Command } from 'commander';
import { add, type Options, run } from './add.ts';

export function addProgram(program: Command): void {
  const programs = program.command('program').description('Say what a loyalty program is.');
  add(
    programs,
    'apply <file>',
    'Make a program what the YAML file says (- reads standard input); prints what changed.',
    {
      ok: 'applied, or nothing to change',
      failed: 'the file has mistakes, listed with line and path; nothing was changed',
    },
  )
    .option('--dry-run', 'say what would change, and write nothing')
    .action((file: string, options: Options & { dryRun?: boolean }) =>
      run(options, async () => (await import('../program.ts')).applyProgramCommand(file, options)),
    );
  add(programs, 'list', 'List the programs that there are.', {
    ok: 'listed',
    failed: 'the database holds something that this version does not read',
  }).action((options: Options) =>
    run(options, async () => (await import('../show-program.ts')).listProgramsCommand()),
  );
  add(programs, 'show <key>', "List a program's sites, tiers, rules and rewards, with their ids.", {
    ok: 'shown',
    failed: 'there is no such program',
  }).action((key: string, options: Options) =>
    run(options, async () => (await import('../show-program.ts')).showProgramCommand(key)),
  );
  add(programs, 'history <key>', 'List the versions of a program, newest first: who changed it and when.', {
    ok: 'listed',
    failed: 'there is no such program',
  }).action((key: string, options: Options) =>
    run(options, async () => (await import('../program-history.ts')).programHistoryCommand(key)),
  );
}
