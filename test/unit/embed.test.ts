import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LOADER } from '../../src/http/page/serve-embed.ts';
import { examples, tableRows } from '../support/docs.ts';
import { openHostPage } from '../support/host-page.ts';

const TOKEN = 'a'.repeat(43);
const ADDRESS = `https://loyalty.example/rewards/page/${TOKEN}`;

const host = (dataset: Record<string, string> = {}) => openHostPage({ url: ADDRESS, ...dataset });

describe('the loader', () => {
  it('puts a frame behind its script element and leads it to the session', () => {
    const page = host();
    expect(page.after).toEqual([page.frame]);
    expect(page.led).toEqual([ADDRESS]);
    expect(page.frame.title).toBe('Loyalty');
    expect(page.frame.allow).toBe('clipboard-write https://loyalty.example');
  });

  it('lets the page share where the browser can', () => {
    const page = openHostPage({ url: ADDRESS }, { share: () => {} });
    expect(page.frame.allow).toBe(
      'clipboard-write https://loyalty.example;web-share https://loyalty.example',
    );
  });

  it('gives the frame the name that the store has for it', () => {
    expect(host({ title: 'Prämien' }).frame.title).toBe('Prämien');
  });

  it('leaves the address nowhere on the page', () => {
    const page = host();
    expect(page.dataset).toEqual({});
    expect(JSON.stringify(page.frame)).not.toContain(TOKEN);
  });

  it('makes the frame as high as the page', () => {
    const page = host();
    page.receive({ data: { source: 'loyaltyd', type: 'resize', height: 1234 } });
    expect(page.frame.style.height).toBe('1234px');
  });

  it('tells the store what happens by an event of the frame', () => {
    const page = host();
    page.receive({ data: { source: 'loyaltyd', type: 'points_changed', points: 120 } });
    expect(page.events).toMatchObject([
      { type: 'loyaltyd:points_changed', bubbles: true, detail: { type: 'points_changed', points: 120 } },
    ]);
  });

  it.each([
    ['another window', { source: {} }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a site below ours', { origin: 'https://sub.loyalty.example' }],
    ['ours without its mark', { data: { type: 'resize', height: 9 } }],
    ['ours that is nothing', { data: null }],
    ['ours that is a text', { data: 'resize' }],
  ])('hears nothing from %s', (_sender, message) => {
    const page = host();
    page.receive({ data: { source: 'loyaltyd', type: 'resize', height: 9 }, ...message });
    expect(page.events).toEqual([]);
    expect(page.frame.style).not.toHaveProperty('height');
  });

  it('says whose page it is to a frame that is let keep no cookie, once, and to our origin only', () => {
    const page = host();
    const asks = { data: { source: 'loyaltyd', type: 'session_expired', reason: 'no_cookie' } };
    page.receive({ ...asks, origin: 'https://evil.example' });
    expect(page.sent).toEqual([]);
    page.receive(asks);
    expect(page.sent).toEqual([
      {
        message: { source: 'loyaltyd-host', type: 'session', token: TOKEN },
        origin: 'https://loyalty.example',
      },
    ]);
    expect(page.events).toEqual([]);
    page.receive(asks);
    expect(page.sent).toHaveLength(1);
    expect(page.events).toMatchObject([{ type: 'loyaltyd:session_expired' }]);
  });

  it('goes on with another session where the store has one', () => {
    const page = host();
    page.receive({ data: { source: 'loyaltyd', type: 'session_expired', reason: 'expired' } });
    const next = `https://loyalty.example/rewards/page/${'b'.repeat(43)}`;
    page.events[0]!.detail.open(next);
    expect(page.led).toEqual([ADDRESS, next]);
    page.receive({ data: { source: 'loyaltyd', type: 'session_expired', reason: 'no_cookie' } });
    expect(page.sent).toMatchObject([{ message: { token: 'b'.repeat(43) } }]);
  });

  it('is a few hundred bytes', () => {
    expect(LOADER).not.toContain('//');
    expect(gzipSync(LOADER).length).toBeLessThan(650);
    expect(brotliCompressSync(LOADER).length).toBeLessThan(550);
  });
});

const PAGE = 'docs/loyalty-page.md';

describe('the page about embedding', () => {
  const example = examples(PAGE, 'in a store')[0]!;

  it('lists every message of the page', () => {
    const script = readFileSync('src/http/browser/page.js', 'utf8');
    const told = new Set([...script.matchAll(/\btell\('(\w+)'/g)].map(([, type]) => type));
    const listed = tableRows(PAGE, 'Message').map(([type]) => type!.replaceAll('`', ''));
    expect(listed.sort()).toEqual([...told].sort());
  });

  it('shows a script element that the loader understands, and events that there are', () => {
    const [, attributes] = /<script src="[^"]+\/embed\.js"([^>]*)><\/script>/.exec(example)!;
    const given = [...attributes!.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    const page = openHostPage({ ...Object.fromEntries(given), url: ADDRESS });
    expect(page.led).toEqual([ADDRESS]);
    const events = [...example.matchAll(/'loyaltyd:(\w+)'/g)].map(([, type]) => type);
    const listed = tableRows(PAGE, 'Message').map(([type]) => type!.replaceAll('`', ''));
    expect(events.length).toBeGreaterThan(0);
    expect(events.filter((type) => !listed.includes(type!))).toEqual([]);
  });

  it('shows how the store goes on with another session', async () => {
    const [, inline] = /<script>\n(.*?)<\/script>/s.exec(example)!;
    const heard = new Map<string, (event: object) => void>();
    const asked: string[] = [];
    new Function('document', 'fetch', inline!)(
      { addEventListener: (type: string, listener: (event: object) => void) => heard.set(type, listener) },
      async (url: string) => {
        asked.push(url);
        return { text: async () => ADDRESS };
      },
    );
    const opened = await new Promise((open) => heard.get('loyaltyd:session_expired')!({ detail: { open } }));
    expect(asked).toHaveLength(1);
    expect(opened).toBe(ADDRESS);
  });
});
