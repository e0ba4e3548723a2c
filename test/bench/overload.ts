import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench, Check } from './bench.ts';
import { rateFinding, timeFinding } from './report.ts';
import { startServer } from './server-process.ts';

/** Callers that keep a server busy without filling it. */
const BUSY = 32;
const TIMES = 5;
/** Open before it begins. */
const CONNECTIONS = 1_024;
const AIM = 0.7;
const MOST_MS = { health: 1_000, refusal: 2_000 };
const TICK_MS = 10;

interface Answered {
  status: number;
  ms: number;
}

/** Requests at several times the rate that a server can answer, whether they are answered or not. */
export const overloadCheck: Check = {
  name: 'overload',
  about:
    'five times as many requests as a server can answer: what is answered, and how fast the rest is refused',
  run: async (bench) => {
    const server = await startServer(bench.database);
    try {
      await measure(bench, server.url);
    } finally {
      await server.stop();
    }
  },
};

async function measure({ key, options, report }: Bench, url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4_096, maxFreeSockets: 4_096 });
  const ask = (path: string) => send(agent, url + path, key);
  // As a proxy keeps them: Node takes one new connection in each turn of its event loop.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => ask('/health/live')));
  // A page that takes Postgres and the server some milliseconds, so that this process can ask for many times as many.
  const list = () => ask('/v2/transactions?limit=250');
  const capacity = await rateOf(list, options.seconds);
  const answers: Answered[] = [];
  const health: number[] = [];
  const until = performance.now() + options.seconds * 1000;
  const watching = (async () => {
    while (performance.now() < until) {
      health.push((await ask('/health/ready')).ms);
      await delay(100);
    }
  })();
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  for (let sent = 0; performance.now() < until; await delay(TICK_MS)) {
    const due = ((performance.now() - began) / 1000) * capacity * TIMES;
    for (; sent < due; sent += 1) underWay.push(list().then((answer) => void answers.push(answer)));
  }
  const seconds = (performance.now() - began) / 1000;
  const inTime = answers.filter(({ status }) => status === 200).length;
  await Promise.all([...underWay, watching]);
  agent.destroy();
  const odd = answers.filter(({ status }) => status !== 200 && status !== 503);
  if (odd.length > 0) throw new Error(`${odd.length} answers of ${odd[0]!.status}`);
  const refused = answers.filter(({ status }) => status === 503).map(({ ms }) => ms);
  const offered = Math.round(answers.length / seconds);
  report(
    rateFinding(`pages answered, ${offered}/s asked for`, { ours: inTime / seconds, limit: capacity }, AIM),
  );
  report(timeFinding('overload, the slowest health', Math.max(...health), MOST_MS.health));
  report(timeFinding('overload, the slowest refusal', Math.max(0, ...refused), MOST_MS.refusal));
}

async function rateOf(ask: () => Promise<Answered>, seconds: number): Promise<number> {
  const began = performance.now();
  let answered = 0;
  const callers = Array.from({ length: BUSY }, async () => {
    while (performance.now() - began < seconds * 1000) {
      await ask();
      answered += 1;
    }
  });
  await Promise.all(callers);
  return answered / ((performance.now() - began) / 1000);
}

function send(agent: Agent, url: string, key: string): Promise<Answered> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode!, ms: performance.now() - began }));
    });
    sent.once('error', reject);
    sent.end();
  });
}
