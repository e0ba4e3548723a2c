import type { Browser } from 'playwright-core';

/** A phone of some years ago on slow 4G. */
const PHONE = {
  slowdown: 4,
  round_trip_ms: 150,
  down_bits_per_second: 1_600_000,
  up_bits_per_second: 750_000,
  screen: { width: 360, height: 640 },
  pixel_ratio: 2,
};

/** A page that a slow phone opened, with nothing kept of an earlier visit. */
export interface PhoneVisit {
  /** The first contentful paint, in ms from asking for the address. */
  paint_ms: number;
  /** As they came over the wire, with headers. */
  bytes: number;
  /** The requests that its loading took. */
  requests: number;
}

/** In one expression: a page with a strict policy lets nobody wait for a condition that is a text. */
const FIRST_PAINT = `new Promise((resolve) => {
  const painted = (list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime);
  };
  new PerformanceObserver(painted).observe({ type: 'paint', buffered: true });
})`;

/** `cookie`: of whoever visits. */
export async function visitByPhone(
  browser: Browser,
  address: string,
  cookie?: { name: string; value: string },
): Promise<PhoneVisit> {
  const context = await browser.newContext({
    viewport: PHONE.screen,
    deviceScaleFactor: PHONE.pixel_ratio,
    isMobile: true,
    hasTouch: true,
  });
  try {
    if (cookie) await context.addCookies([{ ...cookie, url: new URL(address).origin }]);
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
    const visit = { bytes: 0, requests: 0 };
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      visit.bytes += encodedDataLength;
      // Data that stand in the page itself come over no wire.
      if (encodedDataLength > 0) visit.requests += 1;
    });
    await tab.goto(address, { waitUntil: 'load' });
    const paint_ms: number = await tab.evaluate(FIRST_PAINT);
    return { ...visit, paint_ms };
  } finally {
    await context.close();
  }
}
