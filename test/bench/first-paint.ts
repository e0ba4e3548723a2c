import { launchBrowser } from '../page/support/browser.ts';
import { ensureChromium } from '../page/support/find-chromium.ts';
import type { Bench, Check } from './bench.ts';
import { merchantIds } from './load.ts';
import { visitByPhone } from './phone-visit.ts';
import { timeFinding } from './report.ts';
import { median } from './rounds.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const AIM_MS = 1_000;

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
        paints.push((await visitByPhone(browser, await sessionOf(bench, server))).paint_ms);
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
