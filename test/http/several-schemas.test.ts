import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { addressInSchema } from '../../src/database-address.ts';
import { recordMove } from '../../src/db/directory.ts';
import { withClient } from '../../src/db/migrate.ts';
import { moveProgram } from '../../src/db/move/move-program.ts';
import { currentOwner } from '../../src/db/on-behalf.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { IDS_OF_A_SHARD, shardNumberOf } from '../../src/db/shard-numbers.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { createApp } from '../../src/domain/operations/manage-apps.ts';
import { apiKeyHash, newApiKey, shownPart } from '../../src/domain/programs/api-key.ts';
import { ProgramCache } from '../../src/domain/programs/cache.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { createTestDatabase, PATIENT, type TestDatabase } from '../support/database.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import {
  createCustomer,
  createKey,
  entryOf,
  productRewardDefinition,
  programDefinition,
} from '../support/factories.ts';
import { WEBP_LOSSY } from '../support/images.ts';
import { moveOf } from '../support/moves.ts';
import { CALLBACK, createPartner, oauthOutcome } from '../support/oauth.ts';
import { signedInOperator } from '../support/operators.ts';
import { runCommand } from '../support/run-command.ts';
import { sendJson } from '../support/send-json.ts';
import { type OwnSchema, type ServedSchemas, serveSchemas, untilServed } from '../support/serve-schemas.ts';
import { newSchemaName } from '../support/shops-in-schemas.ts';
import { TESTER } from '../support/tester.ts';

/** A store in a schema. */
interface Store extends OwnSchema {
  program: Program;
  key: string;
}

/** Fewer connections than two schemas would like to have. */
const POOL_SIZE = 4;

/** An image that came with the program file. */
const PICTURE = { src: `data:image/webp;base64,${WEBP_LOSSY.toString('base64')}`, width: 3, height: 2 };

const METRICS_TOKEN = 'a-token-for-prometheus';

let served: ServedSchemas;
let stores: Store[];
/** Another database, for a schema of it. */
let far: TestDatabase;

const farEnv = () => ({ FAR_URL: far.serverUrl, FAR_OWNER_URL: far.ownerUrl });

beforeAll(async () => {
  far = await createTestDatabase({ empty: true });
  served = await serveSchemas(2, { DATABASE_POOL_SIZE: String(POOL_SIZE), METRICS_TOKEN, ...farEnv() });
  stores = [];
  for (const schema of served.schemas) stores.push(await found(schema, `shop-${schema.number}`));
});
afterAll(async () => {
  await served.close();
  await far.close();
});

async function found(schema: OwnSchema, key: string): Promise<Store> {
  const definition = programDefinition({ key });
  const pictured = { key: 'pictured', definition: productRewardDefinition({ image: PICTURE }) };
  await applyProgram(schema.deps, { ...definition, rewards: [...definition.rewards, pictured] }, TESTER);
  const program = (await schema.deps.programs.all()).find((one) => one.key === key)!;
  await createCustomer(schema.deps, program, { merchant_id: 'ada', points: 100 });
  return { ...schema, program, key: await createKey(schema.deps, key) };
}

const get = (path: string, key?: string) => sendJson(served.url, 'GET', path, key);
const addPoints = (key: string, points: number) =>
  sendJson(served.url, 'POST', '/v2/customers/ada/points', key, { points });

/** The ids of all transactions that a reader of `since_id` gets, in pages of seven. */
async function readOn(key: string, from: number): Promise<number[]> {
  const ids: number[] = [];
  for (let since = from; ; ) {
    const { json } = await get(`/v2/transactions?since_id=${since}&limit=7`, key);
    const page = json.transactions.map(({ id }: { id: number }) => id);
    if (page.length === 0) return ids;
    ids.push(...page);
    since = page.at(-1);
  }
}

/** Names and secrets that a program has given out, and an operator of it. */
interface Given {
  session: string;
  operator: string;
  program: string;
  client_id: string;
  client_secret: string;
  access_token: string;
  referral: string;
  /** An operator has approved it, and nobody has redeemed it. */
  code: string;
  verifier: string;
  /** Of the app that got the code. */
  refresh_token: string;
  partner_id: string;
  partner_secret: string;
  /** The address of an image under that of the schema. */
  image: string;
}

const NOBODYS: Given = {
  session: randomBytes(32).toString('base64url'),
  operator: randomBytes(32).toString('base64url'),
  program: 'nobodys',
  client_id: 'app_0000000000000000',
  client_secret: 'nobodys',
  access_token: 'nobodys',
  referral: '00000000',
  code: 'nobodys',
  verifier: randomBytes(32).toString('base64url'),
  refresh_token: 'nobodys',
  partner_id: 'app_0000000000000000',
  partner_secret: 'nobodys',
  image: `/page/images/987654321/1/${randomBytes(32).toString('base64url')}`,
};

/** An app whom an operator of the store lets in, by a client library that is led by the metadata alone. */
async function partnerOf({ deps, program, number }: Store) {
  const { json } = await get(`${pathOf(number)}/.well-known/oauth-authorization-server`);
  const url = served.url + pathOf(number);
  return createPartner({ deps: { ...deps, publicUrl: json.issuer }, url, program: async () => program });
}

async function giveOut(store: Store): Promise<Given> {
  const { program, deps, key, number } = store;
  const customer = { merchant_id: 'ada', id: 'ada', email: 'ada@shop.example' };
  const { json } = await sendJson(
    served.url,
    'POST',
    `/v2/sites/${program.sites[0]!.id}/webviews/sessions`,
    key,
    { channel: 'ios-app', language: 'en', currency: 'USD', customer },
  );
  const app = await createApp(deps, {
    program_id: program.id,
    name: 'partner',
    redirect_uris: [],
    scopes: ['read_customers'],
    public: false,
    by: TESTER,
  });
  const client_secret = app.client_secret!;
  const granted = await sendForm(`${pathOf(number)}/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: app.client_id,
    client_secret,
  });
  const { referral_id } = await deps.db
    .selectFrom('customers')
    .select('referral_id')
    .where('program_id', '=', program.id)
    .executeTakeFirstOrThrow();
  const partner = await partnerOf(store);
  const { callback, verifier } = await partner.approve();
  const session = new URL(json.webview_session.url).pathname.split('/').at(-1)!;
  return {
    session,
    code: callback.get('code')!,
    verifier,
    refresh_token: (await partner.connect()).refresh_token!,
    partner_id: partner.client_id,
    partner_secret: partner.client_secret!,
    image: await imageOn(store, session),
    operator: (await signedInOperator(deps, { program_id: program.id, role: 'owner' })).token,
    program: program.key,
    client_id: app.client_id,
    client_secret,
    access_token: granted.json.access_token,
    referral: referral_id,
  };
}

/** The address of the image of the reward `pictured` on a page, under that of its schema. */
async function imageOn({ number, program }: Store, session: string): Promise<string> {
  const { text } = await sendJson(served.url, 'GET', `${pathOf(number)}/page`, undefined, undefined, {
    cookie: `loyalty_page=${session}`,
  });
  const { id } = entryOf(program.rewards, 'pictured');
  return new RegExp(`/page/images/\\d+/${id}/[^"]*`).exec(text)![0];
}

const pathOf = (number: number) => (number === 0 ? '' : `/s/${number}`);
const sendForm = (path: string, form: Record<string, string>, headers = {}) =>
  sendJson(served.url, 'POST', path, undefined, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-request-id': 'the-same-request',
    ...headers,
  });

/** The answers of a schema to whoever brings what was given out; `mine`: what was given out there. */
async function answersTo(brought: Given, { number, program }: Store, mine: Given) {
  const at = pathOf(number);
  const look = (path: string, cookie = '') =>
    sendJson(served.url, 'GET', `${at}${path}`, undefined, undefined, {
      'x-request-id': 'the-same-request',
      cookie,
    });
  const page = { cookie: `loyalty_page=${brought.session}` };
  const { text } = await look('/page', page.cookie);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
  const rule = entryOf(program.rules, 'follow').id;
  const { client_id, client_secret } = mine;
  const partner = { client_id: mine.partner_id, client_secret: mine.partner_secret };
  const answers = {
    link: await look(`/page/${brought.session}`),
    page: await look('/page', page.cookie),
    form: await sendForm(
      `${at}/page/rules/${rule}/complete`,
      { token: field('token'), nonce: field('nonce') },
      page,
    ),
    console: await look(`/console/p/${mine.program}/customers`, `loyalty_console=${brought.operator}`),
    program: await look(`/console/p/${brought.program}/customers`, `loyalty_console=${mine.operator}`),
    app: await sendForm(`${at}/oauth/token`, {
      grant_type: 'client_credentials',
      client_id: brought.client_id,
      client_secret: brought.client_secret,
    }),
    token: await sendForm(`${at}/oauth/introspect`, {
      client_id,
      client_secret,
      token: brought.access_token,
    }),
    referral: await look(`/r/${brought.referral}/direct`),
    image: await look(brought.image),
    code: await sendForm(`${at}/oauth/token`, {
      ...partner,
      grant_type: 'authorization_code',
      code: brought.code,
      redirect_uri: CALLBACK,
      code_verifier: brought.verifier,
    }),
    refresh: await sendForm(`${at}/oauth/token`, {
      ...partner,
      grant_type: 'refresh_token',
      refresh_token: brought.refresh_token,
    }),
    revoke: await sendForm(`${at}/oauth/revoke`, { client_id, client_secret, token: brought.access_token }),
  };
  const said = Object.values(brought);
  return Object.fromEntries(
    Object.entries(answers).map(([name, { status, text, headers }]) => [
      name,
      {
        status,
        location: headers.location ?? null,
        text: said.reduce((left, one) => left.replaceAll(one, ''), text),
      },
    ]),
  );
}

describe('a server over several schemas', () => {
  it('finds the program of a key wherever it is', async () => {
    for (const { key, program, number } of stores) {
      expect(key).toMatch(number === 0 ? /^loyalty_[0-9A-Za-z]{33}$/ : new RegExp(`^loyalty_${number}_`));
      const { status, json } = await get('/v2/whoami', key);
      expect([status, json.program_id]).toEqual([200, program.id]);
      const basic = Buffer.from(`${key}:`).toString('base64');
      const again = await sendJson(served.url, 'GET', '/v2/whoami', undefined, undefined, {
        authorization: `Basic ${basic}`,
      });
      expect(again.json.program_id).toBe(program.id);
      const site = program.sites[0]!.id;
      expect(shardNumberOf(site)).toBe(number);
      expect((await get(`/headless/2025-06/${site}/customers/ada`, key)).status).toBe(200);
    }
  });

  it('shows a site of another schema as one that does not exist, and refuses its keys there', async () => {
    const [home, one, two] = stores as [Store, Store, Store];
    for (const [store, other] of [
      [home, one],
      [one, two],
      [two, home],
    ] as const) {
      const foreign = await get(`/headless/2025-06/${other.program.sites[0]!.id}/customers/ada`, store.key);
      const absent = await get(`/headless/2025-06/987654321/customers/ada`, store.key);
      expect([foreign.status, foreign.json.error.code]).toEqual([404, 'not_found']);
      expect(foreign.json.error.message).toBe(absent.json.error.message);
    }
    expect((await get('/s/2/v2/whoami', one.key)).status).toBe(401);
    expect((await get('/s/1/v2/whoami', one.key)).status).toBe(200);
  });

  it('takes what was given out in another schema as what was never given out', async () => {
    const [home, one, two] = stores as [Store, Store, Store];
    const given = new Map<Store, Given>();
    for (const store of stores) given.set(store, await giveOut(store));
    for (const [own, other] of [
      [home, one],
      [one, two],
      [two, home],
    ] as const) {
      const [mine, theirs] = [given.get(own)!, given.get(other)!];
      const good = await answersTo(mine, own, mine);
      expect(Object.fromEntries(Object.entries(good).map(([name, { status }]) => [name, status]))).toEqual({
        ...{
          link: 303,
          page: 200,
          form: 303,
          console: 200,
          program: 200,
          app: 200,
          token: 200,
          referral: 302,
          image: 200,
          code: 200,
          refresh: 200,
          revoke: 200,
        },
      });
      // Whoever brought it elsewhere before has not revoked it.
      expect(JSON.parse(good.token!.text).active).toBe(true);
      expect(await answersTo(theirs, own, mine)).toEqual(await answersTo(NOBODYS, own, mine));
    }
  });

  it('answers for a schema that there is not as for any other key or address', async () => {
    expect((await get('/s/9/health/ready')).status).toBe(404);
    expect((await get('/v2/whoami', stores[1]!.key.replace('loyalty_1_', 'loyalty_9_'))).status).toBe(401);
    expect((await get(`/headless/2025-06/${9 * IDS_OF_A_SHARD + 1}/customers/ada`)).status).toBe(401);
  });

  it('leads to pages and sign-in of each schema under an address of its own', async () => {
    const { key, program } = stores[1]!;
    const { json } = await sendJson(
      served.url,
      'POST',
      `/v2/sites/${program.sites[0]!.id}/webviews/sessions`,
      key,
      {
        channel: 'ios-app',
        language: 'de',
        currency: 'USD',
        customer: { merchant_id: 'ada', id: 'ada', email: 'ada@shop.example' },
      },
    );
    expect(JSON.stringify(json)).toContain(`${served.url}/s/1/page`);
    expect((await get('/s/1/console/sign-in')).status).toBe(200);
    const metadata = await get('/s/1/.well-known/oauth-authorization-server');
    expect(metadata.json.token_endpoint).toMatch(/\/s\/1\/oauth\/token$/);
  });

  it('sends the statements of a request to its schema alone', async () => {
    const sent: { schema: string; owner: number | null; name: string }[] = [];
    const query = pg.Client.prototype.query;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args
    ) {
      const { options = '' } = (this as unknown as { connectionParameters: { options?: string } })
        .connectionParameters;
      const [statement] = args as unknown as [{ name?: string }];
      const schema = /search_path=(\w+)$/.exec(options ?? '')?.[1] ?? '';
      sent.push({ schema, owner: currentOwner().program_id, name: statement?.name ?? '' });
      return (query as (...all: unknown[]) => unknown).apply(this, args) as never;
    });
    for (const { key, program, name } of stores) {
      sent.length = 0;
      const site = program.sites[0]!.id;
      expect((await get(`/headless/2025-06/${site}/customers/ada`, key)).status).toBe(200);
      expect((await addPoints(key, 1)).status).toBe(201);
      const elsewhere = sent.filter(({ owner, schema }) => owner === program.id && schema !== name);
      const here = sent.filter(({ owner, schema }) => owner === program.id && schema === name);
      const keys = sent.filter((one) => one.name === 'find_keys').map(({ schema }) => schema);
      expect([elsewhere, here.length > 0, [...new Set(keys)]]).toEqual([[], true, [name]]);
    }
    spy.mockRestore();
  });

  it('loses and doubles nothing while all schemas are busy, and opens no more connections than one has', async () => {
    const before = await Promise.all(stores.map(async ({ key }) => (await readOn(key, 0)).length));
    let most = 0;
    const rounds = Array.from({ length: 12 }, () => stores.map(({ key }) => addPoints(key, 1))).flat();
    let isOver = false;
    // Postgres counts those that are closing too, which no pool has any more.
    const looking = withClient(served.database.serverUrl, async (client) => {
      while (!isOver) {
        const { rows } = await client.query<{ open: number }>(
          `select count(*)::int as open from pg_stat_activity
             where datname = current_database() and application_name = 'loyaltyd'`,
        );
        most = Math.max(most, rows[0]!.open);
      }
    });
    const answers = await Promise.all(rounds);
    isOver = true;
    await looking;
    // A machine that is busy enough refuses some.
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    for (const [index, { key }] of stores.entries()) {
      const ids = await readOn(key, 0);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      const added = answers.filter(({ status }, at) => status === 201 && at % stores.length === index);
      expect(ids.length - before[index]!).toBe(added.length);
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(POOL_SIZE);
  });

  it('tells in its metrics which schemas it serves', async () => {
    // A scrape waits a second for new figures, and a figure that takes longer is in a later one.
    await vi.waitFor(
      async () => {
        const metrics = await sendJson(served.url, 'GET', '/metrics', METRICS_TOKEN);
        for (const { number, name } of stores.slice(1)) {
          expect(metrics.text).toContain(`loyaltyd_schema_served{number="${number}",schema="${name}"} 1`);
          expect(metrics.text).toContain(
            `loyaltyd_schema_due_oldest_seconds{number="${number}",schema="${name}"} `,
          );
        }
        expect(metrics.text).toContain(`loyaltyd_pool_connections_limit ${POOL_SIZE}`);
        expect(metrics.text).toMatch(/^loyaltyd_due_oldest_seconds \d/m);
      },
      { timeout: 60_000, interval: 200 },
    );
  });

  it('serves a schema that is added while it runs', async () => {
    const name = newSchemaName('late');
    const env = { DATABASE_URL: served.database.serverUrl, DATABASE_OWNER_URL: served.database.ownerUrl };
    expect((await runCommand(['shards', 'add', name], env)).code).toBe(0);
    await untilServed(served.url, 3);
    expect((await get('/s/3/health/ready')).json.status).toBe('ready');
  });

  it('answers 503 for a schema that is away, while the others serve', async () => {
    await withClient(served.database.ownerUrl, (owner) =>
      owner.query("insert into loyaltyd.shards values (7, 'nowhere', 'NO_SUCH_URL', null, 'open')"),
    );
    await vi.waitFor(async () => expect((await get('/s/7/health/ready')).status).toBe(503), {
      timeout: 30_000,
      interval: 50,
    });
    const refused = await get(`/headless/2025-06/${7 * IDS_OF_A_SHARD + 1}/customers/ada`);
    expect([refused.status, refused.headers['retry-after'], refused.json.error.code]).toEqual([
      503,
      '5',
      'unavailable',
    ]);
    for (const { key } of stores) expect((await get('/v2/whoami', key)).status).toBe(200);
    // Others may have been seen while their tables were being made.
    const lines = served.logged.filter(
      (line) => line.includes('a schema is not served') && JSON.parse(line).schema === 'nowhere',
    );
    expect(lines.length).toBe(1);
    expect(lines[0]).toContain('NO_SUCH_URL must be a postgres:// URL');
  });

  it('goes on serving the others while the database of one takes no connections, and it again afterwards', async () => {
    const name = newSchemaName('far');
    const env = {
      DATABASE_URL: served.database.serverUrl,
      DATABASE_OWNER_URL: served.database.ownerUrl,
      ...farEnv(),
    };
    const args = ['--url-variable', 'FAR_URL', '--owner-url-variable', 'FAR_OWNER_URL'];
    const added = await runCommand(['shards', 'add', name, ...args, '--json'], env);
    const { number } = JSON.parse(added.stdout) as { number: number };
    await untilServed(served.url, number);
    const database = new URL(far.serverUrl).pathname.slice(1);
    const whole = new pg.Client({ connectionString: inject('cluster').adminUrl });
    await whole.connect();
    const key = newApiKey(number * IDS_OF_A_SHARD + 1, stores[0]!.deps.random);
    for (const [refusing, taking] of [
      ['connection limit 0', 'connection limit -1'],
      ['allow_connections false', 'allow_connections true'],
    ]) {
      await whole.query(`alter database ${database} ${refusing}`);
      await whole.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        database,
      ]);
      const refused = await get('/v2/whoami', key);
      expect([refused.status, refused.json.error.code]).toEqual([503, 'unavailable']);
      expect(refused.headers).toHaveProperty('retry-after');
      // Metrics keep figures for some seconds.
      await vi.waitFor(
        async () => {
          const metrics = await sendJson(served.url, 'GET', '/metrics', METRICS_TOKEN);
          expect(metrics.text).toContain(`loyaltyd_schema_served{number="${number}",schema="${name}"} 0`);
          expect(metrics.text).toMatch(/^loyaltyd_due_oldest_seconds \d/m);
        },
        { timeout: 60_000, interval: 200 },
      );
      for (const { key } of stores) expect((await get('/v2/whoami', key)).status).toBe(200);
      await whole.query(`alter database ${database} ${taking}`);
    }
    await whole.end();
    await untilServed(served.url, number);
    expect((await get('/v2/whoami', key)).status).toBe(401);
  });

  it('goes on with the programs elsewhere while the database of the home and its directory is away, and with all afterwards', async () => {
    const [home] = stores as [Store];
    const name = newSchemaName('beyond');
    const env = {
      DATABASE_URL: served.database.serverUrl,
      DATABASE_OWNER_URL: served.database.ownerUrl,
      ...farEnv(),
    };
    const args = ['--url-variable', 'FAR_URL', '--owner-url-variable', 'FAR_OWNER_URL'];
    const added = await runCommand(['shards', 'add', name, ...args, '--json'], env);
    const { number } = JSON.parse(added.stdout) as { number: number };
    await untilServed(served.url, number);
    const own = openDatabase({
      url: addressInSchema(far.serverUrl, name),
      poolSize: 2,
      namedStatements: true,
      applicationName: 'loyaltyd tests',
      logger: console,
      ...PATIENT,
    });
    const deps = { ...home.deps, db: own.db, hot: own.hot, programs: new ProgramCache(own.db) };
    const beyond = { name, number, ownerUrl: addressInSchema(far.ownerUrl, name), deps };
    const asked = await found(beyond, 'asked');
    const unasked = await found(beyond, 'unasked');
    // Their keys say that they were made in the home.
    const moved = await found(beyond, 'moved-asked');
    const unheard = await found(beyond, 'moved-unasked');
    const old = await oldKeyOf(moved, moved.program.id);
    const unheardOld = await oldKeyOf(unheard, unheard.program.id);
    await withClient(served.database.ownerUrl, (owner) =>
      recordMove(owner, { program_id: 990, key: 'moved-asked', site_ids: [991], shard_number: number }),
    );
    await vi.waitFor(async () => expect((await addPoints(old, 1)).status).toBe(201), {
      timeout: 30_000,
      interval: 50,
    });
    expect((await addPoints(asked.key, 1)).status).toBe(201);
    const database = new URL(served.database.serverUrl).pathname.slice(1);
    const whole = new pg.Client({ connectionString: inject('cluster').adminUrl });
    await whole.connect();
    try {
      await whole.query(`alter database ${database} allow_connections false`);
      await whole.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        database,
      ]);
      for (const key of [asked.key, unasked.key, old, unheardOld])
        expect((await addPoints(key, 1)).status).toBe(201);
      for (const { key } of stores) {
        const refused = await addPoints(key, 1);
        expect([refused.status, refused.json.error.code]).toEqual([503, 'unavailable']);
        expect(refused.headers).toHaveProperty('retry-after');
      }
      const looks = ['/health/live', '/health/ready', `/s/${number}/health/ready`].map((path) => get(path));
      expect((await Promise.all(looks)).map(({ status }) => status)).toEqual([200, 503, 200]);
      // Nobody can say whose key it is: it may be one of the home.
      expect((await addPoints(newApiKey(992, deps.random), 1)).status).toBe(503);
    } finally {
      await whole.query(`alter database ${database} allow_connections true`);
      await whole.end();
    }
    for (const key of [...stores.map((store) => store.key), asked.key, old])
      await vi.waitFor(async () => expect((await addPoints(key, 1)).status).toBe(201), {
        timeout: 60_000,
        interval: 50,
      });
    expect((await readOn(asked.key, 0)).length).toBe(4);
    expect((await addPoints(newApiKey(992, deps.random), 1)).status).toBe(401);
    await expectLedgerBalanced(deps);
    await own.close();
  });

  it('finds a program that moved by all that was given out before', async () => {
    const [home, , two] = stores as [Store, Store, Store];
    // The store of schema 2 as if it had been made in the home: its keys say so, and the directory where it is.
    const { program, deps } = await found(two, 'moved');
    const old = await oldKeyOf(two, program.id);
    const app = await createApp(deps, {
      program_id: program.id,
      name: 'partner',
      redirect_uris: [],
      scopes: ['read_customers'],
      public: false,
      by: TESTER,
    });
    const { client_id, client_secret } = app as { client_id: string; client_secret: string };
    const customer = { merchant_id: 'ada', id: 'ada', email: 'ada@shop.example' };
    const session = { channel: 'ios-app', language: 'de', currency: 'USD', customer };
    const site = program.sites[0]!.id;
    const newest = await createKey(deps, 'moved');
    const opened = await sendJson(served.url, 'POST', `/v2/sites/${site}/webviews/sessions`, newest, session);
    const link = new URL(opened.json.webview_session.url).pathname.replace('/s/2', '');
    const shared = await deps.db
      .selectFrom('customers')
      .select('referral_id')
      .where('program_id', '=', program.id)
      .executeTakeFirstOrThrow();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const grant = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const ways = () => ({
      key: get('/v2/whoami', old),
      form: sendJson(served.url, 'POST', '/oauth/token', undefined, grant.toString(), form),
      header: sendJson(served.url, 'POST', '/oauth/token', undefined, 'grant_type=client_credentials', {
        ...form,
        authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      }),
      page: get(link),
      referral: get(`/r/${shared.referral_id}/direct`),
    });
    const statuses = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(ways()).map(async ([name, answer]) => [name, (await answer).status]),
        ),
      );
    expect(await statuses()).toMatchObject({ key: 401, form: 401, header: 401, referral: 404 });
    await withClient(served.database.ownerUrl, (owner) =>
      recordMove(owner, { program_id: 950, key: 'moved', site_ids: [951], shard_number: 2 }),
    );
    await vi.waitFor(async () => expect((await get('/v2/whoami', old)).status).toBe(200), {
      timeout: 30_000,
      interval: 50,
    });
    expect(await statuses()).toEqual({ key: 200, form: 200, header: 200, page: 303, referral: 302 });
    expect((await get('/v2/whoami', old)).json.program_id).toBe(program.id);
    expect((await get('/v2/whoami', home.key)).json.program_id).toBe(home.program.id);
    const nobodys = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'app_NOBODY',
      client_secret,
    });
    expect(
      (await sendJson(served.url, 'POST', '/oauth/token', undefined, nobodys.toString(), form)).status,
    ).toBe(401);
  });

  it('leads what was given out under the address of each schema in which a program was to where it is', async () => {
    const [home, , two] = stores as [Store, Store, Store];
    const linkOf = async (store: Store, key: string) => {
      const { program, deps } = await found(store, key);
      const customer = { merchant_id: 'ada', id: 'ada', email: 'ada@shop.example' };
      const session = { channel: 'ios-app', language: 'de', currency: 'USD', customer };
      const path = `/v2/sites/${program.sites[0]!.id}/webviews/sessions`;
      const { json } = await sendJson(served.url, 'POST', path, await createKey(deps, key), session);
      return new URL(json.webview_session.url).pathname.replace(/^\/s\/\d/, '');
    };
    // One is home after it was in 2, the other in 2 after it was in 1. Both say that they were made elsewhere.
    const came = `/s/2${await linkOf(home, 'came')}`;
    const went = `/s/1${await linkOf(two, 'went')}`;
    expect([(await get(came)).status, (await get(went)).status]).toEqual([404, 404]);
    await withClient(served.database.ownerUrl, async (owner) => {
      const move = (program_id: number, key: string, shard_number: number) =>
        recordMove(owner, { program_id, key, site_ids: [program_id + 1], shard_number });
      await move(2 * IDS_OF_A_SHARD + 960, 'came', 0);
      await move(970, 'went', 1);
      await move(970, 'went', 2);
    });
    await vi.waitFor(async () => expect((await get(went)).status).toBe(303), {
      timeout: 30_000,
      interval: 50,
    });
    expect((await get(came)).status).toBe(303);
  });

  it('shows a page that was open when its program moved, and does what its forms ask, at both addresses', async () => {
    const [home, , two] = stores as [Store, Store, Store];
    const pages = [
      { from: home, to: two, key: 'goes-open', before: '', after: '/s/2' },
      { from: two, to: home, key: 'comes-open', before: '/s/2', after: '' },
    ];
    for (const { from, to, key, before, after } of pages) {
      const { program, deps } = await found(from, key);
      const path = `/v2/sites/${program.sites[0]!.id}/webviews/sessions`;
      const customer = { merchant_id: 'ada', id: 'ada', email: 'ada@shop.example' };
      const session = { channel: 'ios-app', language: 'en', currency: 'USD', customer };
      const opened = await sendJson(served.url, 'POST', path, await createKey(deps, key), session);
      const token = new URL(opened.json.webview_session.url).pathname.split('/').at(-1)!;
      const cookie = `loyalty_page=${token}`;
      const visit = (path: string) => sendJson(served.url, 'GET', path, undefined, undefined, { cookie });
      const rule_id = entryOf(program.rules, 'follow').id;
      const { text } = await visit(`${before}/page`);
      const action = new RegExp(`action="(${before}/page/rules/${rule_id}/complete[^"]*)"`).exec(text)![1]!;
      const form = Object.fromEntries(
        ['token', 'nonce'].map((name) => [
          name,
          new RegExp(`name="${name}" value="([^"]*)"`).exec(text)![1]!,
        ]),
      );
      await moveProgram(
        moveOf(key, from, to, {
          tell: ({ id: program_id, key, site_ids }) =>
            withClient(served.database.ownerUrl, (owner) =>
              recordMove(owner, { program_id, key, site_ids, shard_number: to.number }),
            ),
        }),
      );
      await vi.waitFor(async () => expect((await visit(`${before}/page`)).status).toBe(200), {
        timeout: 30_000,
        interval: 50,
      });
      const page = await visit(`${before}/page`);
      // From now on the browser has it for the new address, too.
      const kept = expect.stringMatching(new RegExp(`^${cookie};.* Path=${after}/page;`));
      expect(page.headers['set-cookie']).toEqual([kept]);
      expect((await visit(`${after}/page`)).headers).not.toHaveProperty('set-cookie');

      expect(page.text).toContain(`action="${after}/page/rules/${rule_id}/complete`);
      // The browser got this form before the move.
      const sent = await sendJson(
        served.url,
        'POST',
        action,
        undefined,
        new URLSearchParams(form).toString(),
        {
          cookie,
          'content-type': 'application/x-www-form-urlencoded',
        },
      );
      expect([sent.status, sent.headers['set-cookie']]).toEqual([303, [kept]]);
      expect(sent.headers.location).toMatch(new RegExp(`^${after}/page\\?`));
      const completed = to.deps.db
        .selectFrom('activities')
        .select('id')
        .where('program_id', '=', program.id)
        .where('rule_id', '=', rule_id);
      expect(await completed.execute()).toHaveLength(1);
      expect(served.logged.filter((line) => line.includes(token))).toEqual([]);
    }
  });

  it('redeems, renews and revokes after a move what an operator approved before, and shows images', async () => {
    const [home, , two] = stores as [Store, Store, Store];
    for (const [from, to] of [
      [home, two],
      [two, home],
    ] as const) {
      const store = await found(from, `lets-in-${from.number}`);
      const partner = await partnerOf(store);
      const approved = await partner.approve();
      const [renewed, revoked] = [await partner.connect(), await partner.connect()];
      const customer = { merchant_id: 'ada', id: 'ada', email: 'ada@shop.example' };
      const opened = await sendJson(
        served.url,
        'POST',
        `/v2/sites/${store.program.sites[0]!.id}/webviews/sessions`,
        store.key,
        { channel: 'ios-app', language: 'en', currency: 'USD', customer },
      );
      const session = new URL(opened.json.webview_session.url).pathname.split('/').at(-1)!;
      const image = pathOf(from.number) + (await imageOn(store, session));
      const before = await get(image);
      // The server remembers where it was, as it does of the app, until it knows of the move.
      expect((await get('/v2/whoami', revoked.access_token)).status).toBe(200);
      await moveProgram(
        moveOf(store.program.key, from, to, {
          tell: ({ id: program_id, key, site_ids }) =>
            withClient(served.database.ownerUrl, (owner) =>
              recordMove(owner, { program_id, key, site_ids, shard_number: to.number }),
            ),
        }),
      );
      const isServed = async () =>
        expect((await get('/v2/whoami', revoked.access_token)).json.program_id).toBe(store.program.id);
      await vi.waitFor(isServed, { timeout: 30_000, interval: 50 });
      const got = await partner.redeem(approved);
      expect((await get('/v2/whoami', got.access_token)).status).toBe(200);
      expect(await oauthOutcome(partner.redeem(approved))).toBe('invalid_grant');
      const next = await partner.refresh(renewed.refresh_token!);
      expect((await get('/v2/whoami', next.access_token)).status).toBe(200);
      await partner.revoke(revoked.access_token);
      expect((await get('/v2/whoami', revoked.access_token)).status).toBe(401);
      expect([before.status, (await get(image)).text]).toEqual([200, before.text]);
    }
  });

  it('serves the programs that stayed while the schema to which others moved is away', async () => {
    const [home] = stores as [Store];
    await withClient(served.database.ownerUrl, (owner) =>
      recordMove(owner, { program_id: 980, key: 'gone', site_ids: [981], shard_number: 7 }),
    );
    const nobodys = newApiKey(980, home.deps.random);
    await vi.waitFor(async () => expect((await get('/v2/whoami', nobodys)).status).toBe(503), {
      timeout: 30_000,
      interval: 50,
    });
    expect((await get('/v2/whoami', home.key)).status).toBe(200);
  });
});

/** The key of a program that says that it was made in the home, as a move leaves it. */
async function oldKeyOf({ deps }: Store, programId: number): Promise<string> {
  const key = newApiKey(950, deps.random);
  await deps.db
    .updateTable('api_keys')
    .set({ key_hash: apiKeyHash(key), key_prefix: shownPart(key) })
    .where('program_id', '=', programId)
    .execute();
  return key;
}
