import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { textOf } from '../support/page-html.ts';
import { targetsOf } from '../support/page-links.ts';

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters?: { name?: string }[];
  requestBody?: object;
  responses: Record<string, object>;
}

let test: TestApp;
let operations: { method: string; path: string; operation: Operation }[];

beforeAll(async () => {
  test = await buildTestApp();
  const document = await (await fetch(`${test.url}/openapi.json`)).json();
  const listed = (paths: Record<string, Record<string, Operation>>) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
  operations = [
    ...listed(document.paths),
    ...listed(document.webhooks).map((found) => ({ ...found, method: 'webhook' })),
  ];
});
afterAll(() => test.close());

async function htmlOf(path: string): Promise<string> {
  const answer = await fetch(test.url + path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

const pageOf = ({ operationId }: Operation) => `/reference/${operationId}`;

/** The paths that a page names. On the page, each can break before a slash. */
function pathsOn(html: string): string[] {
  const written = [...html.matchAll(/<p class="endpoint">.*?<code>(.*?)<\/code>/gs)];
  return written.map(([, path]) => path!.replaceAll(/<[^>]+>/g, ''));
}

describe('the reference', () => {
  it('lists every operation of the OpenAPI document once, under its group, with its method and path', async () => {
    const html = await htmlOf('/reference');
    const main = html.slice(html.indexOf('</details></nav></details>'));
    const listed = [...main.matchAll(/<a href="\.\/reference\/(\w+)">/g)].map(([, id]) => id!);
    expect(listed.sort()).toEqual(operations.map(({ operation }) => operation.operationId).sort());
    expect(listed.length).toBeGreaterThan(70);
    for (const { operation } of operations) expect(main).toContain(operation.tags[0]);
    expect(pathsOn(main).sort()).toEqual(operations.map(({ path }) => path).sort());
  });

  it('tells of each operation what it takes, each answer and each code that it is refused with', async () => {
    for (const { operation } of operations) {
      const text = textOf(await htmlOf(pageOf(operation)));
      const codes = JSON.stringify(operation.responses['422'] ?? {}).match(/"enum":\[([^\]]*)\]/)?.[1] ?? '';
      const names = [
        operation.summary,
        ...(operation.parameters ?? []).flatMap(({ name = [] }) => name),
        ...Object.keys(operation.responses),
        ...[...codes.matchAll(/"(\w+)"/g)].map(([, code]) => code!),
      ];
      const missing = names.filter((name) => !text.includes(name.replaceAll('"', '&quot;')));
      expect([operation.operationId, missing]).toEqual([operation.operationId, []]);
    }
  });

  it('has no link that leads nowhere', async () => {
    const seen = new Set<string>();
    for (const page of ['/reference', ...operations.map(({ operation }) => pageOf(operation))]) {
      for (const { pathname } of targetsOf(new URL(page, test.url), await htmlOf(page))) seen.add(pathname);
    }
    for (const path of seen) await htmlOf(path);
    expect(seen.size).toBeGreaterThan(operations.length);
  });

  it('gives a command that says what the operation needs, where the server is reached', async () => {
    const command = textOf(await htmlOf('/reference/createOrder'))
      .replaceAll(/&quot;/g, '"')
      .replaceAll('\n', ' ');
    for (const part of ['"https://loyalty.example/v2/orders"', 'Authorization: Bearer $KEY', 'customer_id'])
      expect(command).toContain(part);
    expect(textOf(await htmlOf('/reference/live'))).not.toContain('Authorization: Bearer $KEY');
  });

  it('finds operations by words and by paths', async () => {
    const found = await htmlOf('/reference?q=orders%20preview');
    expect(found).toContain('One operation');
    expect(pathsOn(found)).toEqual(['/v2/orders/preview']);
    expect(await htmlOf('/reference?q=xyzzy')).toContain('No operation');
    expect(await htmlOf(`/reference?q=${encodeURIComponent('"><b>')}`)).not.toContain('"><b>');
  });

  it('is light: no page weighs more than 40 kB compressed', async () => {
    const pages = ['/reference', ...operations.map(({ operation }) => pageOf(operation))];
    const weights = await Promise.all(pages.map(async (page) => gzipSync(await htmlOf(page)).length));
    expect(Math.max(...weights)).toBeLessThan(40_000);
  });

  it('runs and asks nothing but its own, and is framed by nobody', async () => {
    for (const path of ['/reference', '/reference/createOrder', '/reference/nothing']) {
      const { headers } = await fetch(test.url + path);
      expect(headers.get('content-security-policy'), path).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+' 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      );
    }
  });

  it.each(['nothing', '__proto__', 'constructor', '..%2fpackage.json'])('has no page %s', async (name) => {
    expect((await fetch(`${test.url}/reference/${name}`)).status).toBe(404);
  });
});
