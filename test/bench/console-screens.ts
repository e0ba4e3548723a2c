import type { Browser } from 'playwright-core';
import { launchBrowser } from '../page/support/browser.ts';
import { ensureChromium } from '../page/support/find-chromium.ts';
import { signedInOperator } from '../support/operators.ts';
import { type Bench, type Check, openDeps } from './bench.ts';
import { type PhoneVisit, visitByPhone } from './phone-visit.ts';
import { countFinding, sizeFinding, timeFinding } from './report.ts';
import { median } from './rounds.ts';
import { startServer } from './server-process.ts';

/** The screens that stand for all: with plots, with a list, with a timeline, with cards, with a form. */
const SCREENS = {
  overview: 'overview',
  customers: 'customers',
  'one customer': 'customers/CUSTOMER',
  queue: 'queue',
  orders: 'orders',
  'one report': 'reports/roll_forward',
  program: 'program',
  'API keys': 'developers',
  audit: 'audit',
};
const MOST_BYTES = 60 * 1024;
/** The screen itself, its style sheet and its script, and the one by which the overview keeps itself fresh. */
const MOST_REQUESTS = 4;
const MOST_PAINT_MS = 1_500;

/** Screens of the console as a first visit loads them. The counts do not depend on how busy the machine is. */
export const consoleScreensCheck: Check = {
  name: 'screens',
  about: 'bytes, requests and first contentful paint of screens of the console, on a slow phone, in Chromium',
  run: async (bench) => {
    const chromium = ensureChromium((text) => process.stderr.write(`${text}\n`));
    const { deps, database } = openDeps(bench.database.serverUrl, 2);
    const server = await startServer(bench.database);
    const browser = await launchBrowser(chromium);
    try {
      const { token } = await signedInOperator(deps, 'admin');
      const cookie = { name: 'loyalty_console', value: token };
      const place = `${server.url}/console/p/${bench.program.key}`;
      const customer = String(bench.groups.readers[10].first);
      for (const [name, path] of Object.entries(SCREENS)) {
        const address = `${place}/${path.replace('CUSTOMER', customer)}`;
        report(bench, name, await visits(browser, bench.options.rounds, address, cookie));
      }
    } finally {
      await browser.close();
      await server.stop();
      await database.close();
    }
  },
};

/** The first visit is of a server that has shown no such screen yet. */
async function visits(
  browser: Browser,
  rounds: number,
  address: string,
  cookie: { name: string; value: string },
): Promise<PhoneVisit[]> {
  const all: PhoneVisit[] = [];
  for (let round = 0; round <= rounds; round += 1) all.push(await visitByPhone(browser, address, cookie));
  return all.slice(1);
}

function report(bench: Bench, name: string, all: readonly PhoneVisit[]): void {
  const of = (figure: keyof PhoneVisit) => median(all.map((visit) => visit[figure]));
  bench.report(sizeFinding(`console, ${name}: over the wire`, of('bytes'), MOST_BYTES));
  bench.report(countFinding(`console, ${name}: requests`, of('requests'), MOST_REQUESTS));
  bench.report(timeFinding(`console, ${name}: first paint, slow phone`, of('paint_ms'), MOST_PAINT_MS));
}
