import type { Command } from 'commander';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

const NO_DRAFT = 'there is no such program or draft';

/** `loyaltyd program draft …`, for changes that another person reviews. */
export function addProgramDraft(programs: Command, shell: Shell): void {
  const drafts = programs
    .command('draft')
    .description('Write a change of a program for somebody to publish.');
  const load = () => import('../program-draft.ts');
  add(
    drafts,
    'create <file>',
    'Save a program file as a draft, which changes nothing until it is published.',
    {
      ok: 'saved',
      failed: 'the file has mistakes, or there is no such program or version',
    },
  )
    .option('--note <text>', 'why, as program history shows it')
    .option('--base <version>', 'the version that the file was made from, if not the newest')
    .action((file: string, options: Options & { note?: string; base?: string }) =>
      run(shell, options, async () => (await load()).createDraftCommand(shell, file, options)),
    );
  add(drafts, 'list <key>', 'List the open drafts of a program, newest first: who saved them and when.', {
    ok: 'listed',
    failed: 'there is no such program',
  }).action((key: string, options: Options) =>
    run(shell, options, async () => (await load()).listDraftsCommand(shell, key)),
  );
  add(drafts, 'show <key> <id>', 'Say what publishing a draft would do, or what stands in its way.', {
    ok: 'shown',
    failed: NO_DRAFT,
  }).action((key: string, id: string, options: Options) =>
    run(shell, options, async () => (await load()).showDraftCommand(shell, key, id)),
  );
  add(
    drafts,
    'publish <key> <id>',
    'Make a draft the program, with what others changed since it was begun.',
    {
      ok: 'published',
      failed:
        'the draft has mistakes or conflicts, or the command line saved it and the program asks for two people; nothing was changed',
    },
  )
    .option('--note <text>', "why, as program history shows it, in place of the draft's own note")
    .action((key: string, id: string, options: Options & { note?: string }) =>
      run(shell, options, async () => (await load()).publishDraftCommand(shell, key, id, options)),
    );
  add(drafts, 'delete <key> <id>', 'Delete a draft.', {
    ok: 'deleted',
    failed: `${NO_DRAFT}, or it was published`,
  }).action((key: string, id: string, options: Options) =>
    run(shell, options, async () => (await load()).deleteDraftCommand(shell, key, id)),
  );
}
