import type { Browser } from 'playwright-core';
import { launchBrowser } from '../page/support/browser.ts';
import { ensureChromium } from '../page/support/find-chromium.ts';
import type { Bench, Check } from './bench.ts';
import { merchantIds } from './load.ts';
import { timeFinding } from './report.ts';
import { median } from './rounds.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const AIM_MS = 1_000;
/** A phone of some years ago on slow 4G. */
const PHONE = {
  slowdown: 4,
  round_trip_ms: 150,
  down_bits_per_second: 1_600_000,
  up_bits_per_second: 750_000,
  screen: { width: 360, height: 640 },
  pixel_ratio: 2,
};

/** From asking for the address of a session, over what it redirects to, to the first words that can be read. */
export const firstPaintCheck: Check = {
  name: 'paint',
  about: 'first contentful paint of the loyalty page on a slow phone, in Chromium',
  run: async (bench) => {
    const chromium = ensureChromium((text) => process.stderr.write(`${text}\n`));
    const server = await startServer(bench.database);
    const browser = await launchBrowser(chromium);
    try {
      const paints: number[] = [];
      // The first is of a server that has shown no page yet.
      for (let round = 0; round <= 2 * bench.options.rounds; round += 1) {
        paints.push(await firstPaint(browser, await sessionOf(bench, server)));
      }
      bench.report(timeFinding('first contentful paint, slow phone', median(paints.slice(1)), AIM_MS));
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

/** The address of the page of a customer with ten history entries. */
async function sessionOf({ program, groups, key }: Bench, { url }: ServerProcess): Promise<string> {
  const merchant_id = String(merchantIds(groups.readers[10]).first);
  const answer = await fetch(`${url}/v2/sites/${program.sites[0]!.id}/webviews/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'bench', customer: { merchant_id } }),
  });
  const { webview_session } = (await answer.json()) as { webview_session: { url: string } };
  return webview_session.url;
}

/** ms; with nothing kept of an earlier visit. */
async function firstPaint(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({
    viewport: PHONE.screen,
    deviceScaleFactor: PHONE.pixel_ratio,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const tab = await context.newPage();
    const session = await context.newCDPSession(tab);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: PHONE.round_trip_ms,
      downloadThroughput: PHONE.down_bits_per_second / 8,
      uploadThroughput: PHONE.up_bits_per_second / 8,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
    await tab.goto(address);
    const painted = await tab.waitForFunction(
      "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
    );
    return (await painted.jsonValue()) as number;
  } finally {
    await context.close();
  }
}
