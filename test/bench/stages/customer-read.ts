import type { NamedStatements } from '../../../src/db/named-statements.ts';
import type { Deps } from '../../../src/domain/programs/deps.ts';
import type { StorefrontCustomer } from '../../../src/domain/storefront/customer.ts';
import {
  type CustomerQuestion,
  loadStorefrontCustomer,
} from '../../../src/domain/storefront/load-customer.ts';
import { renderCustomer } from '../../../src/http/headless/render-customer.ts';
import { storefrontView } from '../../../src/http/shared/storefront-view.ts';
import { type Bench, openDeps } from '../bench.ts';
import { customerApp } from '../customer-read.ts';
import { merchantIds } from '../load.ts';
import { median, repeat } from '../rounds.ts';
import { runWrk } from '../wrk.ts';
import { cpuPerCall } from './cpu-time.ts';
import type { StagedWork } from './stage-table.ts';

const SIZES = [10, 100, 1000] as const;
const CONNECTIONS = 8;
const POOL_SIZE = 16;
/** So many customers are read over and over. Processor caches hold few of their answers. */
const CUSTOMERS = 200;
const WARM_UP_SECONDS = 1;

const STAGES = [
  'Postgres',
  'the statement, from the pool to its rows',
  'a customer out of the rows: history, claims, tier, what is available',
  'its text',
  'HTTP: the key, the hooks, the answer',
];

/**
 * Each stage is measured by itself, with what the stage before gave it: the statement by repeating recorded ones, the
 * customer by repeating recorded rows, the text by rendering customers that are held. HTTP is the rest of a whole
 * request.
 */
export const customerReadStages: StagedWork = {
  name: 'customer read',
  measure: async (bench) => {
    const { deps, database } = openDeps(bench.database.serverUrl, POOL_SIZE);
    try {
      const columns: (number | null)[][] = [];
      for (const entries of SIZES) columns.push(await measureStages(bench, deps, entries));
      return {
        name: 'customer read',
        sizes: SIZES.map((entries) => `${entries.toLocaleString('en')} entries`),
        stages: STAGES.map((name, index) => ({ name, micros: columns.map((column) => column[index]!) })),
      };
    } finally {
      await database.close();
    }
  },
};

async function measureStages(
  bench: Omit<Bench, 'report'>,
  deps: Deps,
  entries: 10 | 100 | 1000,
): Promise<(number | null)[]> {
  const { program, options } = bench;
  const site = program.sites[0]!;
  const view = storefrontView(program, site, site.languages[0]!);
  const group = bench.groups.readers[entries];
  const count = Math.min(CUSTOMERS, group.last - group.first + 1);
  const read = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      record(deps, { program, customer_id: group.first + index, channel: 'web', country: site.country }),
    ),
  );
  let turn = 0;
  const next = () => {
    turn = (turn + 1) % count;
    return read[turn]!;
  };
  const app = await customerApp(deps, 0);
  await app.listen({ host: '127.0.0.1', port: 0 });
  let answered = 0;
  app.server.on('request', () => {
    answered += 1;
  });
  const url = `${app.listeningOrigin}/bench/${site.id}/customers/%d`;

  const stages = {
    statement: (seconds: number) => repeat(CONNECTIONS, seconds, () => deps.hot.runEach(...next().asked)),
    customer: (seconds: number) =>
      repeat(1, seconds, () => {
        const { question, row } = next();
        return loadStorefrontCustomer({ ...deps, hot: answering(row) }, question);
      }),
    text: (seconds: number) =>
      repeat(1, seconds, () => Buffer.byteLength(renderCustomer(view, deps.publicUrl, next().customer).text)),
    whole: async (seconds: number) => {
      const before = answered;
      await runWrk(
        { url, key: bench.key, numbers: merchantIds(group) },
        { connections: CONNECTIONS, seconds },
      );
      return answered - before;
    },
  };
  try {
    const rounds: (number | null)[][] = [];
    for (let round = 0; round <= options.rounds; round += 1) {
      const seconds = round === 0 ? WARM_UP_SECONDS : options.seconds;
      const statement = await cpuPerCall(deps, () => stages.statement(seconds));
      const customer = await cpuPerCall(deps, () => stages.customer(seconds));
      const text = await cpuPerCall(deps, () => stages.text(seconds));
      const whole = await cpuPerCall(deps, () => stages.whole(seconds));
      const http = whole.node - statement.node - customer.node - text.node;
      if (round > 0) rounds.push([whole.postgres, statement.node, customer.node, text.node, http]);
    }
    return STAGES.map((_, index) => medianOf(rounds.map((round) => round[index]!)));
  } finally {
    await app.close();
  }
}

interface Recorded {
  question: CustomerQuestion;
  asked: Parameters<NamedStatements['runEach']>;
  row: object;
  customer: StorefrontCustomer;
}

async function record(deps: Deps, question: CustomerQuestion): Promise<Recorded> {
  let asked: Recorded['asked'] | undefined;
  let row: object | undefined;
  const runEach = async (...statement: Recorded['asked']) => {
    asked = statement;
    row = await deps.hot.runEach(...statement);
    return row;
  };
  const hot = { runEach } as unknown as NamedStatements;
  const customer = await loadStorefrontCustomer({ ...deps, hot }, question);
  return { question, asked: asked!, row: row!, customer };
}

function answering(row: object): NamedStatements {
  return { runEach: () => Promise.resolve(row) } as unknown as NamedStatements;
}

function medianOf(figures: readonly (number | null)[]): number | null {
  return figures.some((figure) => figure === null) ? null : median(figures as number[]);
}
