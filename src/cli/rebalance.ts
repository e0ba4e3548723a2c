import { loadConfig } from '../config.ts';
import { withClient } from '../db/migrate.ts';
import { readMove } from '../db/move/watch.ts';
import { readProgramSizes } from '../db/program-sizes.ts';
import { EXIT } from './exit-codes.ts';
import { Interruption } from './interruption.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { moveProgramCommand, type Place, placesOf } from './program-move.ts';
import { type PlacedProgram, planMoves } from './rebalance-plan.ts';
import type { Shell } from './shell.ts';
import { textTable } from './text-table.ts';

export interface RebalanceOptions {
  plan?: boolean;
  /** The option's text. */
  maxMoves: string;
  keep: string;
}

/**
 * `loyaltyd shards rebalance`: moves programs, one at a time, to the emptiest schemas. Finishes begun moves first. So
 * after a kill, the same command continues. A signal ends it before the next move at the latest.
 */
export async function rebalanceCommand(shell: Shell, options: RebalanceOptions): Promise<Outcome> {
  const most = Number(options.maxMoves);
  if (!(Number.isInteger(most) && most >= 1 && most <= 1000))
    throw new CommandError(EXIT.usage, '--max-moves must be from 1 to 1000.');
  const config = loadConfig(shell.env);
  const places = (await placesOf(shell, config)).filter(({ shard }) => shard.state !== 'making');
  const begun = await listBegun(places);
  const say = (line: string) => void shell.stderr.write(`${line}\n`);
  const interruption = new Interruption(
    shell,
    'Programs that were moved stay where they are now; run the same command again to go on.',
  );
  const move = async ({ key, from, to }: Way, why: string) => {
    interruption.check();
    say(why);
    const way = { to: String(to), from: String(from), keep: options.keep };
    say((await moveProgramCommand(shell, key, way, interruption)).text ?? '');
  };
  if (!options.plan) {
    for (const one of begun)
      await move(one, `The move of ${one.key} was begun and not ended. It is finished first.`);
  }
  const nameOf = (number: number) =>
    `${places.find(({ shard }) => shard.number === number)!.shard.name} (${number})`;
  const programs = await readPrograms(places);
  interruption.check();
  const moves = planMoves(
    places.map(({ shard }) => ({
      number: shard.number,
      database: shard.url_variable ?? '',
      is_open: shard.state === 'open',
    })),
    options.plan ? afterMoves(programs, begun) : programs,
    most,
  );
  if (!options.plan) {
    for (const [index, { program, to }] of moves.entries()) {
      const { key, number } = program;
      const why = `Move ${index + 1} of ${moves.length}: ${key} from ${nameOf(number)} to ${nameOf(to)}.`;
      await move({ key, from: number, to }, why);
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
    ...(options.plan
      ? begun.map(({ key }) => `The move of ${key} was begun and not ended. It comes first.`)
      : []),
    moves.length === 0
      ? 'The schemas are as even as moves can make them.'
      : textTable(['program', 'from', 'to', 'rows', 'writes of 7 days'], rows, 3),
    ...(options.plan || moves.length === 0 ? [] : ['Done.']),
  ].join('\n');
  const json = {
    begun,
    moves: moves.map(({ program: { number, ...program }, to }) => ({ ...program, from: number, to })),
    done: options.plan !== true,
  };
  return { exit_code: EXIT.ok, text, json };
}

/** `from`, `to`: numbers of schemas. */
interface Way {
  key: string;
  from: number;
  to: number;
}

/** The begun moves that are not finished: at most one out of each schema. */
async function listBegun(places: readonly Place[]): Promise<Way[]> {
  const begun: Way[] = [];
  for (const { shard, ownerUrl } of places) {
    const move = await withClient(ownerUrl, readMove);
    const to = /\((\d+)\)$/.exec(move?.target ?? '')?.[1];
    if (move && to !== undefined) begun.push({ key: move.program_key, from: shard.number, to: Number(to) });
  }
  return begun;
}

/** The programs as they are after these moves. Until a move is finished, its program may have rows in both schemas. */
function afterMoves(programs: readonly PlacedProgram[], moves: readonly Way[]): PlacedProgram[] {
  return programs.flatMap((program) => {
    const move = moves.find(({ key, from }) => key === program.key && from === program.number);
    if (!move) return [program];
    const hasArrived = programs.some(({ key, number }) => key === move.key && number === move.to);
    return hasArrived ? [] : [{ ...program, number: move.to }];
  });
}

async function readPrograms(places: readonly Place[]): Promise<PlacedProgram[]> {
  const programs: PlacedProgram[] = [];
  for (const { shard, serverUrl } of places) {
    const sizes = await withClient(serverUrl, readProgramSizes);
    programs.push(...sizes.map((size) => ({ ...size, number: shard.number })));
  }
  return programs;
}
