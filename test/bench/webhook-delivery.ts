import http from 'node:http';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { subscribe, unsubscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { WEBHOOK_TOPICS, type WebhookTopic } from '../../src/domain/outbox/topics.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { Dispatcher } from '../../src/jobs/dispatcher.ts';
import { TESTER } from '../support/tester.ts';
import { anyOf, type Bench, type Check, openDeps } from './bench.ts';
import { COMPLETED_RULE } from './bench-program.ts';
import { merchantId } from './load.ts';
import { rateFinding } from './report.ts';
import { callsPerSecond, compare } from './rounds.ts';

const MESSAGES = 5_000;
/** As many as the dispatcher sends to one address at a time. */
const AT_A_TIME = 10;
const CONNECTIONS = 16;
/** V8 goes on compiling for some rounds of deliveries, as it does in the first seconds of a server. */
const WARM_UP_ROUNDS = 5;
const AIMS = { delivery: 0.4, told: 0.9 };

export const webhookChecks: Check[] = [
  {
    name: 'webhooks',
    about: 'webhook delivery, from the event on, against plain posts of the same bodies',
    run: (bench) => withReceiver(bench, ['customers/update'], delivery),
  },
  {
    name: 'webhook_cost',
    about: 'completions in a program that tells of everything, against one that tells nothing',
    run: cost,
  },
];

interface Told {
  deps: Deps;
  address: string;
}

/** From events in the outbox to recorded deliveries: rendered, signed, posted, in order per customer. */
async function delivery(bench: Bench, { deps, address }: Told): Promise<void> {
  const { program, groups } = bench;
  const client = new pg.Client({ connectionString: bench.database.ownerUrl });
  await client.connect();
  let bodies: string[] = [];
  const ours = async () => {
    await client.query('delete from webhook_deliveries');
    await client.query('delete from webhook_attempts');
    await client.query(
      `insert into webhook_events (program_id, customer_id, kind, created_at)
        select program_id, id, 'customer_changed', now() from customers where program_id = $1 and id >= $2 order by id limit $3`,
      [program.id, groups.readers[10].first, MESSAGES],
    );
    await client.query('vacuum (analyze) webhook_events, webhook_deliveries, webhook_attempts');
    const dispatcher = new Dispatcher(deps, eventPresenter(deps.publicUrl));
    const start = performance.now();
    while ((await dispatcher.round()) || dispatcher.sending > 0) await dispatcher.recorded();
    const elapsed = performance.now() - start;
    const { rows } = await client.query<{ body: string }>(
      `select body from webhook_deliveries where state = 'delivered'`,
    );
    if (rows.length !== MESSAGES) throw new Error(`${rows.length} of ${MESSAGES} were delivered`);
    bodies = rows.map(({ body }) => body);
    return (MESSAGES * 1000) / elapsed;
  };
  const agent = new http.Agent({ keepAlive: true });
  const plain = async () => {
    const waiting = [...bodies];
    const start = performance.now();
    const sender = async () => {
      for (let body = waiting.pop(); body !== undefined; body = waiting.pop())
        await post(agent, address, body);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, sender));
    return (MESSAGES * 1000) / (performance.now() - start);
  };
  try {
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await ours();
    await plain();
    const figures = await compare(bench.options.rounds, ours, plain);
    bench.report(rateFinding(`webhook delivery, ${AT_A_TIME} at a time`, figures, AIMS.delivery));
  } finally {
    agent.destroy();
    await client.end();
  }
}

function post(agent: http.Agent, address: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = http.request(address, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', resolve);
    });
    sent.on('error', reject).end(body);
  });
}

async function cost(bench: Bench): Promise<void> {
  const { deps, database } = openDeps(bench.database.serverUrl, CONNECTIONS);
  const { program, groups } = bench;
  const complete = () =>
    completeRule(deps, {
      program,
      rule_id: program.rules.find((rule) => rule.key === COMPLETED_RULE)!.id,
      kind: 'social_follow',
      customer_merchant_id: merchantId(anyOf(groups.writers)),
      channel: 'web',
    });
  const untold = () => callsPerSecond(CONNECTIONS, bench.options.seconds, complete);
  const told = () => withReceiver(bench, WEBHOOK_TOPICS, untold);
  try {
    await untold();
    await told();
    const figures = await compare(bench.options.rounds, told, untold);
    bench.report(rateFinding(`completion, told of, ${CONNECTIONS} connections`, figures, AIMS.told));
  } finally {
    await database.close();
  }
}

/** While an address is told of topics; afterwards nothing of it is left. */
async function withReceiver<T>(
  bench: Bench,
  topics: readonly WebhookTopic[],
  work: (bench: Bench, told: Told) => Promise<T>,
): Promise<T> {
  const { deps, database } = openDeps(bench.database.serverUrl, 4);
  const worker = new Worker(RECEIVER, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const address = `http://127.0.0.1:${port}/hook`;
  const program_id = bench.program.id;
  const made = [];
  for (const topic of topics) made.push(await subscribe(deps, { program_id, topic, address, by: TESTER }));
  try {
    return await work(bench, { deps, address });
  } finally {
    for (const { webhook } of made) await unsubscribe(deps, { program_id, id: webhook.id, by: TESTER });
    deps.outbound.close();
    await database.close();
    await worker.terminate();
    const client = new pg.Client({ connectionString: bench.database.ownerUrl });
    await client.connect();
    await client.query('truncate webhook_events, webhook_deliveries, webhook_attempts');
    await client.end();
  }
}

/** A receiver that takes all it is sent, on a thread of its own. */
const RECEIVER = `
const { parentPort } = require('node:worker_threads');
const server = require('node:http').createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
