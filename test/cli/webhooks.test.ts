import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataKeys } from '../../src/db/data-keys.ts';
import { subscribe } from '../../src/domain/operations/manage-webhooks.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { TestClock } from '../support/clock.ts';
import { type CommandResult, spawnCommand } from '../support/command.ts';
import { PROGRAM } from '../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createCustomer } from '../support/factories.ts';
import { Receiver } from '../support/receiver.ts';
import { runCommand } from '../support/run-command.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { TESTER } from '../support/tester.ts';

let database: TestDatabase;
let deps: Deps;
let program: Program;
let receiver: Receiver;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await Receiver.start();
  expect((await runCommand(['program', 'apply', '-'], env(), PROGRAM)).code).toBe(0);
  // The commands go by the real clock, and seal by the keys in the database.
  const keys = await openDataKeys(database.db, null, 'server');
  deps = { ...depsOn(database, new TestClock(Date.now())), ...keys };
  program = (await deps.programs.all())[0]!;
});
afterAll(async () => {
  await receiver.close();
  await database.close();
});

function env(): Record<string, string> {
  return {
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    OUTBOUND_PRIVATE_ADDRESSES: 'on',
  };
}

const webhook = (...words: string[]): Promise<CommandResult> =>
  runCommand(['webhook', ...words, '--program', program.key], env());

const parsed = async (...words: string[]) => JSON.parse((await webhook(...words, '--json')).stdout);

let made: { id: number; secret: string };
const subscribed = async () => {
  const { webhook, secret } = await subscribe(deps, {
    program_id: program.id,
    topic: 'customers/update',
    address: receiver.address,
    by: TESTER,
  });
  made = { id: webhook.id, secret: secret! };
};

describe('loyaltyd webhook', () => {
  it('lists webhooks', async () => {
    expect(await webhook('list')).toMatchObject({ code: 0, stdout: 'The program has no webhooks.\n' });
    await subscribed();
    expect(await webhook('list')).toMatchObject({
      code: 0,
      stdout: `${made.id}  enabled  customers/update  ${receiver.address}\n`,
    });
  });

  it('tries an address, and says what it answered', async () => {
    const taken = await webhook('test', 'customers/update');
    expect(taken).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^204 {2}\d+ ms {2}customers\/update/),
    });
    const [{ headers, body, message }] = receiver.received.slice(-1) as [Receiver['received'][0]];
    expect(message.payload).toMatchObject({ customer: { merchant_id: 'sample-1001' } });
    expect(new Webhook(made.secret).verify(body, headers)).toEqual(message);
    receiver.react = () => 500;
    const refused = await webhook('test', 'customers/update');
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('tried again by the server') });
    receiver.react = () => 204;
    expect(await webhook('test', 'tier_upgraded')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No address is told of program_events/customer.tier_upgraded'),
    });
    expect(await webhook('test', 'weather')).toMatchObject({ code: 2 });
  });

  it('replays a delivery', async () => {
    const { attempts } = await parsed('test', 'customers/update');
    const [{ delivery_id, message_id }] = attempts;
    expect(await webhook('replay', String(delivery_id))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(message_id),
    });
    expect(receiver.received.slice(-2).map(({ message }) => message.id)).toEqual([message_id, message_id]);
    expect(await webhook('replay', '987654321')).toMatchObject({ code: 1 });
  });

  it('rotates a secret', async () => {
    const { secret } = await parsed('rotate', String(made.id));
    expect(secret).not.toBe(made.secret);
    await webhook('test', 'customers/update');
    const [{ headers, body, message }] = receiver.received.slice(-1) as [Receiver['received'][0]];
    for (const either of [secret, made.secret])
      expect(new Webhook(either).verify(body, headers)).toEqual(message);
  });

  it('keeps to public addresses unless it may do otherwise', async () => {
    const args = ['webhook', 'test', 'customers/update', '--program', program.key, '--json'];
    const { stdout } = await runCommand(args, { ...env(), OUTBOUND_PRIVATE_ADDRESSES: 'off' });
    expect(JSON.parse(stdout).attempts).toMatchObject([{ response_status: null, error: 'not_https' }]);
  });
});

describe('loyaltyd webhook listen', () => {
  let child: ChildProcess | undefined;
  afterAll(() => void child?.kill('SIGKILL'));

  it('tells an address of this machine what happens, once each, until it is ended', async () => {
    const local = await Receiver.start();
    const args = ['webhook', 'listen', '--program', program.key, '--forward-to', local.address, '--json'];
    child = await spawnCommand([...args, '--topics', 'enrolled,customers/update'], env());
    const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await lines.next()).value as string);
    const { secret, topics } = await next();
    expect(topics).toEqual(['program_events/customer.enrolled', 'customers/update']);
    // Nobody else sees it.
    expect((await parsed('list')).webhooks).toHaveLength(1);
    local.react = () => 500;
    await createCustomer(deps, program, { merchant_id: 'listened' });
    const shown = [await next(), await next()];
    expect(shown.map(({ topic, response_status }) => [topic, response_status])).toEqual([
      ['program_events/customer.enrolled', 500],
      ['customers/update', 500],
    ]);
    const [{ headers, body, message }] = local.received as [Receiver['received'][0]];
    expect(new Webhook(secret).verify(body, headers)).toEqual(message);
    // A delivery that is tried by hand reaches it too.
    await webhook('test', 'enrolled');
    expect(await next()).toMatchObject({ topic: 'program_events/customer.enrolled' });
    child.kill('SIGINT');
    const ended = once(child, 'exit');
    expect(await next()).toEqual({ told: 3 });
    expect(await ended).toEqual([0, null]);
    const endpoints = await deps.db.selectFrom('webhook_endpoints').select('listens_until').execute();
    expect(endpoints).toEqual([{ listens_until: null }]);
    await local.close();
  });

  it('refuses what is no address', async () => {
    const args = ['webhook', 'listen', '--program', program.key, '--forward-to', 'localhost:3000'];
    expect(await runCommand(args, env())).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--forward-to must be an http or https URL'),
    });
  });
});
