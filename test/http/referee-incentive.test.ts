import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReferralSettings } from '../../src/domain/programs/program-settings.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, programSettings } from '../support/factories.ts';
import { voucherDefinition } from '../support/vouchers.ts';

const REFERRALS: ReferralSettings = {
  incentive_reward_key: 'ten-off',
  requires_email: true,
  cap: { count: 2, interval: 'year' },
  daily_friends_per_address: 10,
};

let test: TestApp;
let path: string;
let referral_id: string;
let document: object;

beforeAll(async () => {
  test = await buildTestApp({
    program: {
      settings: programSettings({ referrals: REFERRALS }),
      rewards: [{ key: 'ten-off', definition: voucherDefinition({ enabled: false }) }],
    },
  });
  const program = await test.program();
  path = `/headless/2025-06/${program.sites.at(-1)!.id}/referrals/referee_incentive`;
  ({ referral_id } = await createCustomer(test.deps, program, { email: 'rita@shop.example' }));
  document = await test.document();
});
afterAll(() => test.close());

const friend = (rest: object = {}) => ({
  referral_id,
  referee_email: 'fred@mail.example',
  ip_address: '203.0.113.7',
  user_agent: 'Mozilla/5.0',
  ...rest,
});

async function ask(body: object, headers: Record<string, string> = {}) {
  const response = await test.post(path, body).set(headers);
  expectServedSchema(document, response);
  return response;
}

describe('POST /referrals/referee_incentive', () => {
  it('answers with a code, and with the same again', async () => {
    const first = await ask(friend());
    expect([first.status, first.body]).toEqual([
      200,
      { kind: 'incentive', incentive: { code: expect.stringMatching(/^[0-9A-Z]{12}$/) } },
    ]);
    expect(first.headers['cache-control']).toBe('private, no-store');
    const again = await ask(friend({ referee_email: 'Fred@Mail.example', user_agent: null }));
    expect(again.body).toEqual(first.body);
  });

  it('gives the same answer to the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'friend-of-rita' };
    const first = await ask(friend({ referee_email: 'frida@mail.example' }), key);
    const again = await ask(friend({ referee_email: 'frida@mail.example' }), key);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    const { rows } = await test.database.pool.query('select count(*)::int from referrals');
    expect(rows[0].count).toBe(2);
  });

  it.each([
    ['referee_email_required', { referee_email: undefined }],
    ['invalid_referee', { referee_email: 'RITA@shop.example' }],
    ['invalid_referral_id', { referral_id: 'N0B0DY000000' }],
  ])('refuses %s with 422', async (code, rest) => {
    const response = await ask(friend(rest));
    expect([response.status, response.body.error.code]).toEqual([422, code]);
  });

  it('refuses referral_cap_reached with 422 once so many friends have bought', async () => {
    for (const [index, name] of ['ann', 'ben'].entries()) {
      const email = `${name}@mail.example`;
      const { body } = await ask(friend({ referee_email: email, ip_address: `203.0.113.${20 + index}` }));
      const bought = await test.post('/v2/orders', {
        customer_id: name,
        customer_email: email,
        merchant_id: `order-of-${name}`,
        total: 20,
        total_paid: 20,
        payment_status: 'paid',
        discount_codes: [{ code: body.incentive.code, amount: 10 }],
      });
      expect(bought.status).toBe(201);
    }
    const response = await ask(friend({ referee_email: 'one.too.many@mail.example' }));
    expect([response.status, response.body.error?.code]).toEqual([422, 'referral_cap_reached']);
  });

  it('names every parameter at fault with 400', async () => {
    const missing = await ask({ referee_email: 7 });
    expect(missing.status).toBe(400);
    expect(Object.keys(missing.body.error.details).sort()).toEqual([
      'ip_address',
      'referee_email',
      'referral_id',
      'user_agent',
    ]);
    const wrong = await ask(friend({ ip_address: 'localhost', referee_email: 'fred' }));
    expect([wrong.status, Object.keys(wrong.body.error.details).sort()]).toEqual([
      400,
      ['ip_address', 'referee_email'],
    ]);
  });

  it('logs neither the address nor the email nor the browser', () => {
    expect(test.logged.join('')).not.toMatch(/203\.0\.113\.7|mail\.example|Mozilla/);
  });
});
