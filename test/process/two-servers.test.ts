import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../support/command.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { entryOf, programDefinition, ruleDefinition } from '../support/factories.ts';
import type { Shop } from '../support/load.ts';
import { RawConnection } from '../support/raw-http.ts';
import { type Answer, sendJson } from '../support/send-json.ts';
import { openShop, withDeps } from '../support/shop.ts';

let database: TestDatabase;
let servers: ServerProcess[];
let shop: Shop;
let rules: { once: number; daily: number };

beforeAll(async () => {
  database = await createTestDatabase();
  const env = { DATABASE_URL: database.serverUrl, DATABASE_OWNER_URL: database.ownerUrl };
  servers = await Promise.all([startServer(env), startServer(env)]);
  await Promise.all(servers.map((server) => server.logged('listening')));
  ({ shop, rules } = await withDeps(database.serverUrl, async (deps) => {
    const opened = await openShop(deps, 2, {
      rules: [
        { key: 'follow', definition: ruleDefinition() },
        { key: 'once', definition: ruleDefinition({ limit: { count: 1, interval: null } }) },
        { key: 'daily', definition: ruleDefinition({ limit: { count: 3, interval: 'day' } }) },
      ],
      rewards: programDefinition().rewards,
    });
    const program = (await deps.programs.all())[0]!;
    return {
      shop: opened,
      rules: { once: entryOf(program.rules, 'once').id, daily: entryOf(program.rules, 'daily').id },
    };
  }));
});
afterAll(async () => {
  await expectLedgerBalanced(database);
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await database.close();
});

/** `make(0)` to `make(count - 1)` at once, by turns at the one server and the other. */
function overBoth(count: number, make: (url: string) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(servers[index % 2]!.url)));
}

/** How many answers of each status and code there are. */
function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, json } of answers) {
    const outcome = status < 400 ? String(status) : json.error.code;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Servers of a busy machine may refuse a request for now. As the answer says, nothing was changed: it is sent again. */
const complete = (rule_id: number) => async (url: string) => {
  for (;;) {
    const path = `/headless/2025-06/${shop.site_id}/rules/social_follow/complete`;
    const body = { rule_id, customer_merchant_id: shop.customers[0] };
    const answer = await sendJson(url, 'POST', path, shop.key, body);
    if (answer.status !== 503 || answer.json.error.details.effect !== 'none') return answer;
  }
};

/** So many of two hundred completions are stored. On a busy machine the answer of one may be lost in its commit. */
async function expectCompleted(rule_id: number, times: number): Promise<void> {
  const {
    200: done = 0,
    rule_limit_reached,
    unavailable = 0,
  } = tally(await overBoth(200, complete(rule_id)));
  expect(await completionsOf(rule_id)).toBe(times);
  expect(rule_limit_reached).toBe(200 - done - unavailable);
  expect(done).toBeLessThanOrEqual(times);
  expect(done).toBeGreaterThanOrEqual(times - unavailable);
}

async function completionsOf(rule_id: number): Promise<number> {
  const rows = database.db.selectFrom('activities').select('id').where('rule_id', '=', rule_id);
  return (await rows.execute()).length;
}

describe('two server processes on one database', () => {
  it('give a completion that is limited to one to one of two hundred', async () => {
    await expectCompleted(rules.once, 1);
  });

  it('give a completion that is limited to three a day to three of two hundred', async () => {
    await expectCompleted(rules.daily, 3);
  });

  it('accept a hundred sessions in any second, and no more', async () => {
    await database.asOwner(`
      create table accepted_sessions (moment timestamptz);
      create function note_accepted() returns trigger language plpgsql security definer as $$ begin
        insert into accepted_sessions values (new.accepted[cardinality(new.accepted)]);
        return null;
      end $$;
      create trigger note after update on rate_windows for each row execute function note_accepted()`);
    const path = `/v2/sites/${shop.site_id}/webviews/sessions`;
    const { unavailable = 0, ...answers } = tally(
      await overBoth(600, (url) => sendJson(url, 'POST', path, shop.key, { channel: 'app' })),
    );
    // A machine on which six hundred take six seconds has none to refuse.
    expect(['201', 'rate_limited']).toEqual(expect.arrayContaining(Object.keys(answers)));
    expect(answers['201']).toBeGreaterThanOrEqual(100);
    const { rows } = await database.asOwner(`
      select count(*)::int as accepted, coalesce(min(hundred_later - moment) >= interval '1 second', true) as held
      from (select moment, lead(moment, 100) over (order by moment) as hundred_later from accepted_sessions) spans`);
    const [{ accepted, held }] = rows;
    expect(held).toBe(true);
    // On a busy machine some may be accepted and fail afterwards.
    expect(accepted).toBeGreaterThanOrEqual(answers['201']!);
    expect(accepted).toBeLessThanOrEqual(answers['201']! + unavailable);
  });

  it('work once on a request whose answer was lost, and tell the answer to whoever asks again', async () => {
    const key = randomUUID();
    const path = `/headless/2025-06/${shop.site_id}/rules/social_follow/complete`;
    const body = JSON.stringify({ rule_id: shop.rule_id, customer_merchant_id: shop.customers[1] });
    const headers = [
      'Host: x',
      `Authorization: Bearer ${shop.key}`,
      'Content-Type: application/json',
      `Idempotency-Key: ${key}`,
      `Content-Length: ${body.length}`,
    ];
    const lost = new RawConnection(servers[0]!.url);
    lost.send(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
    const stored = () => database.db.selectFrom('idempotency_records').select('status').execute();
    while ((await stored()).length === 0);
    lost.destroy();

    const again = await sendJson(servers[1]!.url, 'POST', path, shop.key, body, { 'idempotency-key': key });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.json.actions).toMatchObject([{ state: 'approved', points: 50 }]);
    expect(again.json.customer.available_rules[0].context.completion_count).toBe(1);
    expect(await completionsOf(shop.rule_id)).toBe(1);
  });
});
