import type { Frame } from 'playwright-core';
import { atRest } from './at-rest.ts';

/** Elements that reach beyond the sides of the window and so make it scroll sideways. */
export async function overflowing(page: Frame): Promise<string[]> {
  await atRest(page);
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -0.5 || right > width + 0.5;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

/** Controls that are less than 24 CSS pixels wide or high (WCAG 2.2, 2.5.8), without its exceptions. */
export async function smallTargets(page: Frame): Promise<string[]> {
  await atRest(page);
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'a, button, summary, input:not([type=hidden]), select, textarea, [tabindex="0"]',
      ),
    ]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => {
        const target = element.matches('[type=radio], [type=checkbox]') ? element.closest('label')! : element;
        const { width, height } = target.getBoundingClientRect();
        return Math.min(width, height) < 24 ? [`${width}×${height} ${element.outerHTML.slice(0, 120)}`] : [];
      }),
  );
}

/** Elements that move by themselves or fade. Where motion is to be reduced there are none. */
export function moving(page: Frame): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration, animationName, scrollBehavior } =
        getComputedStyle(element);
      const moves =
        transitionDuration.split(', ').some((duration) => Number.parseFloat(duration) > 0.001) ||
        (animationName !== 'none' && Number.parseFloat(animationDuration) > 0.001) ||
        scrollBehavior === 'smooth';
      return moves ? [`moves: ${element.outerHTML.slice(0, 120)}`] : [];
    }),
  );
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** How far things moved on their own since the document began, as Cumulative Layout Shift counts it. */
export function layoutShift(page: Frame): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as LayoutShift[])
            if (!entry.hadRecentInput) sum += entry.value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Two frames on, what was buffered has been handed over.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
      }),
  );
}
