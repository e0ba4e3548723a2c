import type { Command } from 'commander';
import type { ImportOptions } from '../import.ts';
import type { Shell } from '../shell.ts';
import { add, type Options, PROGRAM, run } from './add.ts';

export function addImport(program: Command, shell: Shell): void {
  const imports = program.command('import').description('Customers that are brought in from elsewhere.');
  add(
    imports,
    'customers <file>',
    'Import customers from a csv, with their points, lots and tier. After an interruption, run it again: it goes on.',
    {
      ok: 'all rows are as the file says, now or before',
      failed: 'rows were refused and are listed, the others imported; or the file cannot be read that way',
    },
  )
    .requiredOption(...PROGRAM)
    .option(
      '--preset <name>',
      'whose file it is: loyaltyd, loyaltylion, rivo, rivyo, smile, stamped or yotpo',
    )
    .option(
      '--column <field=header...>',
      'the column that a field stands in; without a header the field is left out',
    )
    .option('--dates <order>', 'how dates are written that do not begin with their year: mdy or dmy')
    .option('--delimiter <character>', 'what parts the cells, where that is not found out')
    .option(
      '--encoding <name>',
      'the encoding of the file, where that is not found out: utf-8, windows-1252, …',
    )
    .option('--site <key>', "where new customers are at home; the program's first site otherwise")
    .option('--dry-run', 'say what would be done, and write nothing')
    .option('--errors <file>', 'write the rows that are refused to this csv, with line and reason')
    .action((file: string, options: Options & ImportOptions) =>
      run(shell, options, async () =>
        (await import('../import.ts')).importCustomersCommand(shell, file, options),
      ),
    );
  add(imports, 'list', 'List the imports, newest first.', {
    ok: 'listed',
    failed: 'there is no such program',
  })
    .requiredOption(...PROGRAM)
    .action((options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../import.ts')).listImportsCommand(shell, options)),
    );
  add(imports, 'revert <id>', 'Take an import back, except for what was used or changed since.', {
    ok: 'taken back, now or before',
    failed: 'some of it was kept and is listed; or the program has no such import',
  })
    .requiredOption(...PROGRAM)
    .action((id: string, options: Options & { program: string }) =>
      run(shell, options, async () => (await import('../import.ts')).revertImportCommand(shell, id, options)),
    );
}
