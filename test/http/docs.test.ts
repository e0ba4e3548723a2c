import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocs } from '../../src/http/docs/doc-sources.ts';
import { openLibrary } from '../../src/http/docs/library.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { textOf } from '../support/page-html.ts';
import { targetsOf } from '../support/page-links.ts';
import { sendRaw } from '../support/raw-http.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const PAGES = readDocs().map(({ address }) => (address === '' ? '/docs' : `/docs/${address}`));

async function htmlOf(path: string): Promise<string> {
  const answer = await fetch(test.url + path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

describe('the documentation', () => {
  it('has every page that is in docs, and those at the top of the project', () => {
    expect(PAGES).toEqual(expect.arrayContaining(['/docs', '/docs/api', '/docs/adr', '/docs/start']));
    expect(PAGES.length).toBeGreaterThan(40);
    expect(new Set(PAGES).size).toBe(PAGES.length);
  });

  it('shows every page with its title, leads to it from every page, and turns to it from its neighbour', async () => {
    const turned = new Set<string>();
    for (const { address, text } of readDocs()) {
      const html = await htmlOf(address === '' ? '/docs' : `/docs/${address}`);
      const title = /^# (.+)$/m.exec(text)![1]!.replaceAll('`', '');
      expect(textOf(html).replaceAll(/\s+/g, ' ')).toContain(title);
      expect(html.match(/<h1/g), address).toHaveLength(1);
      const next = targetsOf(
        new URL(`/docs/${address}`, test.url),
        /<a[^>]* rel="next"[^>]*>/.exec(html)?.[0] ?? '',
      );
      for (const { pathname } of next) turned.add(pathname);
    }
    // Nothing stands before the first page, and the index is no page to turn to.
    expect(PAGES.filter((page) => !turned.has(page))).toEqual(['/docs/start', '/docs']);
  });

  it('has no link, no anchor and no picture that leads nowhere', async () => {
    const texts = new Map<string, string>();
    const read = async ({ pathname }: URL) => {
      if (!texts.has(pathname)) texts.set(pathname, await htmlOf(pathname));
      return texts.get(pathname)!;
    };
    const broken: string[] = [];
    let anchors = 0;
    for (const page of PAGES) {
      for (const target of targetsOf(new URL(page, test.url), await htmlOf(page))) {
        const text = await read(target);
        const anchor = decodeURIComponent(target.hash.slice(1));
        if (anchor) anchors += 1;
        if (anchor && !text.includes(` id="${anchor}"`))
          broken.push(`${page} → ${target.pathname}#${anchor}`);
      }
    }
    expect(broken).toEqual([]);
    expect(anchors).toBeGreaterThan(300);
    expect([...texts.keys()]).toEqual(expect.arrayContaining(['/docs/images/phone.png', '/openapi.json']));
  });

  it('shows tables, code and drawings, and none of the comments that tests read', async () => {
    const cli = await htmlOf('/docs/cli');
    expect(cli).toContain('<th scope="col">Command</th>');
    const start = await htmlOf('/docs/start');
    expect(start).toContain('aria-label="Code: sh"');
    expect(start).not.toContain('run: quick start');
    expect(await htmlOf('/docs/concepts')).toContain('<b>Ledger</b>');
    for (const page of PAGES) expect(await htmlOf(page), page).not.toMatch(/<!--|\]\(|\bon\w+=/);
  });
});

describe('HTML that is written in a page', () => {
  it('is not let through, but for pictures that there are', () => {
    const { pages } = openLibrary(new URL('../support/docs-with-html/', import.meta.url));
    expect(pages.get('')!.html).toBe(
      '<h1>Title</h1>\n<p>Words <a href="https://a.example/&quot;">link</a>, no way, <a href="./docs">self</a>.</p>\n',
    );
  });

  it('has pictures for the light and for the dark where a page has both', async () => {
    expect(await htmlOf('/docs/console')).toMatch(
      /<picture><source media="\(prefers-color-scheme: dark\)" srcset="[^"]*images\/console-overview-dark\.png"><img src="[^"]*images\/console-overview-light\.png" alt="[^"]+" loading="lazy"><\/picture>/,
    );
  });

  it('needs no documentation to be there', () => {
    expect(openLibrary(new URL('file:///nowhere/')).pages.size).toBe(0);
  });
});

describe('a search of the documentation', () => {
  const found = async (question: string) => {
    const html = await htmlOf(`/docs?q=${encodeURIComponent(question)}`);
    return [...html.matchAll(/<h2><a href="([^"]+)">/g)].map(([, href]) => href!);
  };

  it.each([
    ['SECRET_KEY', './docs/security#secret_key'],
    ['restore backup', './docs/operating#restore'],
    ['refunds', './docs/orders-and-refunds'],
    ['insufficient_points', './docs/api#errors'],
    ['redeem product cart', './reference/redeemProductReward'],
    ['dates lots', './docs/adr/0006-points-with-dates-are-lots'],
  ])('finds %s among the first', async (question, expected) => {
    expect((await found(question)).slice(0, 6).join(' ')).toContain(expected);
  });

  it('marks the words where they stand', async () => {
    expect(await htmlOf('/docs?q=embedded%20postgres')).toContain('<mark>Postgres</mark>');
  });

  it('says so where there is nothing, and repeats the question as text', async () => {
    const html = await htmlOf(`/docs?q=${encodeURIComponent('"><xyzzy>')}`);
    expect(html).toContain('Nothing found');
    expect(html).not.toContain('<xyzzy>');
  });

  it.each(['', '?q=', '?q=%20', '?q=a&q=b', '?other=1'])(
    'that asks nothing is the index: %j',
    async (query) => {
      expect(await htmlOf(`/docs${query}`)).toContain('<h1>Documentation</h1>');
    },
  );

  it('reads a long question only so far', async () => {
    expect(await htmlOf(`/docs?q=${'(a+)+$ '.repeat(1_000)}`)).toContain('Search');
  });
});

describe('an answer of the documentation', () => {
  it('is tagged, compressed, and not sent twice', async () => {
    const plain = await fetch(`${test.url}/docs/api`, { headers: { 'accept-encoding': 'identity' } });
    const tag = plain.headers.get('etag')!;
    expect(tag).toMatch(/^"[\w-]+"$/);
    const again = await fetch(`${test.url}/docs/api`, { headers: { 'if-none-match': tag } });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const text = await plain.text();
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { head, body } = await sendRaw(
        test.url,
        `GET /docs/api HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
      );
      expect(head).toMatch(new RegExp(`content-encoding: ${encoding}`, 'i'));
      const bytes = Buffer.from(body, 'latin1');
      expect(bytes.length).toBeLessThan(Buffer.byteLength(text) / 3);
      expect(decode(bytes).toString('utf8').slice(0, 1_000)).toBe(text.slice(0, 1_000));
    }
  });

  it('lets nothing run, style or load but what is its own to the letter', async () => {
    for (const path of ['/docs', '/docs/api', '/docs?q=points', '/docs/nothing']) {
      const { headers } = await fetch(test.url + path);
      expect(headers.get('content-security-policy'), path).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+' 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src 'self' data:; connect-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    const html = await htmlOf('/docs/api');
    expect(html).not.toMatch(/<(link|script|img)[^>]+(src|href)="https?:/);
  });

  it('is a page also where there is none', async () => {
    const answer = await fetch(`${test.url}/docs/adr/0000-nothing`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('href="../../docs"');
  });

  it.each([
    ['/docs/', 301],
    ['/docs/../package.json', 404],
    ['/docs/..%2fpackage.json', 404],
    ['/docs/..%2f..%2f..%2f..%2fetc%2fpasswd', 404],
    ['/docs/%2e%2e/package.json', 404],
    ['/docs/README.md', 404],
    ['/docs/api.md', 404],
    ['/docs/api%00', 404],
    ['/docs/%zz', 400],
    ['/docs/images/', 404],
    ['/docs/images/..%2f..%2fpackage.json', 404],
    ['/docs/images/desktop.png%00', 404],
    ['/docs/__proto__', 404],
    ['/docs/constructor', 404],
  ])('serves nothing but its pages and pictures: %s is %i', async (path, status) => {
    const answer = await sendRaw(test.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(status);
    const secret = readFileSync('package.json', 'utf8').slice(0, 60);
    expect(answer.body).not.toContain(secret);
  });
});
