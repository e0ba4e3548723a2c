import type { Command } from 'commander';
import type { RebalanceOptions } from '../rebalance.ts';
import type { AddShardOptions } from '../shards.ts';
import type { Shell } from '../shell.ts';
import { add, type Options, run } from './add.ts';

export function addShards(program: Command, shell: Shell): void {
  const shards = program
    .command('shards')
    .description('The schemas in which groups of programs live, one server for all of them.');
  add(
    shards,
    'list',
    'List the schemas of the directory, with their numbers, states, programs and customers. Many customers are estimated.',
    {
      ok: 'listed; a schema that is away or behind is named',
      failed: 'there is no directory',
      in_schema: false,
    },
  ).action((options: Options) =>
    run(shell, options, async () => (await import('../shards.ts')).listShardsCommand(shell)),
  );
  add(
    shards,
    'add <name>',
    'Make a schema with all tables and add it to the directory, while servers run. Begin again with the same command.',
    { ok: 'added, now or before', failed: 'not added, and the reason is said', in_schema: false },
  )
    .option(
      '--url-variable <name>',
      "the environment variable with the address of its database, as the server's role; otherwise it is in that of DATABASE_URL",
    )
    .option('--owner-url-variable <name>', 'the same as the owner of its tables; otherwise --url-variable')
    .action((name: string, options: Options & AddShardOptions) =>
      run(shell, options, async () => (await import('../shards.ts')).addShardCommand(shell, name, options)),
    );
  add(
    shards,
    'rebalance',
    'Move programs, one at a time, from the fullest database to the emptiest, or from schema to schema where there is one database. After a kill, run the same command again.',
    {
      ok: 'planned, or moved; there may be nothing to move',
      failed: 'a move failed, and those before it are done',
      in_schema: false,
    },
  )
    .option('--plan', 'only say which moves there would be')
    .option('--max-moves <number>', 'how many programs to move at most', '1')
    .option('--keep <seconds>', 'as of `program move`', '10')
    .action((options: Options & RebalanceOptions) =>
      run(
        shell,
        options,
        async () => (await import('../rebalance.ts')).rebalanceCommand(shell, options),
        'home',
      ),
    );
  for (const [verb, summary] of [
    ['close', 'Place no new programs in a schema. Its own go on.'],
    ['open', 'Place new programs in a schema again.'],
  ] as const) {
    add(shards, `${verb} <name>`, summary, {
      ok: 'done',
      failed: 'there is no such schema',
      in_schema: false,
    }).action((name: string, options: Options) =>
      run(shell, options, async () => (await import('../shards.ts')).setShardStateCommand(shell, name, verb)),
    );
  }
}
