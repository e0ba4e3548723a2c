import type { NamedStatements } from '../../../src/db/named-statements.ts';
import type { Deps } from '../../../src/domain/programs/deps.ts';
import type { StorefrontCustomer } from '../../../src/domain/storefront/customer.ts';
import { loadStorefrontCustomer } from '../../../src/domain/storefront/load-customer.ts';
import { presentCustomer } from '../../../src/http/headless/present-customer.ts';
import { storefrontView } from '../../../src/http/shared/storefront-view.ts';
import { anyOf, type Bench } from '../bench.ts';
import { customerApp } from '../customer-read.ts';
import { runWrk } from '../wrk.ts';
import { cpuPerCall, repeat } from './cpu-time.ts';

export async function readStages(
  bench: Pick<Bench, 'program' | 'groups' | 'key'>,
  deps: Deps,
  entries: 10 | 100 | 1000,
  seconds: number,
) {
  const { program } = bench;
  const group = bench.groups.readers[entries];
  const site = program.sites[0]!;
  const view = storefrontView(program, site, site.languages[0]!);
  const question = () => ({
    program,
    customer_id: anyOf(group),
    channel: 'web' as const,
    country: site.country,
  });

  // The sample of statements and answers, recorded.
  const calls: Parameters<NamedStatements['runEach']>[] = [];
  const answers: object[] = [];
  const recording = {
    runEach: async (...args: Parameters<NamedStatements['runEach']>) => {
      calls.push(args);
      const answer = await deps.hot.runEach(...args);
      answers.push(answer!);
      return answer;
    },
  } as unknown as NamedStatements;
  const questions = Array.from({ length: 200 }, question);
  const customers: StorefrontCustomer[] = [];
  for (const one of questions) customers.push(await loadStorefrontCustomer({ ...deps, hot: recording }, one));

  let turn = 0;
  const next = () => (turn = (turn + 1) % 200);
  const replayed = (answer: object) =>
    ({ runEach: () => Promise.resolve(answer) }) as unknown as NamedStatements;
  const bodies = customers.map((customer) => presentCustomer(view, deps.publicUrl, customer));

  const wire = () => deps.hot.runEach(...calls[next()]!);
  const app = await customerApp(deps);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const path = `/bench/${site.id}/customers`;
  try {
    for (const length of [1, seconds]) {
      const read = await cpuPerCall(deps, () => repeat(8, length, wire));
      const decide = await cpuPerCall(deps, () =>
        repeat(1, length, () => {
          const at = next();
          return loadStorefrontCustomer({ ...deps, hot: replayed(answers[at]!) }, questions[at]!);
        }),
      );
      const present = await cpuPerCall(deps, () =>
        repeat(1, length, () => presentCustomer(view, deps.publicUrl, customers[next()]!)),
      );
      const stringify = await cpuPerCall(deps, () => repeat(1, length, () => JSON.stringify(bodies[next()])));
      const http = await cpuPerCall(
        deps,
        async () =>
          length *
          (await runWrk(
            { url: `${app.listeningOrigin}${path}/%d`, key: bench.key, numbers: group },
            { connections: 8, seconds: length },
          )),
      );
      if (length === seconds) {
        console.log(entries, JSON.stringify(bodies[0]).length, {
          postgres: read.postgres,
          wire: read.node,
          decide: decide.node,
          present: present.node,
          stringify: stringify.node,
          http: http.node - read.node - decide.node - present.node - stringify.node,
          total: http.node,
          pg_http: http.postgres,
        });
      }
    }
  } finally {
    await app.close();
  }
}
