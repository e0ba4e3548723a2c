import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { addressOf, OPERATIONS, type OperationRequest, withValue } from './operations.ts';
import { rowsOf } from './rows-of.ts';
import { type Answer, sendJson } from './send-json.ts';
import { NOBODYS, type Tenant } from './tenant.ts';

const operations = Object.entries(OPERATIONS);

const cases = operations.flatMap(([name, { names }]) =>
  Object.entries(names).map(([place, [kind, status]]) => [name, place, kind, status] as const),
);

/** All that a caller sees of an answer. */
const seen = ({ status, headers, text }: Answer) => ({
  status,
  headers: { ...headers, date: null, ratelimit: null },
  text,
});

/** Two tenants of one server. */
export interface Tenants {
  url: string;
  own: Tenant;
  other: Tenant;
  /** The dependencies of the other one. */
  deps: Pick<Deps, 'db'>;
  close(): Promise<void>;
}

/** Tests that a tenant sees and changes nothing of another, by any operation. */
export function describeTenants(setUp: () => Promise<Tenants>): void {
  let test: Tenants;
  let own: Tenant;
  let other: Tenant;
  let othersRows: Record<string, string>;

  beforeAll(async () => {
    test = await setUp();
    ({ own, other } = test);
    othersRows = await rowsOf(test.deps.db, other.program.id);
  });
  afterAll(() => test.close());

  /** With a request id of the caller's own, so that answers that say the same are the same bytes. */
  function ask(
    name: string,
    request: OperationRequest,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return sendJson(test.url, name.split(' ')[0]!, addressOf(name, request), own.key, request.body, {
      'x-request-id': 'the-same-request',
      ...headers,
    });
  }

  /**
   * Nothing in an answer that only the other tenant has; what the request itself said may come back. Carts are
   * called what a caller calls them: what was redeemed into one of that name stays there.
   */
  function expectNothingOfOthers(answer: Answer, sent?: unknown) {
    const { customer, redemption, code } = other.names;
    for (const secret of [customer, redemption, code, 'theirs@shop.example', 'Mug of theirs']) {
      if (secret !== sent) expect(answer.text).not.toContain(secret);
    }
  }

  describe('a thing of another tenant', () => {
    it.each(cases)('is to %s in %s as what does not exist', async (name, place, kind, status) => {
      const request = () => OPERATIONS[name]!.request(own);
      const foreign = await ask(name, withValue(request(), place, other.names[kind]));
      const absent = await ask(name, withValue(request(), place, NOBODYS[kind]));
      expect(foreign.status).toBe(status);
      // A success speaks of what it made; a refusal, an empty answer or an empty list are the same to the letter.
      if (status >= 400 || foreign.text === '' || place === 'query.customer_id') {
        expect(seen(foreign)).toEqual(seen(absent));
      }
      expect(absent.status).toBe(status);
      expectNothingOfOthers(foreign, other.names[kind]);
    });

    it.each(operations)('is to %s in every place at once as what does not exist', async (name, operation) => {
      const foreign = await ask(name, operation.request(other));
      const absent = await ask(name, operation.request({ names: NOBODYS }));
      expect(foreign.status).toBe(absent.status);
      if (foreign.status >= 400 || foreign.text === '') expect(seen(foreign)).toEqual(seen(absent));
    });

    it('is the same as what does not exist also under its own Idempotency-Key', async () => {
      const name = 'POST /v2/customers/:merchant_id/claimed_rewards';
      const key = { 'idempotency-key': randomUUID() };
      const theirs = OPERATIONS[name]!.request(other);
      const first = await sendJson(test.url, 'POST', addressOf(name, theirs), other.key, theirs.body, key);
      expect(first.status).toBe(201);
      othersRows = await rowsOf(test.deps.db, other.program.id);
      const mine = await ask(name, theirs, key);
      expect(mine.status).toBe(404);
      expect(mine.headers).not.toHaveProperty('idempotency-replayed');
      expectNothingOfOthers(mine);
    });

    it('has stayed as it was', async () => {
      expect(await rowsOf(test.deps.db, other.program.id)).toEqual(othersRows);
    });
  });
}
