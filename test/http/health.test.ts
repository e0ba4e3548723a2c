import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCodes } from '../../src/domain/operations/import-codes.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { TESTER } from '../support/tester.ts';
import { voucherDefinition } from '../support/vouchers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({
    program: {
      rewards: [
        { key: 'pooled', definition: voucherDefinition({ codes: { kind: 'pool' } }) },
        { key: 'made', definition: voucherDefinition() },
      ],
    },
  });
});
afterAll(() => test.close());

async function warnings() {
  test.clock.advance(10_000);
  const response = await test.get('/health/ready').unset('authorization');
  expect(response.status).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  expectServedSchema(await test.document(), response);
  expect(response.body.status).toBe('ready');
  return response.body.warnings;
}

async function* codes(count: number) {
  for (let number = 1; number <= count; number += 1) yield `HEALTH-${number}`;
}

describe('readiness', () => {
  it('stays, and warns of a pool of codes that is dry or nearly so', async () => {
    const warning = (kind: string) => [{ kind, program: 'shop', reward: 'pooled' }];
    expect(await warnings()).toEqual(warning('code_pool_empty'));
    const pool = { program_key: 'shop', reward_key: 'pooled' };
    await importCodes(test.deps, { ...pool, lines: codes(99), by: TESTER });
    expect(await warnings()).toEqual(warning('code_pool_low'));
    await importCodes(test.deps, { ...pool, lines: codes(100), by: TESTER });
    expect(await warnings()).toEqual([]);
  });

  it('stays where the pools cannot be looked at', async () => {
    const broken = await buildTestApp();
    await broken.database.asOwner('alter table voucher_codes rename to away');
    const response = await broken.get('/health/ready');
    expect([response.status, response.body]).toEqual([200, { status: 'ready', warnings: [] }]);
    await broken.close();
  });
});
