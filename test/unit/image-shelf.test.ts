import { expect, it } from 'vitest';
import { ImageShelf } from '../../src/http/page/image-shelf.ts';
import type { Outbound } from '../../src/outbound/outbound.ts';

const MEGABYTE = 1_000_000;
/** So many images of two megabytes fit in the shelf, beside their addresses. */
const FITTING = 23;

it('the longest unused images make room, and the rest stays', async () => {
  const body = Buffer.alloc(2 * MEGABYTE);
  body.write('GIF89a');
  const asked: string[] = [];
  const outbound = {
    send: async ({ url }: { url: string }) => {
      asked.push(url);
      return { status: 200, body };
    },
  } as unknown as Outbound;
  const shelf = new ImageShelf({ outbound, clock: { now: () => 0, real: () => 0, shared: async () => 0 } });
  const addresses = Array.from({ length: FITTING }, (_none, index) => `https://shop.example/${index}`);
  for (const address of addresses) await shelf.get(address);
  await shelf.get(addresses[0]!);
  expect(asked).toHaveLength(FITTING);

  await shelf.get('https://shop.example/one-more');
  asked.length = 0;
  for (const address of [addresses[0]!, addresses[2]!]) await shelf.get(address);
  expect(asked).toEqual([]);
  await shelf.get(addresses[1]!);
  expect(asked).toEqual([addresses[1]]);
});
