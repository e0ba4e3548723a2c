import { loadConfig } from '../config.ts';
import { withClient } from '../db/migrate.ts';
import { readMove } from '../db/move/watch.ts';
import { readProgramSizes } from '../db/program-sizes.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { moveProgramCommand, type Place, placesOf } from './program-move.ts';
import { type PlacedProgram, planMoves } from './rebalance-plan.ts';
import type { Shell } from './shell.ts';
import { textTable } from './text-table.ts';

export interface RebalanceOptions {
  plan?: boolean;
  /** As they were given. */
  maxMoves: string;
  keep: string;
}

/**
 * `loyaltyd shards rebalance`: moves programs, one at a time, to where the least is. A move that was begun and not ended is
 * finished first. So the same command goes on where it was killed.
 */
export async function rebalanceCommand(shell: Shell, options: RebalanceOptions): Promise<Outcome> {
  const most = Number(options.maxMoves);
  if (!(Number.isInteger(most) && most >= 1 && most <= 1000))
    throw new CommandError(EXIT.usage, '--max-moves must be from 1 to 1000.');
  const config = loadConfig(shell.env);
  const places = (await placesOf(shell, config)).filter(({ shard }) => shard.state !== 'making');
  const begun = await findBegun(places);
  const say = (line: string) => void shell.stderr.write(`${line}\n`);
  if (begun && !options.plan) {
    say(`The move of ${begun.key} was begun and not ended. It is finished first.`);
    await moveProgramCommand(shell, begun.key, { to: begun.to, from: begun.from, keep: options.keep });
  }
  const nameOf = (number: number) =>
    `${places.find(({ shard }) => shard.number === number)!.shard.name} (${number})`;
  const moves = planMoves(
    places.map(({ shard }) => ({
      number: shard.number,
      database: shard.url_variable ?? '',
      is_open: shard.state === 'open',
    })),
    await readPrograms(places),
    most,
  );
  if (!options.plan) {
    for (const [index, { program, to }] of moves.entries()) {
      const { key, number } = program;
      say(`Move ${index + 1} of ${moves.length}: ${key} from ${nameOf(number)} to ${nameOf(to)}.`);
      const way = { to: String(to), from: String(number), keep: options.keep };
      say((await moveProgramCommand(shell, key, way)).text ?? '');
    }
  }
  const rows = moves.map(({ program: { key, number, rows, writes }, to }) => [
    key,
    nameOf(number),
    nameOf(to),
    String(rows),
    String(writes),
  ]);
  const text = [
    ...(begun && options.plan ? [`The move of ${begun.key} was begun and not ended. It comes first.`] : []),
    moves.length === 0
      ? 'The schemas are as even as moves can make them.'
      : textTable(['program', 'from', 'to', 'rows', 'writes of 7 days'], rows, 3),
    ...(options.plan || moves.length === 0 ? [] : ['Done.']),
  ].join('\n');
  const json = {
    moves: moves.map(({ program: { number, ...program }, to }) => ({ ...program, from: number, to })),
    done: options.plan !== true,
  };
  return { exit_code: EXIT.ok, text, json };
}

interface BegunMove {
  key: string;
  /** Numbers of schemas. */
  from: string;
  to: string;
}

async function findBegun(places: readonly Place[]): Promise<BegunMove | undefined> {
  for (const { shard, ownerUrl } of places) {
    const move = await withClient(ownerUrl, readMove);
    const to = /\((\d+)\)$/.exec(move?.target ?? '')?.[1];
    if (move && to !== undefined) return { key: move.program_key, from: String(shard.number), to };
  }
  return undefined;
}

async function readPrograms(places: readonly Place[]): Promise<PlacedProgram[]> {
  const programs: PlacedProgram[] = [];
  for (const { shard, serverUrl } of places) {
    const sizes = await withClient(serverUrl, readProgramSizes);
    programs.push(...sizes.map((size) => ({ ...size, number: shard.number })));
  }
  return programs;
}
