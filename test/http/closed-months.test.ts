import { afterAll, beforeAll, expect, it } from 'vitest';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { expectServedSchema } from '../support/expect-schema.ts';
import { createCustomer } from '../support/factories.ts';

const DAY = 24 * 3_600_000;
const MONTHS = '/v2/reports/closed_months';
let test: TestApp;
let program: Program;

/** 1,200 points by hand on the 14th of January. It is the 15th of March. */
beforeAll(async () => {
  test = await buildTestApp();
  program = await test.program();
  await createCustomer(test.deps, program, { merchant_id: '1001', points: 1_200 });
  test.clock.advance(60 * DAY);
  await countFigures(test.deps);
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const close = (month: string) => test.post(MONTHS, { month });
const journal = (address: string) => test.get(`/v2/reports/journal/${address}`);

it('closes a month once, and gives its books letter for letter from then on', async () => {
  const key = { 'idempotency-key': 'january' };
  const closed = await close('2026-01').set(key).expect(201);
  expect(closed.body).toEqual({
    closed_month: {
      month: '2026-01',
      closed_at: '2026-03-15T12:00:00.000Z',
      transaction_id: expect.any(Number),
    },
  });
  const replayed = await close('2026-01').set(key).expect(201);
  expect([replayed.text, replayed.headers['idempotency-replayed']]).toEqual([closed.text, 'true']);
  const again = await close('2026-01').expect(200);
  expect(again.text).toBe(closed.text);

  const books = await test.get(`${MONTHS}/2026-01`).expect(200);
  expectServedSchema(await test.document(), books);
  expect(books.body).toMatchObject({ month: '2026-01', roll_forward: { opening: 0, closing: 1_200 } });
  await test.post('/v2/customers/1001/remove_points', { points: 30 }).expect(204);
  await countFigures(test.deps);
  const later = await test.get(`${MONTHS}/2026-01`).expect(200);
  expect([later.text, later.headers.etag]).toEqual([books.text, books.headers.etag]);
  await test.get(`${MONTHS}/2026-01`).set('if-none-match', books.headers.etag!).expect(304);
});

it('lists closed months, oldest first', async () => {
  await close('2026-02').expect(201);
  const { body } = await test.get(MONTHS).expect(200);
  expect(body.closed_months.map(({ month }: { month: string }) => month)).toEqual(['2026-01', '2026-02']);
});

it.each([
  ['2026-03', 'must be over in every time zone of the program'],
  ['2026-04', 'must be 2026-03: months are closed one after another'],
  ['2025-12', 'must be after 2026-02, which is closed'],
  ['2026-13', 'must be a month: YYYY-MM'],
])('refuses to close %s, which %s', async (month, complaint) => {
  const { body } = await close(month).expect(400);
  expect(body.error).toMatchObject({ code: 'invalid_request', details: { month: complaint } });
});

it.each(['2026-03', '2026-13'])('has no books of %s', async (month) => {
  await test.get(`${MONTHS}/${month}`).expect(404);
});

it('closes with its own scope, which reads reports too', async () => {
  const ask = async (scope: 'read_reports' | 'write_reports') => {
    const authorization = `Bearer ${await test.createKey([scope])}`;
    const read = await test.get(MONTHS).set({ authorization });
    const closed = await close('2026-01').set({ authorization });
    return [read.status, closed.status];
  };
  expect(await ask('read_reports')).toEqual([200, 403]);
  expect(await ask('write_reports')).toEqual([200, 200]);
});

it('gives the bookings of a month on the accounts that are named', async () => {
  const answer = await journal('2026-01?point_value=0.01&liability=2150&added=66,10').expect(200);
  expectServedSchema(await test.document(), answer);
  const line = {
    month: '2026-01',
    flow: 'added',
    debit: '66,10',
    credit: '2150',
    amount: '12.00',
    currency: 'USD',
  };
  expect(answer.body.journal).toMatchObject({ closed: true, point_value: 0.01, lines: [line] });
  const csv = await journal('2026-03?point_value=0.01&type=csv').expect(200);
  expect(csv.text).toBe(
    'month,debit,credit,amount,currency,flow\r\n2026-03,points liability,points removed,0.30,USD,removed\r\n',
  );
});

it.each([
  ['2026-03', 'point_value'],
  ['2026-13?point_value=1', 'month'],
  ['2026-03?point_value=0', 'point_value'],
  ['2026-03?point_value=1&won=4010', 'won'],
])('refuses the journal of %s for its %s', async (query, parameter) => {
  const { body } = await journal(query).expect(400);
  expect(Object.keys(body.error.details)).toEqual([parameter]);
});
