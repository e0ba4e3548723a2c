import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Outbound } from '../../src/outbound/outbound.ts';
import { startTracing, type Tracing, traceFields } from '../../src/tracing/start-tracing.ts';
import { statementTitle } from '../../src/tracing/statement-title.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createCustomer } from '../support/factories.ts';
import { Receiver } from '../support/receiver.ts';
import { TraceCollector } from '../support/trace-collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const SERVER = 2;
const CLIENT = 3;

let collector: TraceCollector;
let tracing: Tracing;
let test: TestApp;

beforeAll(async () => {
  collector = await TraceCollector.start();
  tracing = startTracing({ endpoint: collector.endpoint, version: '1.2.3', share: 1 });
  test = await buildTestApp({ app: { trace: tracing.traceRequests } });
  await createCustomer(test.deps, await test.program(), { merchant_id: 'zoe@example.com', points: 10 });
});
afterAll(async () => {
  await test.close();
  await tracing.stop();
  await collector.close();
});

describe('the traces', () => {
  it('have a span of the request in the trace of its caller, in it one of its operation, and in that its statements', async () => {
    const customer = '/v2/customers/zoe%40example.com';
    await test
      .post(`${customer}/points`, { points: 5, note: 'a gift for Zoe' })
      .set('traceparent', `00-${TRACE}-${CALLER}-01`)
      .expect(201);
    await tracing.flush();
    const [request] = collector.named('POST /v2/customers/:merchant_id/points');
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: SERVER });
    expect(Object.fromEntries(request!.attributes.map(({ key, value }) => [key, value]))).toMatchObject({
      'http.request.method': { stringValue: 'POST' },
      'http.route': { stringValue: '/v2/customers/:merchant_id/points' },
      'http.response.status_code': { intValue: 201 },
    });
    const [operation, ...more] = collector.childrenOf(request!).filter(({ kind }) => kind !== CLIENT);
    expect([operation!.name, more]).toEqual(['addPoints', []]);
    const statements = collector.childrenOf(operation!);
    const names = statements.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['begin', 'insert adjustments', 'commit']));
    // Each span has a clock of its own, which begins at a whole millisecond of the system's.
    const MILLISECOND = 1_000_000n;
    for (const statement of statements) {
      expect(statement).toMatchObject({ traceId: TRACE, kind: CLIENT });
      expect(BigInt(statement.startTimeUnixNano) + MILLISECOND).toBeGreaterThanOrEqual(
        BigInt(operation!.startTimeUnixNano),
      );
      expect(BigInt(statement.endTimeUnixNano) - MILLISECOND).toBeLessThanOrEqual(
        BigInt(request!.endTimeUnixNano),
      );
    }
    expect(collector.childrenOf(request!).map(({ name }) => name)).toContain('find_keys');
    expect(collector.resource).toMatchObject({ 'service.name': 'loyaltyd', 'service.version': '1.2.3' });
  });

  it('hold no value of a request, a customer or a statement', async () => {
    await test.get('/v2/customers/zoe%40example.com').expect(200);
    await tracing.flush();
    expect(JSON.stringify(collector.spans)).not.toMatch(/zoe|gift/i);
  });

  it('are named in each line of the log', async () => {
    const { headers } = await test.get('/v2/program').set('traceparent', `00-${TRACE}-${CALLER}-01`);
    const line = test.logged
      .map((text) => JSON.parse(text))
      .find((one) => one.msg === 'request' && one.request_id === headers['x-request-id']);
    expect(line).toMatchObject({ trace_id: TRACE, span_id: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(traceFields()).toEqual({});
  });

  it('begin with the request where the caller has none', async () => {
    collector.spans.length = 0;
    await test.get('/nowhere').expect(404);
    await tracing.flush();
    const [request] = collector.named('GET');
    expect(request!.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(request!.parentSpanId).toBeFalsy();
  });

  it('go on at the receiver of a webhook, and not at the host of an image', async () => {
    const receiver = await Receiver.start();
    const outbound = new Outbound({ allow_private: true, around: tracing.around });
    const limits = {
      connect_timeout_ms: 5_000,
      timeout_ms: 5_000,
      max_answer_bytes: 1_000,
      too_long: 'cut' as const,
    };
    await outbound.send({ url: receiver.address, method: 'POST', body: '{}', ...limits });
    await outbound.send({ url: receiver.address, method: 'GET', body: '{}', ...limits });
    const [webhook, image] = receiver.received;
    await tracing.flush();
    const [sent] = collector.named('POST');
    expect(webhook!.headers.traceparent).toBe(`00-${sent!.traceId}-${sent!.spanId}-01`);
    expect(image!.headers.traceparent).toBeUndefined();
    outbound.close();
    await receiver.close();
  });
});

describe('a statement without a name', () => {
  it.each([
    ['select * from "customers" where id = $1', 'select customers'],
    ['  insert into "transactions" ("id") values ($1)', 'insert transactions'],
    ['with free as (select 1 from orders) update orders set a = 1', 'with orders'],
    ['begin isolation level read committed', 'begin'],
    ['select 1', 'select'],
  ])('is titled by its verb and its table: %s', (text, title) => {
    expect(statementTitle(text)).toBe(title);
  });
});
