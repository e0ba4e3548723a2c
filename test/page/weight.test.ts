import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/page.ts';
import { CAST } from './support/cast.ts';
import { LOYALTY, testStage } from './support/stage.ts';

const stage = testStage();

const KILOBYTE = 1_024;
/** By gzip at its ordinary level, which of what browsers take is the heaviest. */
const compressed = (text: string) => gzipSync(text).length;

function partsOf(html: string) {
  const inside = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}[^>]*>(.*?)</${element}>`, 'gs'))]
      .map(([, text]) => text)
      .join('');
  return { html: compressed(html), css: compressed(inside('style')), script: compressed(inside('script')) };
}

/** An answer as it came over the wire. */
async function sent(path: string, headers: Record<string, string>) {
  const request = get(new URL(path, stage.app.url), { headers });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let length = 0;
  for await (const chunk of answer) length += chunk.length;
  return { headers: answer.headers, length };
}

/** The page of that customer as a browser reads it. */
async function htmlFor(merchant_id: string | null): Promise<string> {
  const visit = await openPage(stage.app.url, await stage.backEnd.addressFor(merchant_id));
  return (await visit.get().expect(200)).text;
}

describe('the weight of the page, compressed,', () => {
  it.each(['ada', 'guest', 'newcomer'] as const)('is within its budget: of %s', async (person) => {
    const weight = partsOf(await htmlFor(CAST[person]));
    expect(weight.css).toBeGreaterThan(500);
    expect(weight.html).toBeLessThan(30 * KILOBYTE);
    expect(weight.css).toBeLessThan(10 * KILOBYTE);
    expect(weight.script).toBeLessThan(8 * KILOBYTE);
  });

  it('is within its budget also with as much as is ever listed', async () => {
    const member = await stage.backEnd.member(40_000);
    for (let count = 0; count < 100; count++) await stage.backEnd.give(member, 1 + count);
    await stage.backEnd.claim(member, 'free-delivery', 110);
    const html = await htmlFor(member);
    expect(html.match(/<time /g)).toHaveLength(100);
    expect(html.match(/id="claim-/g)).toHaveLength(100);
    expect(partsOf(html).html).toBeLessThan(30 * KILOBYTE);
  });

  it('is a few hundred bytes of loader', async () => {
    const { text } = await supertest(stage.app.url).get('/embed.js').expect(200);
    expect(compressed(text)).toBeLessThan(1_000);
  });
});

describe('the page', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
  ])('is sent as small as the browser takes it: %s', async (accepted, encoding) => {
    const { address, cookie } = await openPage(stage.app.url, await stage.backEnd.addressFor(CAST.ada));
    const { headers, length } = await sent(address, { cookie, 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    if (encoding === undefined) {
      expect(length).toBeGreaterThan(30 * KILOBYTE);
    } else {
      expect(length).toBeLessThan(30 * KILOBYTE);
      expect(headers.vary).toContain('accept-encoding');
    }
  });

  it('is one answer: what it looks like and does stands in it', async () => {
    const context = await stage.newContext();
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    const { tab } = await stage.openAddress(context, await stage.backEnd.addressFor(CAST.ada));
    await tab.waitForLoadState('networkidle');
    const pages = asked.filter(
      (url) => !url.startsWith('data:') && !url.startsWith(`${LOYALTY}/page/images/`),
    );
    expect(pages.map((url) => new URL(url).pathname.replace(/[^/]{43}$/, 'TOKEN'))).toEqual([
      '/page/TOKEN',
      '/page',
    ]);
  });
});
