import { type Config, loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { listWebhooks, rotateSecret } from '../domain/operations/manage-webhooks.ts';
import { replayDelivery, tryTopic } from '../domain/operations/try-webhooks.ts';
import { isWebhookTopic, WEBHOOK_TOPICS, type WebhookTopic } from '../domain/outbox/topics.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { type Attempt, isDelivered } from '../domain/webhooks/attempt-delivery.ts';
import { presentWebhook } from '../http/v2/webhook-schema.ts';
import { samplePayload } from '../http/webhooks/sample-payload.ts';
import { Outbound, type OutboundOptions } from '../outbound/outbound.ts';
import { EXIT } from './exit-codes.ts';
import { makeLogger } from './logger.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';
import { type CommandDeps, withProgram } from './with-program.ts';

/** The dependencies of a command that sends webhooks. */
export type DeliveryDeps = CommandDeps & Pick<Deps, 'outbound' | 'logger'>;

/** Runs `work` with its own connections to receivers. With `allow_private`, receivers may have private addresses. */
export async function withDelivery<T>(
  shell: Shell,
  config: Config,
  program: string,
  options: OutboundOptions,
  work: (deps: DeliveryDeps, program: Program) => Promise<T>,
): Promise<T> {
  const outbound = new Outbound(options);
  const logger = makeLogger(config.log_level, shell.stdout);
  try {
    return await withProgram(config, SERVER_LIMITS, program, (deps, found) =>
      work({ ...deps, outbound, logger }, found),
    );
  } finally {
    outbound.close();
  }
}

/** `loyaltyd webhook list` */
export async function listWebhooksCommand(shell: Shell, options: { program: string }): Promise<Outcome> {
  return withProgram(loadConfig(shell.env), SERVER_LIMITS, options.program, async (deps, program) => {
    const now = deps.clock.real();
    const webhooks = (await listWebhooks(deps, program.id)).map((webhook) => presentWebhook(webhook, now));
    const lines = webhooks.map(({ id, state, disabled_reason, topic, address, failing_since }) => {
      const reason = disabled_reason ? ` (${disabled_reason})` : '';
      const failing = failing_since ? `  failing since ${failing_since}` : '';
      return `${id}  ${state}${reason}  ${topic}  ${address}${failing}`;
    });
    const text = lines.length > 0 ? lines.join('\n') : 'The program has no webhooks.';
    return { exit_code: EXIT.ok, text, json: { webhooks } };
  });
}

/** `loyaltyd webhook rotate ID`: only this command shows the new secret. */
export async function rotateWebhookCommand(
  shell: Shell,
  id: string,
  options: { program: string },
): Promise<Outcome> {
  const { webhook, secret } = await withProgram(
    loadConfig(shell.env),
    SERVER_LIMITS,
    options.program,
    (deps, program) =>
      rotateSecret(deps, {
        program_id: program.id,
        id: parseId(id),
        by: { kind: 'command', name: 'webhook rotate' },
      }),
  );
  const text = `${secret}\n\nIt signs what ${webhook.address} is told from now on. For 24 hours the one before signs beside it.`;
  return { exit_code: EXIT.ok, text, json: { id: webhook.id, address: webhook.address, secret } };
}

/** `loyaltyd webhook replay ID` */
export async function replayWebhookCommand(
  shell: Shell,
  id: string,
  options: { program: string },
): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const attempt = await withDelivery(shell, config, options.program, ownAddresses(config), (deps, program) =>
    replayDelivery(deps, {
      program_id: program.id,
      id: parseId(id),
      by: { kind: 'command', name: 'webhook replay' },
    }),
  );
  return attemptsOutcome([attempt]);
}

/** `loyaltyd webhook test TOPIC` */
export async function tryWebhooksCommand(
  shell: Shell,
  topic: string,
  options: { program: string },
): Promise<Outcome> {
  const [asked] = parseTopics(topic);
  const config = loadConfig(shell.env);
  const attempts = await withDelivery(shell, config, options.program, ownAddresses(config), (deps, program) =>
    tryTopic(deps, {
      program_id: program.id,
      topic: asked!,
      payload: samplePayload(asked!),
      now: deps.clock.now(program),
    }),
  );
  if (attempts.length > 0) return attemptsOutcome(attempts);
  return {
    exit_code: EXIT.ok,
    text: `No address is told of ${asked}; commands that listen for it are.`,
    json: { attempts: [] },
  };
}

const ownAddresses = (config: Config) => ({
  allow_private: config.outbound_private_addresses,
  ports: config.outbound_ports,
});

function attemptsOutcome(attempts: readonly Attempt[]): Outcome {
  const delivered = attempts.every(isDelivered);
  const rest = delivered ? '' : '\nWhat failed is tried again by the server, for three days.';
  return {
    exit_code: delivered ? EXIT.ok : EXIT.failed,
    text: attempts.map(attemptText).join('\n') + rest,
    json: { attempts: attempts.map(attemptJson) },
  };
}

/** `204  35 ms  customers/update  to https://…  (delivery 12, msg_…)` */
export function attemptText({ delivery, duration_ms, response_status, error }: Attempt): string {
  const { topic, address, id, message_id } = delivery;
  return `${response_status ?? error}  ${duration_ms} ms  ${topic}  to ${address}  (delivery ${id}, ${message_id})`;
}

export function attemptJson({ delivery, at, duration_ms, response_status, error }: Attempt): object {
  const { id, message_id, topic, address } = delivery;
  return {
    delivery_id: id,
    message_id,
    topic,
    address,
    at: new Date(at).toISOString(),
    duration_ms,
    response_status,
    error,
  };
}

/** Topics separated by commas; `program_events/customer.` may be left out. */
export function parseTopics(list: string): WebhookTopic[] {
  const topics = list.split(',').map((word) => {
    const name = word.trim();
    return isWebhookTopic(name) ? name : `program_events/customer.${name}`;
  });
  const unknown = topics.filter((topic) => !isWebhookTopic(topic));
  if (unknown.length === 0) return [...new Set(topics.filter(isWebhookTopic))];
  throw new CommandError(EXIT.usage, `There is no topic ${list}. Topics: ${WEBHOOK_TOPICS.join(', ')}.`);
}

function parseId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandError(EXIT.usage, `${text} is not an id.`);
}
