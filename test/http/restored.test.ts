import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advanceIds } from '../../src/db/advance-ids.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer, createKey, programDefinition } from '../support/factories.ts';
import { TESTER } from '../support/tester.ts';

/** The last id that a consumer had seen when the database was restored from before it. */
const SEEN = 5_000_000;

let test: TestApp;
let document: object;

beforeAll(async () => {
  test = await buildTestApp();
  document = await test.document();
  await createCustomer(test.deps, await test.program(), { points: 10 });
  const order = { customer_id: '1001', customer_email: null, merchant_id: 'o-1', discount_codes: [] };
  await test.post('/v2/orders', { ...order, total: 9, total_paid: 9, payment_status: 'paid' }).expect(201);
});
afterAll(() => test.close());

async function consumersAhead(): Promise<object[]> {
  test.clock.advance(10_000);
  const answer = await test.get('/health/ready');
  expectServedSchema(document, answer);
  return answer.body.warnings.filter(({ kind }: { kind: string }) => kind === 'consumer_ahead');
}

const said = () => test.logged.filter((line) => line.includes('was the database restored')).length;

const LISTINGS = [
  'transactions',
  'activities',
  'customers',
  'orders',
  'audit',
  'customers/1001/transactions',
  'customers/1001/claimed_rewards',
  'orders?updated_since=',
  'activities?updated_since=',
  'transactions.csv',
];

describe('after a restore', () => {
  it.each(LISTINGS)('a consumer of %s that has seen higher ids is told', async (listing) => {
    const path = listing.replace('.csv', '');
    const ask = (since_id: number) =>
      test
        .get(`/v2/${path}${path.includes('?') ? '' : '?since_id='}${since_id}`)
        .set('accept', listing.endsWith('.csv') ? 'text/csv' : 'application/json');
    const answer = await ask(SEEN);
    expect(answer.status).toBe(200);
    expect(answer.headers.warning).toMatch(/^199 loyaltyd "since_id is above every id ever given/);
    if (!listing.endsWith('.csv')) expectServedSchema(document, answer);
    const nearly = await ask(1);
    expect([nearly.status, nearly.headers.warning]).toEqual([200, undefined]);
  });

  it('it is said once in the log for each listing, and readiness warns', async () => {
    const before = said();
    for (let polls = 0; polls < 3; polls += 1) await test.get(`/v2/transactions?since_id=${SEEN}`);
    expect(said()).toBe(before);
    expect(await consumersAhead()).toContainEqual({
      kind: 'consumer_ahead',
      program: 'shop',
      listing: 'transactions',
      since_id: SEEN,
    });
  });

  it('a consumer that has seen the last id is not told, nor one of a program that has given none', async () => {
    const [last] = (await test.get('/v2/transactions')).body.transactions;
    expect((await test.get(`/v2/transactions?since_id=${last.id}`)).headers.warning).toBeUndefined();
    await applyProgram(test.deps, programDefinition({ key: 'quiet' }), TESTER);
    const authorization = `Bearer ${await createKey(test.deps, 'quiet')}`;
    const quiet = await test.get(`/v2/transactions?since_id=${last.id}`).set({ authorization });
    expect([quiet.status, quiet.headers.warning]).toEqual([200, undefined]);
  });

  it('ids are advanced while writers write: none is given twice, and what comes is seen', async () => {
    const customer = await createCustomer(test.deps, await test.program(), { merchant_id: 'writer' });
    const give = () => test.post(`/v2/customers/${customer.merchant_id}/points`, { points: 1 });
    const writes = Array.from({ length: 30 }, give);
    const [here, beside] = await Promise.all([
      advanceIds(test.database.ownerUrl, SEEN),
      advanceIds(test.database.ownerUrl, SEEN - 10),
      ...writes,
    ]);
    // A sequence that was advanced beside may have been written past by then: there is nothing left to advance here.
    expect([...here, ...beside].map(({ name }) => name)).toEqual(
      expect.arrayContaining(['customer_ids', 'entry_ids', 'order_ids', 'transaction_ids', 'audit_ids']),
    );
    await give();
    const { transactions } = (await test.get(`/v2/transactions?since_id=${SEEN}`)).body;
    expect(transactions.length).toBeGreaterThan(0);
    const all = (await test.get('/v2/customers/writer/transactions?limit=500')).body.transactions;
    expect(new Set(all.map(({ id }: { id: number }) => id)).size).toBe(31);
    expect(await consumersAhead()).toEqual([]);
  });

  it('ids never go back', async () => {
    const before = (await test.get('/v2/transactions')).body.transactions[0].id;
    expect(await advanceIds(test.database.ownerUrl, 10)).toEqual([]);
    await test.post('/v2/customers/writer/points', { points: 1 });
    expect((await test.get('/v2/transactions')).body.transactions[0].id).toBeGreaterThan(before);
  });
});
