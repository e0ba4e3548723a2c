import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { buildTestApp, type TestApp } from './app.ts';
import { complaintAbout, expectNoFailureLogged } from './error-shape.ts';
import { expectLedgerBalanced } from './expect-ledger-balanced.ts';
import { OPERATIONS } from './operations.ts';
import { type ServedRoute, withRoutes } from './routes.ts';
import { type SchemaPlace, schemaPlaces } from './schema-places.ts';
import { sendJson } from './send-json.ts';
import { createTenant, type Tenant } from './tenant.ts';

export interface Attempt {
  /** The odd part of the request. */
  label: string;
  parameter: string;
  path: string;
  body?: unknown;
  headers?: OutgoingHttpHeaders;
  /** Absent: the request may be refused, but only because of that parameter. */
  must?: 'be refused' | 'succeed';
}

export interface ParameterTest {
  readonly test: TestApp;
  readonly tenant: Tenant;
  route(name: string): ServedRoute;
  /** The parameters of one part of an operation, as its route declares them: `body.line_items[0].price`. */
  placesOf(name: string, part: 'params' | 'query' | 'body'): SchemaPlace[];
  /** Sends requests of one operation; returns the mistakes in the answers. */
  attempts(name: string, requests: readonly Attempt[]): Promise<string[]>;
}

/** How many requests run at once: each waits for Postgres half of its time. */
const AT_ONCE = 4;

/** A server with one tenant. At the end no failure was logged and the ledger is balanced. */
export function parameterTest(): ParameterTest {
  let test: TestApp;
  let routes: ServedRoute[];
  let tenant: Tenant;

  beforeAll(async () => {
    // Without time limits of the database: thousands of requests on a busy machine meet them.
    ({ built: test, routes } = await withRoutes(() => buildTestApp({ database: { patient: true } })));
    tenant = await createTenant(test, 'ours', 1);
  });
  afterAll(async () => {
    expectNoFailureLogged(test);
    await expectLedgerBalanced(test.deps);
    await test.close();
  });

  const route = (name: string) => routes.find((candidate) => candidate.name === name)!;

  /** The mistakes in the answer, if any. */
  async function attempt(name: string, request: Attempt): Promise<string[]> {
    const { label, parameter, path, body, headers, must } = request;
    const answer = await sendJson(test.url, name.split(' ')[0]!, path, tenant.key, body, headers);
    const { status } = OPERATIONS[name]!;
    const isTold =
      must === undefined ||
      (must === 'succeed' ? answer.status === status : ![200, 201, status].includes(answer.status));
    const complaint = isTold
      ? complaintAbout(answer, parameter)
      : `must ${must}, is answered ${answer.status}: ${answer.text.slice(0, 200)}`;
    return complaint ? [`${parameter}: ${label}: ${complaint}`] : [];
  }

  const deleteNewDrafts = () =>
    test.deps.db.deleteFrom('program_drafts').where('id', '>', Number(tenant.names.draft)).execute();

  return {
    get test() {
      return test;
    },
    get tenant() {
      return tenant;
    },
    route,
    placesOf: (name, part) =>
      schemaPlaces(route(name).options).filter(({ place }) => place.startsWith(`${part}.`)),
    async attempts(name, requests) {
      const wrong: string[] = [];
      for (let from = 0; from < requests.length; from += AT_ONCE) {
        // A limit per second would hide the other answers.
        if (name.endsWith('/sessions')) await test.deps.db.deleteFrom('rate_windows').execute();
        // Nor may the drafts that a program has at most.
        if (name === 'POST /v2/program/drafts') await deleteNewDrafts();
        const batch = requests.slice(from, from + AT_ONCE);
        wrong.push(...(await Promise.all(batch.map((request) => attempt(name, request)))).flat());
      }
      return wrong;
    },
  };
}
