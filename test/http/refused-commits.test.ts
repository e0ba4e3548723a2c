import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCustomer } from '../../src/domain/customers/find-customer.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer } from '../support/factories.ts';

let test: TestApp;
let customers = 0;

beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

/**
 * Has Postgres refuse every COMMIT of a transaction that wrote to the table, though each of its statements went
 * through; the function returned ends that.
 */
async function refuseCommits(table: string, code: string): Promise<() => Promise<unknown>> {
  await test.database.asOwner(
    `create function refuse_commit() returns trigger language plpgsql as $$
       begin raise exception 'refused at COMMIT' using errcode = '${code}'; end $$;
     create constraint trigger refuse_commit after insert on ${table}
       deferrable initially deferred for each row execute function refuse_commit();`,
  );
  return () => test.database.asOwner('drop function refuse_commit cascade');
}

async function start() {
  customers += 1;
  const merchant_id = `customer-${customers}`;
  const program = await test.program();
  await createCustomer(test.deps, program, { merchant_id, points: 100 });
  const take = (points: number) =>
    test
      .post(`/v2/customers/${merchant_id}/remove_points`, { points })
      .set('idempotency-key', `key of ${merchant_id}`);
  const balance = async () => (await getCustomer(test.database.db, program.id, merchant_id)).points_approved;
  const stored = async () => {
    const { rows } = await test.database.asOwner('select count(*)::int as records from idempotency_records');
    return rows[0].records as number;
  };
  return { take, balance, stored };
}

describe.each([
  ['the effect', 'transactions'],
  ['the stored answer', 'idempotency_records'],
])('a COMMIT that Postgres refuses for %s', (_, table) => {
  it.each([
    ['an error', 'P0001', 500],
    ['a conflict', '40001', 503],
    ['a full disk', '53100', 503],
  ])('by %s leaves neither effect nor answer, and the key free', async (_what, code, status) => {
    const { take, balance, stored } = await start();
    const before = await stored();
    const restore = await refuseCommits(table, code);
    try {
      expect((await take(10)).status).toBe(status);
    } finally {
      await restore();
    }
    expect([await balance(), await stored()]).toEqual([100, before]);
    const again = await take(10);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([204, undefined]);
    expect(await balance()).toBe(90);
    expect((await take(10)).headers['idempotency-replayed']).toBe('true');
    expect(await balance()).toBe(90);
  });
});

describe('a COMMIT of a refusal that Postgres refuses', () => {
  it('leaves no answer, so that the request is decided anew', async () => {
    const { take, balance, stored } = await start();
    const before = await stored();
    const restore = await refuseCommits('idempotency_records', 'P0001');
    try {
      expect((await take(500)).status).toBe(500);
    } finally {
      await restore();
    }
    expect(await stored()).toBe(before);
    expect((await take(500)).body.error.code).toBe('insufficient_points');
    expect((await take(10)).body.error.code).toBe('idempotency_key_reused');
    expect(await balance()).toBe(100);
  });
});
