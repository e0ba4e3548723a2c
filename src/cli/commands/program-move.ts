import type { Command } from 'commander';
import type { MoveProgramOptions } from '../program-move.ts';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addProgramMove(programs: Command, shell: Shell): void {
  add(
    programs,
    'move <key>',
    'Move a program to another schema of the directory, while servers run. It takes no writes for some seconds at the end. Prints the roles of operators whose emails the target knew: an admin gives them again, or --keep-roles keeps them. After a kill, run the same command again.',
    {
      ok: 'it is there, and the source has no rows of it; or the move is undone',
      failed: 'it is where it was, and takes writes; or the message says to run the command again',
      in_schema: false,
    },
  )
    .requiredOption('--to <schema>', 'the name of the schema, or its number')
    .option(
      '--from <schema>',
      'the schema that it leaves, by name or number: needed where several have a program of that key',
    )
    .option(
      '--keep <seconds>',
      'how long the source keeps its rows after the directory says where the program is: servers read that once a second',
      '10',
    )
    .option(
      '--keep-roles',
      'keep the roles of operators whose emails the target knows: you have made sure that they are the same people there',
    )
    .option('--undo', 'end a move that was killed: the program stays where it is, unless it has arrived')
    .action((key: string, options: Options & MoveProgramOptions) =>
      run(
        shell,
        options,
        async () => (await import('../program-move.ts')).moveProgramCommand(shell, key, options),
        'home',
      ),
    );
}
