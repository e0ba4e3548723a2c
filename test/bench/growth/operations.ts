import { randomUUID } from 'node:crypto';
import { remindOfExpiries } from '../../../src/domain/operations/remind-of-expiries.ts';
import type { Program } from '../../../src/domain/programs/configuration.ts';
import type { Deps } from '../../../src/domain/programs/deps.ts';
import type { App } from '../../../src/http/app-types.ts';
import { eventPresenter } from '../../../src/http/webhooks/present-event.ts';
import { Dispatcher } from '../../../src/jobs/dispatcher.ts';
import { periodicWork } from '../../../src/jobs/sweeper.ts';
import { anyOf } from '../bench.ts';
import { type CustomerGroup, merchantId } from '../load.ts';
import { completion, type Operation, order, redemption } from '../write-http.ts';

/** A program of one size, with customers who are only read, and others who are written. */
export interface Sized {
  program: Program;
  /** An API key of the program that may do everything. */
  key: string;
  readers: CustomerGroup;
  writers: CustomerGroup;
  /** An id in the middle of the program's transactions. */
  middle: number;
}

export interface Measured {
  name: string;
  calls: number;
  call: () => Promise<unknown>;
}

const CALLS = 60;
/** Operations that read a page or more. */
const FEW_CALLS = 30;

/** The operations whose cost is measured at each size. Those that write come last. */
export function operationsOf(deps: Deps, app: App, sized: Sized): Measured[] {
  const { program, readers, writers, middle } = sized;
  const site = program.sites[0]!.id;
  const ask = asker(app, sized.key);
  const read = (name: string, path: () => string, calls = FEW_CALLS): Measured => ({
    name,
    calls,
    call: () => ask(path()),
  });
  const write = (name: string, { path, body }: Operation): Measured => {
    const text = JSON.stringify(body);
    const written = () =>
      text.replaceAll('%d', () => merchantId(anyOf(writers))).replaceAll('%u', () => randomUUID());
    return { name, calls: CALLS, call: () => ask(path, written()) };
  };
  return [
    read('a whole customer read', () => `/bench/${site}/customers/${merchantId(anyOf(readers))}`, CALLS),
    read('customers, newest page', () => '/v2/customers?limit=100'),
    read('activities, newest page', () => '/v2/activities?limit=100'),
    read('transactions, newest page', () => '/v2/transactions?limit=100'),
    read('transactions from an id on', () => `/v2/transactions?limit=100&since_id=${middle}`),
    read('transactions, a page as csv', () => '/v2/transactions?limit=100&type=csv'),
    read('report of a year by month', () => '/v2/reports/roll_forward'),
    { name: 'a server at rest, each job once', calls: FEW_CALLS, call: restingWork(deps) },
    write('a completion', completion(program)),
    write('a redemption', redemption(program)),
    write('an order', order()),
  ];
}

/** Everything that a server does without being asked. */
export function restingWork(deps: Deps): () => Promise<void> {
  const dispatcher = new Dispatcher(deps, eventPresenter(deps.publicUrl));
  const jobs = periodicWork(5);
  return async () => {
    for (const { work } of jobs) await work(deps);
    await remindOfExpiries(deps);
    while (await dispatcher.round());
  };
}

function asker(app: App, key: string): (path: string, body?: string) => Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return async (url, payload) => {
    const answer = payload
      ? await app.inject({ method: 'POST', url, headers, payload })
      : await app.inject({ method: 'GET', url, headers });
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`);
  };
}
