import type { Frame, Page } from 'playwright-core';
import { atRest } from './at-rest.ts';

/** The tables that scroll sideways although they stack on a phone. */
export async function scrollingTables(page: Frame): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.scroll:has(> .stacks)')]
      .filter((around) => around.scrollWidth > around.clientWidth)
      .map((around) => `scrolls: ${around.querySelector('caption')?.textContent}`),
  );
}

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

/** Elements that reach beyond the sides of the card that they stand on. */
export function beyondCards(page: Frame): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.card *')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).clipPath === 'none')
      .filter((element) => {
        const card = element.closest('.card')!.getBoundingClientRect();
        const { left, right } = element.getBoundingClientRect();
        return left < card.left - 0.5 || right > card.right + 0.5;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
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

/**
 * Controls that whoever goes through a page with the Tab key never comes to, or comes to without seeing it. Of the
 * choices of one group the keys go to one; what stands in a frame is left out.
 */
export async function outOfReach(tab: Page): Promise<string[]> {
  const stops = await tab.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, summary, input:not([type=hidden], [type=radio]), select, textarea, [tabindex="0"]',
      ),
    ].filter((element) => element.checkVisibility() && !element.matches(':disabled'));
    (document.activeElement as HTMLElement | null)?.blur();
    const ringOf = (element: HTMLElement) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
      const hasOutline = outlineStyle !== 'none' && outlineWidth !== '0px';
      return `${hasOutline ? `${outlineWidth} ${outlineColor}` : ''} ${boxShadow}`;
    };
    // Some cards and buttons have a shadow all the time: only one that comes with the focus shows it.
    for (const element of all) element.dataset.unreached = ringOf(element);
    document.addEventListener('focusin', ({ target }) => {
      const element = target as HTMLElement;
      if (element.dataset.unreached !== ringOf(element)) delete element.dataset.unreached;
    });
    // The keys stop at each part of a date, and at its calendar.
    const dates = all.filter((element) => element.matches('[type=date], [type=month]')).length;
    return all.length + 3 * dates;
  });
  await pressTab(tab, stops + 1);
  return tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-unreached]')].map(
      ({ outerHTML }) => `out of reach: ${outerHTML.slice(0, 120)}`,
    ),
  );
}

/** Presses the Tab key so many times. The browser takes one press after the other; nobody waits for it in between. */
async function pressTab(tab: Page, times: number): Promise<void> {
  const keys = await tab.context().newCDPSession(tab);
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const presses = Array.from({ length: times }, () =>
    (['rawKeyDown', 'keyUp'] as const).map((type) => keys.send('Input.dispatchKeyEvent', { type, ...key })),
  );
  await Promise.all(presses.flat());
  await keys.detach();
}

/** The words and codes that are shown on more than one line. */
export async function brokenWords(page: Frame): Promise<string[]> {
  await atRest(page);
  return page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement!.checkVisibility()) continue;
      for (const { 0: word, index } of text.nodeValue!.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const [first, ...others] = range.getClientRects();
        if (others.some(({ top, width }) => width > 0 && top >= first!.bottom)) broken.push(word);
      }
    }
    return broken;
  });
}

/** How far the menu's tabs reach beyond its side, in CSS pixels. */
export function hiddenTabs(page: Frame): Promise<number> {
  return page.locator('.menu ul').evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth);
}
