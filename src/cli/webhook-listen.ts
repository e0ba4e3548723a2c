import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '../config.ts';
import { beginListening, goOnListening, HEARTBEAT_MS } from '../domain/operations/listen-to-webhooks.ts';
import { WEBHOOK_TOPICS } from '../domain/outbox/topics.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { Attempt } from '../domain/webhooks/attempt-delivery.ts';
import { deleteListening } from '../domain/webhooks/housekeeping-store.ts';
import { eventPresenter } from '../http/webhooks/present-event.ts';
import { Dispatcher } from '../jobs/dispatcher.ts';
import { Outbound } from '../outbound/outbound.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { attemptJson, attemptText, type DeliveryDeps, parseTopics, withDelivery } from './webhook.ts';

const INTERVAL_MS = 500;

interface ListenOptions {
  program: string;
  forwardTo: string;
  topics?: string;
  json?: boolean;
}

/**
 * `loyaltyd webhook listen`: until a signal ends it, this command itself sends each event once to an address on the
 * operator's own machine.
 */
export async function listenCommand(shell: Shell, options: ListenOptions): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const anywhere = { allow_private: true };
  const complaint = new Outbound(anywhere).addressComplaint(options.forwardTo);
  if (complaint)
    throw new CommandError(EXIT.usage, `--forward-to ${complaint.replace('https', 'http or https')}.`);
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) shell.once(signal, () => abort.abort());
  const told = await withDelivery(shell, config, options.program, anywhere, (deps, program) =>
    listen(shell, deps, program, { ...options, publicUrl: config.public_url }, abort.signal),
  );
  return { exit_code: EXIT.ok, text: `Told ${told} times.`, json: { told } };
}

async function listen(
  shell: Shell,
  deps: DeliveryDeps,
  program: Program,
  options: ListenOptions & { publicUrl: string },
  signal: AbortSignal,
): Promise<number> {
  const topics = options.topics === undefined ? WEBHOOK_TOPICS : parseTopics(options.topics);
  const program_id = program.id;
  const address = options.forwardTo;
  const { endpoint_id, secret } = await beginListening(deps, { program_id, topics, address });
  const endpoint = { program_id, endpoint_id };
  print(
    shell,
    options,
    { listening: address, secret, topics },
    `Telling ${address} what happens, signed with ${secret}. Ctrl-C ends it.`,
  );
  let told = 0;
  const tell = (attempt: Attempt) => {
    told += 1;
    print(shell, options, attemptJson(attempt), attemptText(attempt));
  };
  const dispatcher = new Dispatcher(deps, eventPresenter(options.publicUrl), { ...endpoint, tell });
  try {
    await until(signal, deps, endpoint, dispatcher);
    await dispatcher.idle();
  } finally {
    await deleteListening(deps.db, program_id, endpoint_id);
  }
  return told;
}

async function until(
  signal: AbortSignal,
  deps: DeliveryDeps,
  endpoint: { program_id: number; endpoint_id: number },
  dispatcher: Dispatcher,
): Promise<void> {
  let heard = deps.clock.real();
  while (!signal.aborted) {
    if (deps.clock.real() - heard >= HEARTBEAT_MS) {
      heard = deps.clock.real();
      if (!(await goOnListening(deps, endpoint))) {
        throw new CommandError(
          EXIT.failed,
          'This command was not heard of for too long and is told nothing more.',
        );
      }
    }
    const found = await dispatcher.round();
    await dispatcher.idle();
    if (!found) await delay(INTERVAL_MS, undefined, { signal }).catch(() => {});
  }
}

function print(shell: Shell, options: { json?: boolean }, json: object, text: string): void {
  shell.stdout.write(`${options.json ? JSON.stringify(json) : text}\n`);
}
