import type { Bench, Check } from './bench.ts';
import { timeFinding } from './report.ts';
import { median } from './rounds.ts';
import { startServer } from './server-process.ts';

const MOST_MS = 1_200;

/** The start of a server whose database is migrated and whose files the system has read before. */
export const startCheck: Check = {
  name: 'start',
  about: 'the start of a server process, until it is ready',
  run: async (bench) => {
    const times: number[] = [];
    await timeOfStart(bench);
    for (let round = 0; round < bench.options.rounds; round += 1) times.push(await timeOfStart(bench));
    bench.report(timeFinding('warm start of a server', median(times), MOST_MS));
  },
};

async function timeOfStart({ database }: Bench): Promise<number> {
  const began = performance.now();
  const server = await startServer(database);
  const elapsed = performance.now() - began;
  await server.stop();
  return elapsed;
}
