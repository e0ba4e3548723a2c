import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { importCodes } from '../../src/domain/operations/import-codes.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import {
  createCustomer,
  createKey,
  entryOf,
  programDefinition,
  rewardDefinition,
  ruleDefinition,
} from '../support/factories.ts';
import { createPartner } from '../support/oauth.ts';
import { atOnce } from '../support/outcomes.ts';
import { rewardOfKind } from '../support/reward-kinds.ts';
import { sendJson } from '../support/send-json.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

let test: TestApp;
let document: object;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      test: true,
      rules: [{ key: 'review', definition: ruleDefinition({ kind: 'review', properties: {} }) }],
      rewards: [
        { key: 'card', definition: rewardDefinition() },
        { key: 'lesson', definition: rewardOfKind('custom') },
        { key: 'pooled', definition: voucherDefinition({ codes: { kind: 'pool' } }) },
      ],
    },
  });
  document = await test.document();
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

interface Entry {
  id: number;
  created_at: string;
  actor: { kind: string; id: number | null; name: string };
  action: string;
  subject: { kind: string; id: string | null };
  details: Record<string, unknown>;
  request_id: string | null;
}

/** The members that the document says an action's details may have. */
function toldOf(action: string): string[] {
  const { components } = document as { components: { schemas: Record<string, { properties: object }> } };
  const { details } = components.schemas.AuditEntry!.properties as { details: { description: string } };
  const line = details.description.split('\n').find((text) => text.startsWith(`- \`${action}\`: `));
  return [...(line ?? '').matchAll(/`(\w+)`/g)].map(([, member]) => member!);
}

/** A page of the audit, held to what is published of it. */
async function audit(query = '', key = test.key) {
  const answer = await test.get(`/v2/audit${query}`).set('authorization', `Bearer ${key}`);
  expectServedSchema(document, answer);
  expect(answer.status).toBe(200);
  for (const { action, details } of answer.body.audit_entries as Entry[])
    expect(toldOf(action)).toEqual(expect.arrayContaining(Object.keys(details)));
  return answer.body as { audit_entries: Entry[]; cursor: { prev: string; next: string } };
}

/** The audit entries since `act` began, oldest first. */
async function auditedBy(act: () => Promise<unknown>): Promise<Entry[]> {
  const [latest] = (await audit('?limit=1')).audit_entries;
  await act();
  return (await audit(`?since_id=${latest!.id}&limit=500`)).audit_entries;
}

let customers = 0;
async function someone(points = 0) {
  customers += 1;
  return createCustomer(test.deps, await test.program(), { merchant_id: `c-${customers}`, points });
}

const send = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
  key = test.key,
) => sendJson(test.url, method, path, key, body, headers);

describe('the actor of an audited deed', () => {
  it('is the key that sent the request, by the name that it has, with the request', async () => {
    const { id } = await someone();
    const [entry, ...more] = await auditedBy(async () => {
      const headers = { 'x-request-id': 'the-request-meant' };
      expect((await send('POST', `/v2/customers/c-${customers}/points`, { points: 5 }, headers)).status).toBe(
        201,
      );
    });
    expect(more).toEqual([]);
    expect(entry).toEqual({
      id: expect.any(Number),
      created_at: new Date(test.clock.real()).toISOString(),
      actor: { kind: 'key', id: expect.any(Number), name: 'tests' },
      action: 'points.added',
      subject: { kind: 'customer', id: String(id) },
      details: { points: 5, adjustment_id: expect.any(Number) },
      request_id: 'the-request-meant',
    });
    const [made] = (await audit('?action=key.created')).audit_entries;
    expect(made).toMatchObject({ subject: { id: String(entry!.actor.id) }, actor: { kind: 'command' } });
  });

  it('is the app whose access token it was, once an operator approved it', async () => {
    const partner = await createPartner(test, { scopes: ['write_customers'] });
    let token = '';
    const [approved, ...none] = await auditedBy(async () => {
      token = (await partner.connect({ scope: 'write_customers' })).access_token;
    });
    expect(none).toEqual([]);
    expect(approved).toMatchObject({
      action: 'app.approved',
      actor: { kind: 'operator', id: partner.owner.id },
      subject: { kind: 'app' },
      details: { scopes: ['write_customers'] },
      request_id: expect.any(String),
    });
    await someone();
    const [added] = await auditedBy(() =>
      partner.call(`/v2/customers/c-${customers}/points`, token, { points: 5 }),
    );
    expect(added).toMatchObject({ action: 'points.added', actor: { kind: 'app', name: 'Partner' } });
    expect(String(added!.actor.id)).toBe(approved!.subject.id);
    const { audit_entries } = await audit(`?actor_kind=app&actor_id=${added!.actor.id}`);
    expect(audit_entries).toEqual([added]);
  });

  it('is told of every operation that is audited, each once', async () => {
    await someone(5_000);
    const customer = `/v2/customers/c-${customers}`;
    const program = await test.program();
    const claim = async (key: string) => {
      const body = { reward_id: entryOf(program.rewards, key).id };
      return (await send('POST', `${customer}/claimed_rewards`, body)).json.claimed_reward.id;
    };
    const [lesson, card] = [await claim('lesson'), await claim('card')];
    const reported = {
      name: '$review',
      customer_id: `c-${customers}`,
      customer_email: null,
      merchant_id: 'r-1',
    };
    await send('POST', '/v2/activities', reported);
    const operations: [string, string, string, object?][] = [
      ['points.added', 'POST', `${customer}/points`, { points: 5 }],
      ['points.removed', 'POST', `${customer}/remove_points`, { points: 5 }],
      ['customer.updated', 'PATCH', customer, { customer: { first_name: 'Ada' } }],
      ['customer.blocked', 'PATCH', customer, { customer: { blocked: true } }],
      ['customer.unblocked', 'PATCH', customer, { customer: { blocked: false } }],
      ['activity.resolved', 'PUT', '/v2/activities/$review/r-1', { state: 'void' }],
      ['claim.fulfilled', 'POST', `${customer}/claimed_rewards/${lesson}/fulfill`, {}],
      ['claim.refunded', 'POST', `${customer}/claimed_rewards/${card}/refund`],
      ['clock.advanced', 'POST', '/v2/test_clock/advance', { by: '1s' }],
    ];
    const audited = await auditedBy(async () => {
      for (const [, method, path, body] of operations) {
        expect((await send(method, path, body)).status).toBeLessThan(300);
      }
    });
    expect(audited.map(({ action }) => action)).toEqual(operations.map(([action]) => action));
    expect(new Set(audited.map(({ request_id }) => request_id)).size).toBe(operations.length);
  });

  it('is told once of a request that is sent again with its Idempotency-Key, many at once also', async () => {
    await someone();
    const audited = await auditedBy(async () => {
      const again = () =>
        send('POST', `/v2/customers/c-${customers}/points`, { points: 5 }, { 'idempotency-key': 'once' });
      await Promise.all(atOnce(6, again));
      expect((await again()).headers).toMatchObject({ 'idempotency-replayed': 'true' });
    });
    expect(audited).toHaveLength(1);
  });

  it('is not told of what was refused, or of what an operator declined', async () => {
    await someone();
    const partner = await createPartner(test);
    const audited = await auditedBy(async () => {
      expect((await send('POST', `/v2/customers/c-${customers}/remove_points`, { points: 5 })).status).toBe(
        422,
      );
      expect((await send('POST', '/v2/customers/nobody/points', { points: 5 })).status).toBe(404);
      expect((await send('POST', `/v2/customers/c-${customers}/points`, { points: 0 })).status).toBe(400);
      const reader = await test.createKey(['read_customers']);
      const body = { points: 5 };
      const refused = await send('POST', `/v2/customers/c-${customers}/points`, body, {}, reader);
      expect(refused.status).toBe(403);
      const { query } = await partner.parameters();
      await partner.decide(query, { decision: 'deny' });
      await partner.decide(query, { token: 'wrong' });
    });
    expect(audited.map(({ action }) => action)).toEqual(['key.created']);
  });

  it('is never another program’s', async () => {
    await applyProgram(test.deps, programDefinition({ key: 'other' }), TESTER);
    const theirs = await createKey(test.deps, 'other');
    const { audit_entries } = await audit('', theirs);
    expect(audit_entries.map(({ action }) => action)).toEqual(['key.created', 'program.applied']);
    const seen = (await audit('?limit=500')).audit_entries.map(({ id }) => id);
    for (const { id } of audit_entries) expect(seen).not.toContain(id);
    const { cursor } = await audit('?limit=1');
    const foreign = await test
      .get(`/v2/audit?cursor=${cursor.next}`)
      .set('authorization', `Bearer ${theirs}`);
    expect(foreign.status).toBe(400);
  });
});

describe('nothing in an entry', () => {
  it('is secret, is a code, or tells who a customer is', async () => {
    const { id } = await someone(5_000);
    const customer = `/v2/customers/c-${customers}`;
    const program = await test.program();
    const key = await test.createKey(['write_customers']);
    const partner = await createPartner(test, { scopes: ['read_customers', 'write_orders'] });
    const tokens = await partner.connect();
    const lines = (async function* () {
      yield* ['POOLED-CODE'];
    })();
    await importCodes(test.deps, { program_key: program.key, reward_key: 'pooled', lines, by: TESTER });
    await send('POST', `${customer}/points`, { points: 5, reason: 'for Ada of Ockham' });
    await send('PATCH', customer, {
      customer: {
        email: 'ada@ockham.example',
        first_name: 'Augusta',
        last_name: 'Lovelace',
        birthday: { day: 10, month: 12, year: 1985 },
        metadata: { telephone: '555-0199' },
      },
    });
    const reward_id = entryOf(program.rewards, 'lesson').id;
    const lesson = (await send('POST', `${customer}/claimed_rewards`, { reward_id })).json.claimed_reward.id;
    const explanation = 'Handed to her sister';
    await send('POST', `${customer}/claimed_rewards/${lesson}/fulfill`, { explanation });
    const text = JSON.stringify(await test.deps.db.selectFrom('audit_entries').selectAll().execute());
    expect(text).toContain(`"${id}"`);
    const secrets = [
      ...[test.key, key, key.slice(0, 12), partner.client_secret!],
      ...[tokens.access_token, tokens.refresh_token!, 'POOLED-CODE'],
      ...['Ockham', 'ockham', 'Augusta', 'Lovelace', '1985', '555-0199', 'telephone', 'sister'],
      `"c-${customers}"`,
    ];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

describe('GET /v2/audit', () => {
  it('lists newest first, and its cursors lead through all and back', async () => {
    const all = (await audit('?limit=500')).audit_entries;
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
    const first = await audit('?limit=4');
    const second = await audit(`?limit=4&cursor=${first.cursor.next}`);
    expect([...first.audit_entries, ...second.audit_entries]).toEqual(all.slice(0, 8));
    expect((await audit(`?limit=4&cursor=${second.cursor.prev}`)).audit_entries).toEqual(first.audit_entries);
    expect(first.cursor.prev).toBe('');
  });

  it('keeps its filters from page to page', async () => {
    await someone();
    for (let i = 0; i < 5; i += 1) await send('POST', `/v2/customers/c-${customers}/points`, { points: 1 });
    const all = (await audit('?limit=500')).audit_entries;
    const added = all.filter(({ action, actor }) => action === 'points.added' && actor.kind === 'key');
    expect(added.length).toBeGreaterThan(4);
    const seen: Entry[] = [];
    for (let query = '?action=points.added&actor_kind=key&limit=2'; ; ) {
      const { audit_entries, cursor } = await audit(query);
      seen.push(...audit_entries);
      if (cursor.next === '') break;
      // A parameter beside a cursor is not read.
      query = `?limit=2&action=key.created&actor_kind=server&cursor=${cursor.next}`;
    }
    expect(seen).toEqual(added);
    expect((await audit('?actor_kind=server')).audit_entries).toEqual([]);
    const commands = all.filter(({ actor }) => actor.kind === 'command');
    expect((await audit('?actor_kind=command&limit=500')).audit_entries).toEqual(commands);
  });

  it('takes a window, its beginning in and its end out, and goes on from since_id', async () => {
    await someone();
    const moments: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      test.clock.advance(60_000);
      moments.push(new Date(test.clock.real()).toISOString());
      await send('POST', `/v2/customers/c-${customers}/points`, { points: 1 });
    }
    const [from, , until] = moments;
    const within = (await audit(`?created_at_min=${from}&created_at_max=${until}`)).audit_entries;
    expect(within.map(({ created_at }) => created_at)).toEqual([moments[1], moments[0]]);
    const later = (await audit(`?since_id=${within[1]!.id}`)).audit_entries;
    expect(later.map(({ created_at }) => created_at)).toEqual([moments[1], moments[2]]);
    expect((await audit(`?since_id=${later[1]!.id}`)).cursor.next).toBe('');
  });

  it('is for keys that may read the configuration', async () => {
    const key = await test.createKey(['write_customers', 'write_orders']);
    expect((await send('GET', '/v2/audit', undefined, {}, key)).status).toBe(403);
  });
});
