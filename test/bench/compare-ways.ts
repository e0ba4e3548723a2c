import type { Bench } from './bench.ts';
import { asOwner } from './prepare-changes.ts';
import { rateFinding } from './report.ts';
import { compare } from './rounds.ts';
import { startServer } from './server-process.ts';
import { CONNECTIONS, type Operation, WARM_UP_SECONDS } from './write-http.ts';
import { runWrk, type WrkRequest } from './wrk.ts';

/** One way to ask for an operation: its customers, and what each request has more. */
export interface Way extends Pick<WrkRequest, 'numbers' | 'keyed'> {
  operation: Operation;
  /** The API key of its program. */
  key: string;
}

/** An operation over HTTP against the same operation, asked for in a plainer way. */
export async function compareWays(
  bench: Bench,
  name: string,
  way: Way,
  plain: Way,
  aim: number,
): Promise<void> {
  const { rounds, seconds } = bench.options;
  const server = await startServer(bench.database);
  const rate =
    ({ operation, ...more }: Way) =>
    (length: number) =>
      runWrk(
        { url: server.url + operation.path, body: operation.body, ...more },
        { connections: CONNECTIONS, seconds: length },
      );
  try {
    const [ours, limit] = [rate(way), rate(plain)];
    await limit(WARM_UP_SECONDS);
    await ours(WARM_UP_SECONDS);
    await asOwner(bench.database.ownerUrl, 'analyze');
    const figures = await compare(
      rounds,
      () => ours(seconds),
      () => limit(seconds),
    );
    bench.report(rateFinding(`${name}, ${CONNECTIONS} connections`, figures, aim));
  } finally {
    await server.stop();
  }
}
