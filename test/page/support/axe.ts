import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Frame } from 'playwright-core';
import { atRest } from './at-rest.ts';
import type { Visit } from './stage.ts';

declare global {
  interface Window {
    axe: typeof axe;
    /** The timers to run, if the tab runs no scripts and so no timers. */
    waiting: (() => void)[];
    found?: string[] | undefined;
    /** The document without its colours, as axe last went through all of it and found nothing. */
    faultless?: string | undefined;
  }
}

/** Its text for browsers, of which a document has to read half as much as of the one for people. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ALL: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};

/** The rules among them that look at colours. */
const OF_COLOURS: axe.RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

/** The part of an element's style that rules read, without colours and fonts. */
const STYLE = [
  'display',
  'visibility',
  'content-visibility',
  'opacity',
  'position',
  'float',
  'z-index',
  'overflow-x',
  'overflow-y',
  'clip',
  'clip-path',
  'transform',
  'filter',
  'pointer-events',
];

/**
 * The findings of axe against WCAG 2.2 AA on the loyalty page, one text each; empty: none. axe comes in by the
 * debugger, past the Content-Security-Policy. So the policy stays as it is, and axe works on a page that may run no
 * script. In a document that was faultless, and of which a theme has changed colours alone, only the rules about colours
 * can find anything new: the others are half of the work.
 */
export async function axeViolations({
  page,
  javascript,
}: Pick<Visit, 'page' | 'javascript'>): Promise<string[]> {
  await atRest(page);
  await bringAxe(page);
  const options = { all: ALL, of_colours: OF_COLOURS, style: STYLE, javascript };
  const violations = await page.evaluate(runAxe, options);
  if (violations) return violations;
  for (;;) {
    const found = await page.evaluate(() => {
      for (const run of window.waiting.splice(0)) run();
      return window.found;
    });
    if (found) return found;
  }
}

interface Run {
  all: axe.RunOptions;
  of_colours: axe.RunOptions;
  style: string[];
  javascript: boolean;
}

/** Runs in the page. Resolves with the findings, or without them if their timers are still to be run. */
function runAxe({ all, of_colours, style, javascript }: Run): Promise<string[]> | undefined {
  const elements = [...document.querySelectorAll<HTMLInputElement>('*')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const computed = getComputedStyle(element);
    const { value, checked, scrollWidth, scrollHeight } = element;
    const looks = style.map((name) => computed.getPropertyValue(name));
    return [x, y, width, height, value, checked, scrollWidth, scrollHeight, ...looks].join();
  });
  const uncoloured = [document.documentElement.outerHTML, ...elements].join('\n');
  const isKnown = window.faultless === uncoloured;
  window.found = undefined;
  window.waiting = [];
  if (!javascript) {
    const wait = (run: () => void) => window.waiting.push(run);
    Object.assign(window, { setTimeout: wait, clearTimeout() {} });
  }
  const running = new Promise<string[]>((resolve, reject) => {
    window.axe.run(isKnown ? of_colours : all, (error, results) => {
      if (error) return reject(error);
      const found = results.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
      );
      if (!isKnown) window.faultless = found.length === 0 ? uncoloured : undefined;
      window.found = found;
      resolve(found);
    });
  });
  return javascript ? running : undefined;
}

/** Its text is large, so it is sent once for a document. */
async function bringAxe(page: Frame): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(`(() => { ${AXE} })()`);
}
