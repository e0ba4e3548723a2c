import axe from 'axe-core';
import type { Frame } from 'playwright-core';
import { atRest } from './at-rest.ts';
import type { Visit } from './stage.ts';

declare global {
  interface Window {
    axe: typeof axe;
    /** The timers to run, if the tab runs no scripts and so no timers. */
    waiting: (() => void)[];
    found?: string[];
  }
}

const RULES: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};

/**
 * The findings of axe against WCAG 2.2 AA on the loyalty page, one text each; empty: none. axe comes in by the
 * debugger, past the Content-Security-Policy. So the policy stays as it is, and axe works on a page that may run no
 * script.
 */
export async function axeViolations({
  page,
  javascript,
}: Pick<Visit, 'page' | 'javascript'>): Promise<string[]> {
  await atRest(page);
  await bringAxe(page);
  await page.evaluate(
    ({ rules, javascript }) => {
      window.found = undefined;
      window.waiting = [];
      if (!javascript) {
        const wait = (run: () => void) => window.waiting.push(run);
        Object.assign(window, { setTimeout: wait, clearTimeout() {} });
      }
      window.axe.run(rules, (error, { violations }) => {
        if (error) throw error;
        window.found = violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
        );
      });
    },
    { rules: RULES, javascript },
  );
  if (javascript) return (await page.waitForFunction(() => window.found)).jsonValue() as Promise<string[]>;
  for (;;) {
    const found = await page.evaluate(() => {
      for (const run of window.waiting.splice(0)) run();
      return window.found;
    });
    if (found) return found;
  }
}

/** Its text is large, so it is sent once for a document. */
async function bringAxe(page: Frame): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(`(() => { ${axe.source} })()`);
}
