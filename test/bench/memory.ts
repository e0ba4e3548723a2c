import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, Check } from './bench.ts';
import { COMPLETED_RULE } from './bench-program.ts';
import { merchantIds } from './load.ts';
import { memoryFinding } from './report.ts';
import { peakMemory, startDemoServer, startServer } from './server-process.ts';
import { runWrk } from './wrk.ts';

const AIMS = { rest: 100, load: 180, demo: 130 };
const CONNECTIONS = 64;
/** Until V8 has given back what only the start needed, as it does after some quiet seconds. */
const REST_MS = 15_000;
/** The server is ready a moment before its start is over. */
const STARTED_MS = 1_000;

/**
 * The resident memory of a server process: at rest after its start, while 64 storefronts write and read, and just after
 * the demo was played.
 */
export const memoryCheck: Check = {
  name: 'memory',
  about: 'memory of a server process, at rest, under load and with the demo',
  run: async (bench) => {
    const server = await startServer(bench.database);
    try {
      await delay(REST_MS);
      bench.report(memoryFinding('memory at rest', await server.memory(), AIMS.rest));
      const load = runWrk(completions(bench, server.url), {
        connections: CONNECTIONS,
        seconds: 3 * bench.options.seconds,
      });
      bench.report(
        memoryFinding(`memory, ${CONNECTIONS} connections`, await peakMemory(server, load), AIMS.load),
      );
    } finally {
      await server.stop();
    }
    const first = await startDemoServer();
    try {
      await delay(STARTED_MS);
      bench.report(memoryFinding('memory, the demo just started', await first.memory(), AIMS.demo));
    } finally {
      await first.stop();
    }
  },
};

function completions({ program, groups, key }: Bench, url: string) {
  return {
    url: `${url}/headless/2025-06/${program.sites[0]!.id}/rules/social_follow/complete`,
    key,
    body: {
      rule_id: program.rules.find((rule) => rule.key === COMPLETED_RULE)!.id,
      customer_merchant_id: '%d',
    },
    numbers: merchantIds(groups.shoppers),
  };
}
