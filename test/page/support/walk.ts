import type { Response } from 'playwright-core';
import { axeViolations } from './axe.ts';
import { cookieFor } from './console-cookie.ts';
import { overflowing, scrollingTables } from './measures.ts';
import { takePicture } from './pictures.ts';
import { LOYALTY, type Stage, type Visit } from './stage.ts';
import { wcagFaults } from './wcag.ts';

export interface Walk {
  /** Whoever is signed in to the console; absent: nobody. */
  joined?: { token: string };
  widths?: readonly number[];
  /** The name of its pictures. */
  name: string;
  /** The status of its answer; absent: any. */
  status?: number;
  /** Called in each width for faults that are looked for there only. */
  also?: (visit: Visit, answer: Response) => Promise<string[]>;
}

const WIDTHS = [390, 1024, 1440];

/** The faults of a screen for readers of all kinds, loaded in each width, light and dark. One tab walks all screens. */
export async function faultsAt(stage: Stage, path: string, walk: Walk): Promise<string[]> {
  const { joined, widths = WIDTHS, name, status, also } = walk;
  const tab = await stage.lastingTab();
  const context = tab.context();
  await context.clearCookies();
  if (joined) await context.addCookies([cookieFor(joined)]);
  const visit: Visit = { tab, context, page: tab.mainFrame(), javascript: true };
  const faults: string[] = [];
  for (const width of widths) {
    await tab.setViewportSize({ width, height: 900 });
    await tab.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const answer = (await tab.goto(LOYALTY + path))!;
    const found = (await also?.(visit, answer)) ?? [];
    found.push(...(await scrollingTables(visit.page)));
    if (answer.status() !== (status ?? answer.status())) found.push(`answers ${answer.status()}`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      const seen = [...(await overflowing(visit.page)), ...(await axeViolations(visit))];
      found.push(...seen.map((fault) => `${colorScheme}: ${fault}`));
      await takePicture(visit, name, String(width), colorScheme);
    }
    faults.push(...found.map((fault) => `${width}, ${fault}`));
  }
  await tab.emulateMedia({ colorScheme: 'light' });
  faults.push(...(await wcagFaults(visit)));
  // Nothing of it asks the server any more while the test ends.
  await tab.goto('about:blank');
  return faults;
}
