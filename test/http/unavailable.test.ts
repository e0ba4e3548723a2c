import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, entryOf, ruleDefinition } from '../support/factories.ts';
import { startProxy, type Proxy as Way } from '../support/proxy.ts';
import { rewardOfKind } from '../support/reward-kinds.ts';

/** The statement as it is sent, to its last byte. */
const COMMIT = 'commit\0';

let test: TestApp;
/** The same server behind a way to Postgres that can fail. */
let behind: TestApp;
let proxy: Way;
let database: Database;
let program: Program;
let document: object;
let customers = 0;
let merchant_id: string;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      rules: [{ key: 'follow', definition: ruleDefinition() }],
      rewards: [
        { key: 'card', definition: rewardOfKind('gift_card') },
        { key: 'voucher', definition: rewardOfKind('cart_discount_voucher') },
      ],
    },
  });
  program = await test.program();
  document = await test.document();
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});
beforeEach(async () => {
  proxy = await startProxy(test.database.serverUrl);
  database = openDatabase({
    url: proxy.url,
    poolSize: 4,
    namedStatements: true,
    applicationName: 'behind a proxy',
    logger: { warn() {} },
  });
  behind = await buildTestApp({ beside: { ...test, database: { ...test.database, ...database } } });
  customers += 1;
  merchant_id = `customer-${customers}`;
  await createCustomer(test.deps, program, { merchant_id, points: 10_000 });
  // From now on it holds the program: what is sent is what the request needs.
  expect((await behind.get(`/v2/customers/${merchant_id}`)).status).toBe(200);
});
afterEach(async () => {
  await behind.close();
  await database.close();
  await proxy.close();
});

const complete = () =>
  behind.post(`/headless/2025-06/${program.sites.at(-1)!.id}/rules/social_follow/complete`, {
    rule_id: entryOf(program.rules, 'follow').id,
    customer_merchant_id: merchant_id,
  });
const redeem = (kind: string, key: string) =>
  behind.post(`/headless/2025-06/${program.sites.at(-1)!.id}/rewards/${kind}/redeem`, {
    reward_id: entryOf(program.rewards, key).id,
    customer_merchant_id: merchant_id,
  });
const givePoints = () => behind.post(`/v2/customers/${merchant_id}/points`, { points: 7 });

async function refusal(request: PromiseLike<{ status: number; headers: object; body: unknown }>) {
  const answer = await request;
  expect(answer.status).toBe(503);
  expect(answer.headers).toHaveProperty('retry-after');
  expectServedSchema(document, answer as never);
  return (answer.body as { error: { code: string; message: string; details: Record<string, unknown> } })
    .error;
}

const claims = () =>
  test.database.db
    .selectFrom('claimed_rewards as c')
    .innerJoin('customers as u', 'u.id', 'c.customer_id')
    .select(['c.id', 'c.code', 'c.code_last_characters'])
    .where('u.merchant_id', '=', merchant_id)
    .execute();
const points = async () =>
  (await test.get(`/v2/customers/${merchant_id}`)).body.customer.points_approved as number;

describe('if the database is lost', () => {
  it('before anything is sent, nothing was changed', async () => {
    await complete();
    await proxy.close();
    for (const request of [complete(), redeem('gift_card', 'card'), givePoints()]) {
      expect(await refusal(request)).toMatchObject({
        code: 'unavailable',
        message: 'The database is not available. Nothing was changed; send the request again.',
        details: { effect: 'none' },
      });
    }
    expect(await refusal(behind.get(`/v2/customers/${merchant_id}`))).toMatchObject({
      details: { effect: 'none' },
    });
  });

  it('while a transaction is under way, nothing was changed', async () => {
    proxy.endAfter('insert into "adjustments"', 'lost');
    expect((await refusal(givePoints())).details).toEqual({ effect: 'none' });
    expect(await points()).toBe(10_000);
  });

  it('while it commits, nobody knows', async () => {
    proxy.endAfter(COMMIT, 'lost');
    expect((await refusal(givePoints())).details).toEqual({ effect: 'unknown' });
    expect(await points()).toBe(10_007);
  });

  it('while the one statement that does it all is under way, nobody knows', async () => {
    proxy.endAfter('complete_rule', 'lost');
    expect((await refusal(complete())).details).toEqual({ effect: 'unknown' });
    expect(await points()).toBe(10_050);
  });

  it('after that statement, the answer tells what was made', async () => {
    proxy.endAfter('complete_rule', 'passed');
    const { details } = await refusal(complete());
    const [activity] = (await test.get('/v2/activities')).body.activities;
    expect(details).toEqual({ effect: 'done', activity_id: activity.id });
  });

  it('after a gift card was redeemed, its code is not lost', async () => {
    proxy.endAfter('claim_reward', 'passed');
    const { details } = await refusal(redeem('gift_card', 'card'));
    const [claim] = await claims();
    expect(details).toEqual({
      effect: 'done',
      claimed_reward_id: claim!.id,
      gift_card_code: expect.stringMatching(new RegExp(`${claim!.code_last_characters}$`)),
    });
    proxy.thaw();
    expect((await behind.get(`/v2/vouchers/${details.gift_card_code}`)).status).toBe(200);
  });

  it('after a voucher was redeemed, its code is not lost', async () => {
    proxy.endAfter('claim_reward', 'passed');
    const { details } = await refusal(
      behind.post(`/v2/customers/${merchant_id}/claimed_rewards`, {
        reward_id: entryOf(program.rewards, 'voucher').id,
      }),
    );
    const [claim] = await claims();
    expect(details).toEqual({ effect: 'done', claimed_reward_id: claim!.id, voucher_code: claim!.code });
  });

  it('once a transaction has committed, its answer is whole: it was read before', async () => {
    proxy.endAfter(COMMIT, 'passed');
    const answer = await behind.post(
      `/headless/2025-06/${program.sites.at(-1)!.id}/customers/${merchant_id}/birthday`,
      { birthday: { day: 3, month: 4, year: 1990 } },
    );
    expect(answer).toMatchObject({ status: 200, body: { updated: true, birthday: { day: 3, month: 4 } } });
    expect(answer.body.customer.birthday).toMatchObject({ day: 3, month: 4, year: 1990 });
  });

  it('once a change of a customer has committed, its answer is whole', async () => {
    proxy.endAfter(COMMIT, 'passed');
    const changed = await fetch(`${behind.url}/v2/customers/${merchant_id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${test.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ customer: { first_name: 'Ada' } }),
    });
    expect([changed.status, ((await changed.json()) as { customer: object }).customer]).toEqual([
      200,
      expect.objectContaining({ properties: expect.objectContaining({ first_name: 'Ada' }) }),
    ]);
  });
});

describe('if the database is there and its connections are taken for too long', () => {
  let crowded: Database;
  let visitors: TestApp;
  let leave: () => void;

  beforeAll(async () => {
    crowded = openDatabase({
      url: test.database.serverUrl,
      poolSize: 1,
      namedStatements: true,
      applicationName: 'crowded',
      logger: { warn() {} },
      connectTimeoutMs: 20,
    });
    visitors = await buildTestApp({ beside: { ...test, database: { ...test.database, ...crowded } } });
    expect((await visitors.get(`/v2/customers/${merchant_id}`)).status).toBe(200);
    const staying = new Promise<void>((resolve) => {
      leave = resolve;
    });
    await new Promise<void>((resolve) => {
      void crowded.db.connection().execute(async () => {
        resolve();
        await staying;
      });
    });
  });
  afterAll(async () => {
    leave();
    await visitors.close();
    await crowded.close();
  });

  it.each([
    ['reads', () => visitors.get('/v2/customers?limit=1')],
    ['writes', () => visitors.post(`/v2/customers/${merchant_id}/points`, { points: 7 })],
  ])('%s are told so, and nothing was changed', async (_, ask) => {
    const { message, details } = await refusal(ask());
    expect(message).toBe('The database has too much to do. Nothing was changed; send the request again.');
    expect(details).toEqual({ effect: 'none' });
  });

  it('and the log has one line for each refusal, which says what was not free', () => {
    const lines = visitors.logged.map((line) => JSON.parse(line)).filter(({ status }) => status === 503);
    expect(lines.map(({ refused }) => refused)).toEqual(['no_connection', 'no_connection']);
    expect(visitors.logged.filter((line) => line.includes('a request failed'))).toEqual([]);
  });
});

describe('if a request needs more of Postgres than its settings allow', () => {
  const SPILL = 'select count(*) from (select g from generate_series(1, 100000) g order by g % 7) spilled';
  let narrow: Database;
  let limited: TestApp;

  /** Holds for sessions that begin later. */
  async function alterDatabase(change: string) {
    const client = new pg.Client({ connectionString: inject('cluster').adminUrl });
    await client.connect();
    await client.query(`alter database ${new URL(test.database.serverUrl).pathname.slice(1)} ${change}`);
    await client.end();
  }

  beforeAll(async () => {
    await alterDatabase('set temp_file_limit = 0');
    await test.database.asOwner(`
      create function spill() returns trigger language plpgsql set work_mem = '64kB' as
        $$ begin perform count from (${SPILL}) counted; return new; end $$;
      create trigger spill after insert on adjustments for each row execute function spill()`);
    narrow = openDatabase({
      url: test.database.serverUrl,
      poolSize: 1,
      namedStatements: true,
      applicationName: 'narrow',
      logger: { warn() {} },
    });
    limited = await buildTestApp({
      beside: { ...test, database: { ...test.database, ...narrow } },
      extend: (app, { db }) => {
        app.get('/spilling', { config: { scope: 'public' } }, () =>
          db.connection().execute(async (one) => {
            await sql`set work_mem = '64kB'`.execute(one);
            return sql.raw(SPILL).execute(one);
          }),
        );
      },
    });
  });
  afterAll(async () => {
    await limited.close();
    await narrow.close();
    await test.database.asOwner('drop function spill cascade');
    await alterDatabase('reset temp_file_limit');
  });

  it.each([
    ['read', () => fetch(`${limited.url}/spilling`)],
    [
      'write',
      () =>
        fetch(`${limited.url}/v2/customers/${merchant_id}/points`, {
          method: 'POST',
          headers: { authorization: `Bearer ${test.key}`, 'content-type': 'application/json' },
          body: '{"points":7}',
        }),
    ],
  ])('a %s is not asked for again, and the log names the limit', async (_, ask) => {
    limited.logged.length = 0;
    const answer = await ask();
    expect(answer.status).toBe(503);
    const { error } = (await answer.json()) as { error: { message: string; details: object } };
    expect(error.message).toBe(
      'The request needs more of the database than its settings allow. Nothing was changed. Sent again, it would be refused again until whoever runs the server has raised the limit that its log names.',
    );
    expect(error.details).toEqual({ effect: 'none' });
    const lines = limited.logged.map((line) => JSON.parse(line));
    const told = lines.filter(({ msg }) => msg === 'a request failed');
    expect(told.map(({ err }) => JSON.stringify(err))).toEqual([expect.stringContaining('temp_file_limit')]);
    expect(lines.filter(({ refused }) => refused)).toEqual([]);
    expect(await points()).toBe(10_000);
  });
});

describe('if Postgres refuses a COMMIT', () => {
  it('nothing was changed', async () => {
    await test.database.asOwner(`
      create function is_full() returns trigger language plpgsql as
        $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$;
      create constraint trigger is_full after insert on adjustments
        deferrable initially deferred for each row execute function is_full()`);
    expect((await refusal(givePoints())).details).toEqual({ effect: 'none' });
    await test.database.asOwner('drop function is_full cascade');
    expect(await points()).toBe(10_000);
  });
});
