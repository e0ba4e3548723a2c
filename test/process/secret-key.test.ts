import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runBuilt, type ServerProcess, spawnCommand, startServer } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { entryOf } from '../support/factories.ts';
import { runCommand } from '../support/run-command.ts';
import { sendJson } from '../support/send-json.ts';
import { openShop, withDeps } from '../support/shop.ts';

const FIRST = 'the first secret key of these servers';
const SECOND = 'the second secret key of these servers';

let database: TestDatabase;
let servers: ServerProcess[];
let key: string;
let customer: string;
let cardId: number;

beforeEach(async () => {
  database = await createTestDatabase();
  servers = [];
  await withDeps(database.serverUrl, async (deps) => {
    const shop = await openShop(deps, 1);
    key = shop.key;
    customer = shop.customers[0]!;
    cardId = entryOf((await deps.programs.all())[0]!.rewards, 'gift_card').id;
  });
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await database.close();
});

const environment = (secret: string | null) => ({
  DATABASE_URL: database.serverUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  DEMO: 'off',
  ...(secret !== null && { SECRET_KEY: secret }),
});

function command(args: string[], env: Record<string, string> = {}, input = '') {
  return runCommand(args, { ...environment(null), ...env }, input);
}

async function serve(secret: string | null): Promise<ServerProcess> {
  const server = await startServer(environment(secret));
  servers.push(server);
  await server.logged('listening');
  return server;
}

async function restart(secret: string | null): Promise<ServerProcess> {
  await Promise.all(servers.splice(0).map((server) => server.end('SIGTERM')));
  return serve(secret);
}

/** The whole code of a gift card that the customer claims. */
async function claimCard(server: ServerProcess, headers: Record<string, string> = {}): Promise<string> {
  const path = `/v2/customers/${customer}/claimed_rewards`;
  const { json } = await sendJson(server.url, 'POST', path, key, { reward_id: cardId }, headers);
  return json.claimed_reward.redeemable.code;
}

async function look(server: ServerProcess, code: string): Promise<number> {
  return (await sendJson(server.url, 'GET', `/v2/vouchers/${code}`, key)).status;
}

describe('a gift card', () => {
  it('is found after SECRET_KEY was set, changed by a rotation beside the running server, and taken away', async () => {
    const bare = await serve(null);
    const code = await claimCard(bare);
    const wrapped = await restart(FIRST);
    expect(await look(wrapped, code)).toBe(200);
    const rotated = await command(['secret', 'rotate', '--to', '-'], { SECRET_KEY: FIRST }, `${SECOND}\n`);
    expect(rotated).toMatchObject({ code: 0, stderr: '' });
    expect(rotated.stdout).toContain('set it for all of them');
    expect(await look(wrapped, code)).toBe(200);
    const anew = await restart(SECOND);
    expect(await look(anew, code)).toBe(200);
    const unwrapped = await command(['secret', 'rotate', '--to-none'], { SECRET_KEY: SECOND });
    expect(unwrapped).toMatchObject({ code: 0, stderr: '' });
    expect(await look(await restart(null), code)).toBe(200);
    const logged = JSON.stringify([bare.log, wrapped.log, anew.log]);
    for (const secret of [code, FIRST, SECOND]) expect(logged).not.toContain(secret);
  });

  it('is told again to a repeated Idempotency-Key after a rotation', async () => {
    const headers = { 'idempotency-key': 'a key of its own' };
    const code = await claimCard(await serve(FIRST), headers);
    await command(['secret', 'rotate', '--to', '-'], { SECRET_KEY: FIRST }, SECOND);
    expect(await claimCard(await restart(SECOND), headers)).toBe(code);
  });

  it('is usable once more when the keys of before are recovered', async () => {
    const code = await claimCard(await serve(FIRST));
    const renewed = await command(['secret', 'renew'], { SECRET_KEY: SECOND });
    expect(renewed).toMatchObject({ code: 0, stderr: '' });
    expect(await look(await restart(SECOND), code)).toBe(404);
    const recovered = await command(['secret', 'recover', '--from', '-'], { SECRET_KEY: SECOND }, FIRST);
    expect(recovered).toMatchObject({ code: 0, stderr: '' });
    expect(await look(await restart(SECOND), code)).toBe(200);
  });
});

describe('a server', () => {
  it('does not start with a SECRET_KEY that does not open the keys, nor without, and says what to do', async () => {
    await serve(FIRST);
    for (const secret of [SECOND, null]) {
      const refused = await runBuilt(['serve'], environment(secret));
      expect(refused.code).toBe(2);
      expect(refused.stderr).toMatch(/^(SECRET_KEY is not the one|This database's keys are wrapped).*\n$/);
      expect(refused.stderr).not.toContain(SECOND);
    }
    const wrong = await command(['secret', 'check'], { SECRET_KEY: SECOND });
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(await command(['secret', 'check'], { SECRET_KEY: FIRST })).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a rotation that is killed', () => {
  it('has changed nothing', async () => {
    const server = await serve(FIRST);
    const code = await claimCard(server);
    const watcher = new pg.Client({ connectionString: database.ownerUrl });
    await watcher.connect();
    // It waits for this row, with the keys locked and what comes after still to be written.
    await watcher.query('begin');
    await watcher.query('select from data_keys for update');
    const rotation = await spawnCommand(['secret', 'rotate', '--to', '-'], { ...environment(FIRST) });
    rotation.stdin!.end(SECOND);
    for (;;) {
      const { rows } = await database.asOwner(
        `select from pg_locks keys join pg_locks row using (pid) where keys.relation = 'data_keys'::regclass
           and keys.mode = 'ShareRowExclusiveLock' and keys.granted and not row.granted`,
      );
      if (rows.length > 0) break;
    }
    const killed = new Promise((resolve) => rotation.once('exit', resolve));
    rotation.kill('SIGKILL');
    await killed;
    await watcher.query('rollback');
    await watcher.end();
    expect(await look(await restart(FIRST), code)).toBe(200);
    const again = await command(['secret', 'rotate', '--to', '-'], { SECRET_KEY: FIRST }, SECOND);
    expect(again.code).toBe(0);
    expect(await look(await restart(SECOND), code)).toBe(200);
  });
});
