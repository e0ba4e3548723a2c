import { completeRule } from '../../../src/domain/operations/complete-rule.ts';
import { recordOrder } from '../../../src/domain/operations/record-order.ts';
import { loadStorefrontCustomer } from '../../../src/domain/storefront/load-customer.ts';
import { renderCustomer } from '../../../src/http/headless/render-customer.ts';
import { storefrontView } from '../../../src/http/shared/storefront-view.ts';
import { orderInput } from '../../support/orders.ts';
import { anyOf, type Bench, openDeps } from '../bench.ts';
import { COMPLETED_RULE } from '../bench-program.ts';
import { customerApp } from '../customer-read.ts';
import { merchantId, merchantIds } from '../load.ts';
import { asOwner } from '../prepare-changes.ts';
import { median, repeat } from '../rounds.ts';
import { completion, type Operation, order } from '../write-http.ts';
import { runWrk } from '../wrk.ts';
import { type CpuTime, cpuPerCall } from './cpu-time.ts';
import type { StagedWork } from './stage-table.ts';

const CONNECTIONS = 16;
const POOL_SIZE = 16;
const WARM_UP_SECONDS = 1;
const NOTHING: CpuTime = { node: 0, postgres: 0 };

type Prepared = Omit<Bench, 'report'>;
type Deps = ReturnType<typeof openDeps>['deps'];

/** An operation that writes, and what its answer reads; both in this process. */
interface Write {
  operation: (bench: Prepared) => Operation;
  /** The use case, for a customer by chance. */
  effect: (bench: Prepared, deps: Deps) => () => Promise<unknown>;
  answer: ((bench: Prepared, deps: Deps) => () => Promise<unknown>) | null;
}

const WHOLE_CUSTOMER: Write['answer'] = ({ program, groups }, deps) => {
  const site = program.sites[0]!;
  const view = storefrontView(program, site, site.languages[0]!);
  const asked = { program, channel: 'web', country: site.country } as const;
  return async () => {
    const customer = await loadStorefrontCustomer(deps, { ...asked, customer_id: anyOf(groups.shoppers) });
    return renderCustomer(view, deps.publicUrl, customer).text.length;
  };
};

const COMPLETION: Write = {
  operation: ({ program }) => completion(program),
  effect: ({ program, groups }, deps) => {
    const rule_id = program.rules.find(({ key }) => key === COMPLETED_RULE)!.id;
    const asked = { program, rule_id, kind: 'social_follow', channel: 'web' } as const;
    return () => completeRule(deps, { ...asked, customer_merchant_id: merchantId(anyOf(groups.shoppers)) });
  },
  answer: WHOLE_CUSTOMER,
};

const ORDER: Write = {
  operation: () => order(),
  effect: ({ program, groups }, deps) => {
    let recorded = 0;
    return () => {
      recorded += 1;
      const customer_id = merchantId(anyOf(groups.shoppers));
      const merchant_id = `stage-${process.pid}-${recorded}`;
      return recordOrder(deps, orderInput(program, { customer_id, merchant_id }));
    };
  },
  answer: null,
};

export const completionStages = stagesOf('completion', COMPLETION);
export const orderStages = stagesOf('recorded order', ORDER);

/**
 * The effect and the answer are measured by themselves. HTTP is the rest of a whole request, and the record of a key the
 * rest of a request that has one.
 */
function stagesOf(name: string, write: Write): StagedWork {
  return {
    name,
    measure: async (bench) => {
      const { deps, database } = openDeps(bench.database.serverUrl, POOL_SIZE);
      try {
        const [node, postgres] = await measure(bench, deps, write);
        const rows = [
          'the effect',
          'the customer after it, as text',
          'the rest of a request: HTTP, the key, the hooks',
          'more with an Idempotency-Key',
        ];
        return {
          name,
          sizes: ['server', 'Postgres'],
          stages: rows.map((row, index) => ({ name: row, micros: [node![index]!, postgres![index]!] })),
        };
      } finally {
        await database.close();
      }
    },
  };
}

async function measure(bench: Prepared, deps: Deps, write: Write): Promise<(number | null)[][]> {
  const app = await customerApp(deps);
  await app.listen({ host: '127.0.0.1', port: 0 });
  let answered = 0;
  app.server.on('request', () => {
    answered += 1;
  });
  const { path, body } = write.operation(bench);
  const request = {
    url: app.listeningOrigin + path,
    body,
    key: bench.key,
    numbers: merchantIds(bench.groups.shoppers),
  };
  const whole = async (seconds: number, more: { keyed?: true }) => {
    const before = answered;
    await runWrk({ ...request, ...more }, { connections: CONNECTIONS, seconds });
    return answered - before;
  };
  const effect = write.effect(bench, deps);
  const answer = write.answer?.(bench, deps);
  try {
    const rounds: CpuTime[][] = [];
    for (let round = 0; round <= bench.options.rounds; round += 1) {
      const seconds = round === 0 ? WARM_UP_SECONDS : bench.options.seconds;
      const works = [
        () => repeat(CONNECTIONS, seconds, effect),
        answer && (() => repeat(CONNECTIONS, seconds, answer)),
        () => whole(seconds, {}),
        () => whole(seconds, { keyed: true }),
      ];
      const times: CpuTime[] = [];
      for (const work of works) times.push(work ? await cpuPerCall(deps, work) : NOTHING);
      if (round === 0) await asOwner(bench.database.ownerUrl, 'analyze');
      if (round > 0) rounds.push(times);
    }
    return (['node', 'postgres'] as const).map((where) =>
      restsOf(rounds.map((times) => times.map((time) => time[where]))),
    );
  } finally {
    await app.close();
  }
}

/** The medians of effect and answer, and what the whole requests take beyond them. */
function restsOf(rounds: readonly (number | null)[][]): (number | null)[] {
  const [effect, answer, plain, keyed] = [0, 1, 2, 3].map((index) => {
    const figures = rounds.map((round) => round[index]!);
    return figures.some((figure) => figure === null) ? null : median(figures as number[]);
  });
  if (effect === null || answer === null || plain === null || keyed === null) return [null, null, null, null];
  return [effect!, answer!, plain! - effect! - answer!, keyed! - plain!];
}
