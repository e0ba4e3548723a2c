import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '#api';
import type { TestApp } from '../support/app.ts';
import { expectServedSchema } from '../support/expect-schema.ts';

/** A store's storefront and back end, speaking through the client that is generated from the served document. */
export type Store = Client<paths, 'application/json'>;

/** With the test's key; each answer is held to what the document says of it. */
export function openStore(test: TestApp, document: object): Store {
  const store: Store = createClient({ baseUrl: test.url, headers: { authorization: `Bearer ${test.key}` } });
  store.use({
    async onResponse({ request, response }) {
      const text = await response.clone().text();
      expectServedSchema(document, {
        request: { method: request.method, url: request.url },
        status: response.status,
        type: response.headers.get('content-type')?.split(';')[0] ?? '',
        text,
        body: text === '' ? undefined : JSON.parse(text),
      });
    },
  });
  return store;
}

/** The data of an answer that succeeded. */
export function dataOf<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
  return answer.data;
}

/** The code with which a request was refused. */
export function refusalOf(answer: { error?: { error: { code: string } } }): string {
  return answer.error?.error.code ?? 'not refused';
}

/** That a request was answered with that status, where the answer is empty. */
export function expectDone(answer: { response: Response; error?: unknown }, status: 201 | 204): void {
  if (answer.response.status === status) return;
  throw new Error(`answered ${answer.response.status}: ${JSON.stringify(answer.error)}`);
}
