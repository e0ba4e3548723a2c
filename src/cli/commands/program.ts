import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';
import { addProgramDraft } from './program-draft.ts';
import { addProgramMove } from './program-move.ts';

export function addProgram(program: Command, shell: Shell): void {
  const programs = program.command('program').description('Say what a loyalty program is.');
  add(
    programs,
    'apply <file>',
    'Make a program what the YAML file says, or a saved plan (- reads standard input); prints what changed.',
    {
      ok: 'applied, or nothing to change',
      failed:
        'the file has mistakes, listed with line and path, or the program has moved on since the plan; nothing was changed',
    },
  )
    .option('--note <text>', 'why, as program history shows it')
    .action((file: string, options: Options & { note?: string }) =>
      run(shell, options, async () =>
        (await import('../program.ts')).applyProgramCommand(shell, file, options),
      ),
    );
  add(
    programs,
    'plan <file>',
    'Say what applying a file would do: to the program, and to its customers, counted. Writes nothing.',
    {
      ok: 'planned',
      failed: 'the file has mistakes; or, with --exit-code, there are changes',
    },
  )
    .option(
      '--out <file>',
      'save the plan, which program apply takes as long as the program has not moved on',
    )
    .option('--exit-code', 'end with 1 if there are changes')
    .option('--who <effect>', 'list the customers of one effect, by merchant id')
    .action((file: string, options: Options & { out?: string; exitCode?: boolean; who?: string }) =>
      run(shell, options, async () =>
        (await import('../program-plan.ts')).planProgramCommand(shell, file, options),
      ),
    );
  add(programs, 'list', 'List the programs that there are.', {
    ok: 'listed',
    failed: 'the database holds something that this version does not read',
  }).action((options: Options) =>
    run(shell, options, async () => (await import('../show-program.ts')).listProgramsCommand(shell), 'all'),
  );
  add(programs, 'show <key>', "List a program's sites, tiers, rules and rewards, with their ids.", {
    ok: 'shown',
    failed: 'there is no such program',
  }).action((key: string, options: Options) =>
    run(shell, options, async () => (await import('../show-program.ts')).showProgramCommand(shell, key)),
  );
  add(programs, 'history <key>', 'List the versions of a program, newest first: who changed it and when.', {
    ok: 'listed',
    failed: 'there is no such program',
  }).action((key: string, options: Options) =>
    run(shell, options, async () =>
      (await import('../program-history.ts')).programHistoryCommand(shell, key),
    ),
  );
  add(
    programs,
    'pull <key> [version]',
    'Print the file of a program, as it is in effect or as a version was.',
    {
      ok: 'printed or written',
      failed: 'there is no such program or version',
    },
  )
    .option('--out <file>', 'write it into a new file')
    .action((key: string, version: string | undefined, options: Options & { out?: string }) =>
      run(shell, options, async () =>
        (await import('../program-versions.ts')).pullProgramCommand(shell, key, version, options),
      ),
    );
  add(programs, 'diff <key> <from> [to]', 'Say what changed between two versions, field by field.', {
    ok: 'compared',
    failed: 'there is no such program or version',
  }).action((key: string, from: string, to: string | undefined, options: Options) =>
    run(shell, options, async () =>
      (await import('../program-versions.ts')).diffProgramCommand(shell, key, from, to),
    ),
  );
  add(programs, 'rollback <key> <number>', 'Make a program again what a version was, as a new version.', {
    ok: 'rolled back, or nothing to change',
    failed:
      'not confirmed by --yes, or there is no such program or version, or the program can no longer be that; nothing was changed',
  })
    .option('--yes', 'do it; without it the command only says what it would do')
    .option('--note <text>', 'why, as program history shows it')
    .action((key: string, number: string, options: Options & { note?: string; yes?: boolean }) =>
      run(shell, options, async () =>
        (await import('../program-versions.ts')).rollbackProgramCommand(shell, key, number, options),
      ),
    );
  addProgramMove(programs, shell);
  addProgramDraft(programs, shell);
}
