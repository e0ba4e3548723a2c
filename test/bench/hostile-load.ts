import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { createApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { programDefinition } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';
import { type Bench, type Check, openDeps } from './bench.ts';
import { timeFinding } from './report.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const HOSTILE_CONNECTIONS = 16;
const MOST_MS = { alone: 10, neighbour: 50 };
const MOST_ANSWER_BYTES = 20_000;
const WARM_UP = 50;

/** 40 kB of lines that are none, and as many lines as there may be that lack everything. */
const BODIES = {
  'lines that are none': { line_items: Array(19_900).fill(1) },
  'lines without anything': { line_items: Array(1_000).fill({ id: 'x', product_id: 1.5, price: 'x' }) },
  'amounts finer than a coin': { line_items: Array(1_000).fill({ price: 0.00001, quantity: 'x' }) },
};

/** One key sends nothing but wrong bodies; another program's wants to go on working. */
export const hostileLoadCheck: Check = {
  name: 'hostile-load',
  about: 'wrong bodies of 40 kB from one key, and what another program’s wait for meanwhile',
  run: async (bench) => {
    const neighbour = await neighbourKey(bench);
    const server = await startServer(bench.database);
    try {
      for (const [name, body] of Object.entries(BODIES)) await measure(bench, server, neighbour, name, body);
    } finally {
      await server.stop();
    }
  },
};

async function measure(
  { key, options, report }: Bench,
  { url }: ServerProcess,
  neighbour: string,
  name: string,
  body: object,
): Promise<void> {
  const text = JSON.stringify(body);
  const hostile = async () => {
    const began = performance.now();
    const response = await fetch(`${url}/v2/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: text,
    });
    const { length } = await response.arrayBuffer().then((bytes) => new Uint8Array(bytes));
    if (response.status !== 400) throw new Error(`a wrong body was answered ${response.status}`);
    if (length > MOST_ANSWER_BYTES) throw new Error(`a wrong body was answered with ${length} bytes`);
    return performance.now() - began;
  };
  const alone: number[] = [];
  for (let round = 0; round < 2 * WARM_UP; round += 1) {
    const ms = await hostile();
    if (round >= WARM_UP) alone.push(ms);
  }
  report(timeFinding(`${name}, ${Math.round(text.length / 1000)} kB, alone`, median(alone), MOST_MS.alone));

  const until = performance.now() + options.seconds * 1000;
  const attackers = Array.from({ length: HOSTILE_CONNECTIONS }, async () => {
    while (performance.now() < until) await hostile();
  });
  const waits: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    const response = await fetch(`${url}/v2/sites`, { headers: { authorization: `Bearer ${neighbour}` } });
    await response.arrayBuffer();
    waits.push(performance.now() - began);
  }
  await Promise.all(attackers);
  report(timeFinding(`${name}, 16 at once, another program’s p50`, median(waits), MOST_MS.neighbour));
}

/** A key of another program. */
async function neighbourKey({ database }: Bench): Promise<string> {
  const { deps, database: pool } = openDeps(database.serverUrl, 2);
  try {
    await applyProgram(deps, programDefinition({ key: 'neighbour' }), TESTER);
    const { key } = await createApiKey(deps, {
      program_key: 'neighbour',
      name: 'bench',
      scopes: ['read_configuration'],
      by: TESTER,
    });
    return key;
  } finally {
    await pool.close();
  }
}

function median(figures: number[]): number {
  return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}
