import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { expectNoFailureLogged, misshapenness } from '../support/error-shape.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { OPERATIONS } from '../support/operations.ts';
import { readAnswers } from '../support/raw-answers.ts';
import { RawConnection } from '../support/raw-http.ts';
import { rowsOf } from '../support/rows-of.ts';
import { type Answer, sendJson } from '../support/send-json.ts';
import { createTenant, type Tenant } from '../support/tenant.ts';

let test: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  test = await buildTestApp({ database: { patient: true }, app: { body_limit_bytes: 20_000 } });
  tenant = await createTenant(test, 'ours', 1);
});
afterAll(async () => {
  expectNoFailureLogged(test);
  await expectLedgerBalanced(test.deps);
  await test.close();
});

const END = 'Connection: close\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

/** A request as text; KEY stands for a header with the tenant's key. */
function raw(first: string, headers: string, body = ''): string {
  return `${first}\r\n${headers.replace('KEY', `Authorization: Bearer ${tenant.key}\r\n`)}\r\n${body}`;
}

/** All answers to what is sent over one connection, which the server closes. */
async function answersTo(text: string): Promise<Answer[]> {
  const connection = new RawConnection(test.url);
  connection.send(text);
  return readAnswers(await connection.ended);
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

function expectRefusals(answers: Answer[]) {
  for (const answer of answers.filter(({ status }) => status >= 400))
    expect(misshapenness(answer)).toBeUndefined();
}

const get = (path: string) => `GET ${path} HTTP/1.1`;
const post = (path: string) => `POST ${path} HTTP/1.1`;
const LIST = '/v2/transactions?limit=1';

describe('a request that is odd', () => {
  it.each<[string, number, string, string, string?]>([
    ['for no host', 400, get(LIST), `KEY${END}`],
    ['of HTTP/1.0, which knows no host', 200, 'GET /health/live HTTP/1.0', ''],
    ['with an address in full', 200, get(`http://elsewhere.example${LIST}`), `Host: x\r\nKEY${END}`],
    ['with an empty line before it', 200, `\r\n${get(LIST)}`, `Host: x\r\nKEY${END}`],
    ['that asks for a tunnel', 400, 'CONNECT x:80 HTTP/1.1', `Host: x\r\n${END}`],
    ['about the whole server', 404, 'OPTIONS * HTTP/1.1', `Host: x\r\nKEY${END}`],
    ['with a method in small letters', 400, 'get /v2/transactions HTTP/1.1', `Host: x\r\nKEY${END}`],
    ['with a method that nobody made', 400, 'FOO /v2/transactions HTTP/1.1', `Host: x\r\nKEY${END}`],
    ['of HTTP/2', 400, 'PRI * HTTP/2.0', '', 'SM\r\n\r\n'],
    ['of TLS', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', ''],
    ['with NUL in a header', 400, get(LIST), `Host: x\r\nKEY${END}X-Odd: a\0b\r\n`],
    ['with a header over two lines', 400, get(LIST), `Host: x\r\nKEY${END}X-Odd: a\r\n b\r\n`],
    ['with a header without a colon', 400, get(LIST), `Host: x\r\nKEY${END}X-Odd\r\n`],
    ['with nine hundred headers', 200, get(LIST), `Host: x\r\nKEY${END}${'X-Odd: 1\r\n'.repeat(900)}`],
    [
      'with two lengths',
      400,
      post('/v2/orders'),
      `Host: x\r\nKEY${JSON_TYPE}Content-Length: 2\r\nContent-Length: 3\r\n`,
      '{} ',
    ],
    [
      'with a length and chunks',
      400,
      post('/v2/orders'),
      `Host: x\r\nKEY${JSON_TYPE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n`,
      '2\r\n{}\r\n0\r\n\r\n',
    ],
    [
      'with a negative length',
      400,
      post('/v2/orders'),
      `Host: x\r\nKEY${JSON_TYPE}Content-Length: -2\r\n`,
      '{}',
    ],
    [
      'with an endless length',
      400,
      post('/v2/orders'),
      `Host: x\r\nKEY${JSON_TYPE}Content-Length: ${'9'.repeat(30)}\r\n`,
      '{}',
    ],
    [
      'with chunks that are none',
      400,
      post('/v2/orders'),
      `Host: x\r\nKEY${JSON_TYPE}Transfer-Encoding: chunked\r\n`,
      'zz\r\n{}\r\n',
    ],
    [
      'with a transfer encoding that nobody knows',
      400,
      post('/v2/orders'),
      `Host: x\r\nKEY${JSON_TYPE}Transfer-Encoding: gzip\r\n`,
      '{}',
    ],
    [
      'that expects a miracle',
      400,
      post('/v2/orders'),
      `Host: x\r\nKEY${END}${JSON_TYPE}Expect: a-miracle\r\nContent-Length: 2\r\n`,
      '{}',
    ],
    ['without a body', 400, post('/v2/orders'), `Host: x\r\nKEY${END}`],
    ['with a type and no body', 400, post('/v2/orders'), `Host: x\r\nKEY${END}${JSON_TYPE}`],
    [
      'in UTF-16',
      400,
      post('/v2/orders'),
      `Host: x\r\nKEY${END}${JSON_TYPE}Content-Length: 6\r\n`,
      '\xff\xfe{\0}\0',
    ],
    [
      'with a body too long',
      413,
      post('/v2/orders'),
      `Host: x\r\nKEY${END}${JSON_TYPE}Content-Length: 20001\r\n`,
      'x'.repeat(20_001),
    ],
    [
      'to read, with a body that is no JSON',
      200,
      get(LIST),
      `Host: x\r\nKEY${END}${JSON_TYPE}Content-Length: 1\r\n`,
      '{',
    ],
    [
      'with a body for a file',
      405,
      post('/reference'),
      `Host: x\r\n${END}${JSON_TYPE}Content-Length: 2\r\n`,
      '{}',
    ],
  ])('%s is answered %i, once', async (_case, status, first, headers, body) => {
    const answers = await answersTo(raw(first, headers, body));
    expect(statuses(answers)).toEqual([status]);
    expectRefusals(answers);
  });
});

describe('requests one behind the other on one connection', () => {
  it('are answered in their order', async () => {
    const answers = await answersTo(
      raw(get(LIST), 'Host: x\r\nKEY') +
        raw(get('/v2/nothing'), 'Host: x\r\n') +
        raw(post('/v2/orders'), `Host: x\r\n${JSON_TYPE}Content-Length: 2\r\n`, '{}') +
        raw(post('/v2/orders'), 'Host: x\r\nKEYContent-Type: text/plain\r\nContent-Length: 2\r\n', '{}') +
        raw(get('/health/live'), `Host: x\r\n${END}`),
    );
    expect(statuses(answers)).toEqual([200, 404, 401, 415, 200]);
    expectRefusals(answers);
  });

  it('get their own answers, also where what comes behind them is no request', async () => {
    const order = OPERATIONS['POST /v2/orders']!.request(tenant).body;
    const body = JSON.stringify({ ...order, merchant_id: randomUUID() });
    const before = await rowsOf(test.deps.db, tenant.program.id);
    const headers = `Host: x\r\nKEY${JSON_TYPE}Content-Length: ${body.length}\r\n`;
    const answers = await answersTo(`${raw(post('/v2/orders'), headers, body)}NONSENSE\r\n\r\n`);
    expect(statuses(answers)).toEqual([201]);
    expect((await rowsOf(test.deps.db, tenant.program.id)).orders).not.toBe(before.orders);
  });
});

describe('a body', () => {
  it('may begin with a byte order mark, as some platforms send it', async () => {
    const { body, params } = OPERATIONS['POST /v2/customers/:merchant_id/claimed_rewards']!.request(tenant);
    const path = `/v2/customers/${params.merchant_id}/claimed_rewards`;
    expect((await sendJson(test.url, 'POST', path, tenant.key, `\ufeff${JSON.stringify(body)}`)).status).toBe(
      201,
    );
  });

  it('that goes up in the middle leaves no trace', async () => {
    const before = await rowsOf(test.deps.db, tenant.program.id);
    const connection = new RawConnection(test.url);
    connection.send(
      raw(
        post('/v2/orders'),
        `Host: x\r\nKEY${JSON_TYPE}Expect: 100-continue\r\nContent-Length: 1000\r\n`,
        '{',
      ),
    );
    await connection.until(/100 Continue/);
    connection.destroy();
    await connection.ended;
    expect(await rowsOf(test.deps.db, tenant.program.id)).toEqual(before);
  });
});
