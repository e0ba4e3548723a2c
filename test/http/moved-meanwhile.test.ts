import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveProgram } from '../../src/db/move/move-program.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { isGoneFrom, moveOf } from '../support/moves.ts';
import { RawConnection } from '../support/raw-http.ts';

let test: TestApp;
let target: TestDatabase;

beforeAll(async () => {
  test = await buildTestApp();
  target = await createTestDatabase();
});
afterAll(async () => {
  await test.close();
  await target.close();
});

/** Sends all but the end of a POST, once its key is accepted. */
async function beginSending(path: string, body: object) {
  const text = JSON.stringify(body);
  const connection = new RawConnection(test.url);
  const note = test.key_usage.note;
  const accepted = new Promise<void>((resolve) => {
    test.key_usage.note = (...noted) => {
      note.apply(test.key_usage, noted);
      test.key_usage.note = note;
      resolve();
    };
  });
  connection.send(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${test.key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text.slice(0, -1)}`,
  );
  await accepted;
  return () => {
    connection.send(text.slice(-1));
    return connection.ended;
  };
}

const order = (merchant_id: string) => ({
  customer_id: `of-${merchant_id}`,
  customer_email: null,
  merchant_id,
  total: 45,
  total_shipping: 5,
  total_paid: 45,
  payment_status: 'paid',
  discount_codes: [],
});

describe('a request whose body comes after the program has moved', () => {
  it('is refused, and leaves no row behind', async () => {
    const { id, key } = await test.program();
    const webhook = { topic: 'customers/update', address: 'https://shop.example/hook' };
    const late = [
      await beginSending('/v2/orders', order('late')),
      await beginSending('/v2/webhooks', { webhook }),
    ];
    await moveProgram(moveOf(key, test.database, target));
    expect(await isGoneFrom(test.database, id)).toBe(true);
    for (const send of late) expect(await send()).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: 1\r\n/is);
    expect(await isGoneFrom(test.database, id)).toBe(true);
  });

  it('is taken where the program has come back, which looks at no fence any more', async () => {
    const fences = () =>
      test.database.asOwner("select count(*)::int as count from pg_trigger where tgname = 'program_left'");
    expect((await fences()).rows[0].count).toBeGreaterThan(40);
    await moveProgram(moveOf('shop', target, test.database));
    expect((await fences()).rows[0].count).toBe(0);
    expect((await test.post('/v2/orders', order('back'))).status).toBe(201);
  });
});
