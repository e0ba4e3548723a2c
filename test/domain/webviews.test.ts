import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import {
  createWebviewSession,
  type NewWebviewSession,
} from '../../src/domain/operations/create-webview-session.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { findWebviewSession } from '../../src/domain/webviews/find-webview-session.ts';
import { purgeExpiredWebviewSessions } from '../../src/domain/webviews/purge-expired-sessions.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createCustomer, programDefinition, siteDefinition } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let test: TestApp;
let deps: Deps;
let program: Program;

beforeAll(async () => {
  const settings = {
    ...programDefinition().settings,
    currency_rates: { EUR: 0.9 },
    webview_session_seconds: 600,
  };
  test = await buildTestApp({ program: { test: true, settings } });
  deps = test.deps;
  program = await test.program();
});
afterAll(() => test.close());

type Asked = Partial<Parameters<typeof createWebviewSession>[1]>;

function create(asked: Asked = {}): Promise<NewWebviewSession> {
  return createWebviewSession(deps, { program, site: program.sites.at(-1)!, channel: 'app', ...asked });
}

function customerById(id: number | null) {
  return deps.db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

describe('a session', () => {
  it('is found by its token, and only its hash is stored', async () => {
    const { token, session_id } = await create();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const stored = await deps.db
      .selectFrom('webview_sessions')
      .selectAll()
      .where('id', '=', session_id)
      .executeTakeFirstOrThrow();
    expect(stored.token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(await findWebviewSession(deps, token)).toMatchObject({
      id: session_id,
      channel: 'app',
      expired: false,
    });
    expect(await findWebviewSession(deps, randomBytes(32).toString('base64url'))).toBeUndefined();
  });

  it("lives as long as the program says, on the wall clock and not on the test program's", async () => {
    const { token, expires_at } = await create();
    expect(expires_at).toBe(test.clock.real() + 10 * MINUTE);
    await deps.db
      .updateTable('programs')
      .set({ clock_offset_ms: 30 * DAY })
      .execute();
    expect(await findWebviewSession(deps, token)).toMatchObject({ expired: false });
    test.clock.advance(10 * MINUTE - 1);
    expect(await findWebviewSession(deps, token)).toMatchObject({ expired: false });
    test.clock.advance(1);
    expect(await findWebviewSession(deps, token)).toMatchObject({ expired: true });
  });

  it('has the language and the currency asked for, or else those of the site', async () => {
    const asked = await create({ language: 'de', currency: 'EUR' });
    expect(await findWebviewSession(deps, asked.token)).toMatchObject({ language: 'de', currency: 'EUR' });
    const unsupported = await create({ language: 'fr', currency: 'GBP' });
    expect(await findWebviewSession(deps, unsupported.token)).toMatchObject({
      language: 'en',
      currency: 'USD',
    });
    const absent = await create();
    expect(await findWebviewSession(deps, absent.token)).toMatchObject({ language: 'en', currency: 'USD' });
  });

  it('goes on in what the site supports when the program changes meanwhile', async () => {
    const { token } = await create({ language: 'de', currency: 'EUR' });
    const sites = [{ key: 'main', definition: siteDefinition({ languages: ['en'] }) }];
    await applyProgram(deps, programDefinition({ test: true, sites }), TESTER);
    expect(await findWebviewSession(deps, token)).toMatchObject({ language: 'en', currency: 'USD' });
  });
});

it('a session is over while its site has left the program', async () => {
  const { token } = await create();
  const sites = [{ key: 'elsewhere', definition: siteDefinition({ name: 'Elsewhere' }) }];
  await applyProgram(deps, programDefinition({ test: true, sites }), TESTER);
  expect(await findWebviewSession(deps, token)).toMatchObject({ expired: true });
  await applyProgram(deps, programDefinition({ test: true }), TESTER);
  expect(await findWebviewSession(deps, token)).toMatchObject({ expired: false });
});

describe('the customer of a session', () => {
  it('is created at the site where unknown, and enrolled as the program says', async () => {
    const { customer_id } = await create({ customer: { merchant_id: 'new-1', email: 'new@shop.example' } });
    expect(await customerById(customer_id)).toMatchObject({
      merchant_id: 'new-1',
      email: 'new@shop.example',
      site_id: program.sites.at(-1)!.id,
      enrolled_at: expect.any(Number),
    });
    const guests: Program = { ...program, settings: { ...program.settings, enrol_on_sight: false } };
    const guest = await create({ program: guests, customer: { merchant_id: 'new-2' } });
    expect(await customerById(guest.customer_id)).toMatchObject({ email: null, enrolled_at: null });
  });

  it('is left as it is where known, whatever email comes with it', async () => {
    const known = await createCustomer(deps, program, {
      merchant_id: '2001',
      email: 'own@shop.example',
      points: 10,
    });
    await createCustomer(deps, program, { merchant_id: '2002', email: 'other@shop.example' });
    const before = await customerById(known.id);
    for (const email of ['fresh@shop.example', 'other@shop.example']) {
      const { customer_id } = await create({ customer: { merchant_id: 'gid://shop/Customer/2001', email } });
      expect(customer_id).toBe(known.id);
    }
    expect(await customerById(known.id)).toEqual(before);
  });

  it("cannot be a new one with another's email, and then nothing is created", async () => {
    await createCustomer(deps, program, { merchant_id: '3001', email: 'Taken@shop.example' });
    await expect(
      create({ customer: { merchant_id: '3002', email: 'taken@SHOP.example' } }),
    ).rejects.toMatchObject({
      code: 'email_already_in_use',
    });
    const created = await deps.db
      .selectFrom('customers')
      .select('id')
      .where('merchant_id', '=', '3002')
      .execute();
    expect(created).toEqual([]);
  });

  it('is one also when twenty sessions see it first', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 20 }, () =>
        create({ customer: { merchant_id: 'crowd', email: 'crowd@shop.example' } }),
      ),
    );
    expect(new Set(sessions.map(({ customer_id }) => customer_id)).size).toBe(1);
    expect(new Set(sessions.map(({ token }) => token)).size).toBe(20);
  });
});

it('an expired session is kept for a day, then purged', async () => {
  test.clock.advance(2 * DAY);
  await purgeExpiredWebviewSessions(deps);
  const old = await create();
  test.clock.advance(DAY);
  const young = await create();
  test.clock.advance(10 * MINUTE);
  expect(await purgeExpiredWebviewSessions(deps)).toBe(0);
  expect(await findWebviewSession(deps, old.token)).toMatchObject({ expired: true });
  test.clock.advance(1);
  expect(await purgeExpiredWebviewSessions(deps)).toBe(1);
  expect(await findWebviewSession(deps, old.token)).toBeUndefined();
  expect(await findWebviewSession(deps, young.token)).toMatchObject({ expired: true });
});
