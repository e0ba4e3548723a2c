import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { imageType } from '../../src/http/page/image-shelf.ts';
import { bannerImage, rewardImage } from '../../src/http/page/page-images.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import {
  entryOf,
  productRewardDefinition,
  programDefinition,
  rewardDefinition,
} from '../support/factories.ts';
import { WEBP_LOSSY } from '../support/images.ts';
import { atOnce } from '../support/outcomes.ts';
import { openPage } from '../support/page.ts';
import { TESTER } from '../support/tester.ts';

const DAY = 24 * 60 * 60 * 1000;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the rest of it', 'latin1');

/** The store's host: what it answers, and how often it was asked. */
let store: Server;
let origin: string;
let answer: { status: number; body: Buffer | string; headers?: Record<string, string> };
let asked = 0;
/** The host answers once this resolves. */
let silence = Promise.resolve();

/** A picture that came with the program file. */
const OWN = { src: `data:image/webp;base64,${WEBP_LOSSY.toString('base64')}`, width: 3, height: 2 };

const COLOUR = '#000000';
const COLOURS = {
  background: COLOUR,
  surface: COLOUR,
  text: COLOUR,
  muted: COLOUR,
  accent: COLOUR,
  on_accent: COLOUR,
};
const LOOK = { light: COLOURS, dark: COLOURS, font_family: 'serif', logo: null, corner_radius_px: 0 };

const product = (path: string) => {
  const { properties, ...rest } = productRewardDefinition();
  if (properties.kind !== 'product_cart') throw new Error('no product');
  return {
    ...rest,
    properties: { ...properties, product: { ...properties.product, image_url: origin + path } },
  };
};

let test: TestApp;
beforeAll(async () => {
  store = createServer(async (_request, response) => {
    asked += 1;
    await silence;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((listening) => store.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  test = await buildTestApp({
    app: { most_in_flight: 1 },
    program: {
      rewards: [
        ...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((key) => ({
          key,
          definition: product(`/${key}.png`),
        })),
        { key: 'card', definition: rewardDefinition() },
        { key: 'own', definition: { ...product('/own.png'), image: OWN } },
      ],
    },
  });
});
afterAll(async () => {
  await test.close();
  store.close();
});
beforeEach(() => {
  asked = 0;
  answer = { status: 200, body: PNG };
});

async function addressOf(key: string): Promise<string> {
  const program = await test.program();
  return rewardImage(test.deps, program, entryOf(program.rewards, key))!;
}

const get = (path: string, url = test.url) => supertest(url).get(path);

describe("a product's image", () => {
  it('is named by the page, and comes from this server', async () => {
    const { id } = (await test.program()).sites.at(-1)!;
    const session = await test.post(`/v2/sites/${id}/webviews/sessions`, { channel: 'app' });
    const page = await (await openPage(test.url, session.body.webview_session.url)).get().expect(200);
    const address = await addressOf('a');
    expect(page.text.match(/<img[^>]*>/)?.[0]).toContain(
      `<img src="${address}" alt width="72" height="72" loading="lazy"`,
    );
    expect(page.text).not.toContain(origin);
    const image = await get(address).expect(200);
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(image.body).toEqual(PNG);
  });

  it('is asked for once a day, however many look at it', async () => {
    const address = await addressOf('b');
    await Promise.all(atOnce(5, () => get(address).expect(200)));
    await get(address).expect(200);
    expect(asked).toBe(1);
    test.clock.advance(DAY);
    await get(address).expect(200);
    expect(asked).toBe(2);
  });

  it('is waited for without a turn, so that the only one is free for others', async () => {
    let end = () => {};
    silence = new Promise((resolve) => {
      end = resolve;
    });
    const image = fetch(test.url + (await addressOf('i')));
    while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
    await get(await addressOf('own')).expect(200);
    end();
    expect((await image).status).toBe(200);
  });

  it('is the old one while there is no new one', async () => {
    const address = await addressOf('c');
    await get(address).expect(200);
    answer = { status: 500, body: '' };
    test.clock.advance(DAY);
    expect((await get(address).expect(200)).body).toEqual(PNG);
  });

  it.each([
    ['d', { status: 404, body: PNG }],
    ['e', { status: 302, body: '', headers: { location: '/a.png' } }],
    [
      'f',
      {
        status: 200,
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        headers: { 'content-type': 'image/png' },
      },
    ],
    ['g', { status: 200, body: Buffer.concat([PNG, Buffer.alloc(2_000_001)]) }],
  ])('is none, for a minute, where the host of %s answers otherwise', async (key, refusal) => {
    answer = refusal;
    const address = await addressOf(key);
    await get(address).expect(404);
    const { headers, body } = await get(address).expect(404);
    expect(imageType(body)).toBe('image/gif');
    expect(headers['cache-control']).toBe('no-store');
    expect(asked).toBe(1);
    answer = { status: 200, body: PNG };
    test.clock.advance(60_000);
    await get(address).expect(200);
  });

  it('is fetched from no private address, unless that is allowed', async () => {
    const strict = await buildTestApp({ beside: test });
    strict.deps.outbound = new Outbound({ allow_private: false });
    await get(await addressOf('h'), strict.url).expect(404);
    expect(asked).toBe(0);
    await strict.close();
  });

  it('is the one of the program file, if that brings one', async () => {
    const address = await addressOf('own');
    const image = await get(address).expect(200);
    expect(image.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=86400, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(image.body).toEqual(WEBP_LOSSY);
    expect(asked).toBe(0);
  });

  it('is only one that a page named', async () => {
    const address = await addressOf('a');
    const program = await test.program();
    const card = entryOf(program.rewards, 'card').id;
    const seal = address.split('/').at(-1)!;
    for (const path of [
      address.slice(0, -1),
      address.replace(seal, ''),
      `/page/images/${program.id}/${card}/${seal}`,
      `/page/images/${program.id}/999999/${seal}`,
      address.replace(`/images/${program.id}/`, '/images/999999/'),
    ])
      await get(path).expect(404);
    await get(`/page/images/${program.id}/x/${seal}`).expect(400);
    expect(asked).toBe(0);
  });

  it('is one of its own program, and an invented address loads none', async () => {
    const settings = { ...programDefinition().settings, theme: { ...LOOK, banner: OWN } };
    for (const key of ['one', 'two'])
      await applyProgram(test.deps, programDefinition({ key, settings }), TESTER);
    const programs = await test.deps.programs.all();
    const [one, two] = ['one', 'two'].map((key) => programs.find((program) => program.key === key)!);
    await get(bannerImage(test.deps, two!, OWN)).expect(200);
    const loads = vi.spyOn(test.deps.programs, 'some');
    await get(bannerImage(test.deps, one!, OWN).replace(`/${one!.id}/`, `/${two!.id}/`)).expect(404);
    expect(loads).not.toHaveBeenCalled();
    loads.mockRestore();
  });
});

it.each([
  ['image/jpeg', '\xff\xd8\xff\xe0'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF\0\0\0\0WEBP'],
  ['image/avif', '\0\0\0\x20ftypavif'],
  [null, '<svg'],
  [null, 'GIF'],
  [null, ''],
])('knows %s by its first bytes', (type, bytes) => {
  expect(imageType(Buffer.from(bytes, 'latin1'))).toBe(type);
});
