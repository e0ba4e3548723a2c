import { atRest } from './at-rest.ts';
import { overflowing } from './measures.ts';
import type { Visit } from './stage.ts';

/**
 * The faults of a screen against those criteria of WCAG 2.2 AA that axe cannot judge: reflow (1.4.10), text of twice the
 * size (1.4.4), text spacing (1.4.12), target size (2.5.8), and focus that is seen and not hidden (2.4.7, 2.4.11). The
 * window is changed for it; what the screen shows is not.
 */
export async function wcagFaults({ tab, page }: Pick<Visit, 'tab' | 'page'>): Promise<string[]> {
  const faults: string[] = [];
  const found = (criterion: string, all: readonly string[]) =>
    faults.push(...all.map((fault) => `${criterion}: ${fault}`));
  await tab.setViewportSize({ width: 320, height: 640 });
  found('1.4.10', await overflowing(page));
  found('2.5.8', await page.evaluate(crowdedTargets));
  await page.evaluate(spaceText, true);
  found('1.4.12', [...(await overflowing(page)), ...(await page.evaluate(cutTexts))]);
  await page.evaluate(spaceText, false);
  await tab.setViewportSize({ width: 640, height: 512 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  found('1.4.4', [...(await overflowing(page)), ...(await page.evaluate(cutTexts))]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  for (const size of [
    { width: 320, height: 512 },
    { width: 1024, height: 600 },
  ]) {
    await tab.setViewportSize(size);
    await atRest(page);
    // From now on the browser shows where the focus is: a key was pressed.
    await tab.keyboard.press('Tab');
    found(`focus, ${size.width}`, await page.evaluate(hiddenFocus));
  }
  return faults;
}

/** Runs in the page: what is less than 24 CSS pixels wide or high, and no word in a sentence. */
function crowdedTargets(): string[] {
  // The link of a card is as large as the card.
  const isCard = (element: Element) => getComputedStyle(element, '::after').position === 'absolute';
  const isInSentence = (element: Element) => {
    if (getComputedStyle(element).display !== 'inline') return false;
    const around = element.closest('p, li, dd, td, th, h1, h2, h3, label') ?? element.parentElement!;
    return around.textContent!.trim() !== element.textContent!.trim();
  };
  return [
    ...document.querySelectorAll(
      'a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex="0"]',
    ),
  ]
    .filter(
      (element) =>
        element.checkVisibility() &&
        !element.matches('.scroll, .skip') &&
        !isCard(element) &&
        !isInSentence(element),
    )
    .flatMap((element) => {
      const target =
        (element.matches('[type=radio], [type=checkbox]') && element.closest('label')) || element;
      const { width, height } = target.getBoundingClientRect();
      return Math.min(width, height) < 23.99 ? [`${width}×${height} ${element.outerHTML.slice(0, 140)}`] : [];
    });
}

/** Runs in the page: gives all text the spacing that readers may choose, or takes it away. */
function spaceText(isSpaced: boolean): void {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    element.style.lineHeight = isSpaced ? '1.5' : '';
    element.style.letterSpacing = isSpaced ? '0.12em' : '';
    element.style.wordSpacing = isSpaced ? '0.16em' : '';
    if (isSpaced && element.matches('p')) element.style.marginBlockEnd = '2em';
    if (!isSpaced) element.style.marginBlockEnd = '';
  }
}

/** Runs in the page: what is cut off by its own box. */
function cutTexts(): string[] {
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility() && !element.closest('.unseen, .skip, svg, [popover]'))
    .filter((element) => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      // The text of a field scrolls within it.
      if (element.matches('input')) return false;
      // It is for those who listen.
      if (clipPath !== 'none') return false;
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      return (
        (cuts(overflowX) && scrollWidth > clientWidth + 1) ||
        (cuts(overflowY) && scrollHeight > clientHeight + 1)
      );
    })
    .map((element) => element.outerHTML.slice(0, 160));
}

/** Runs in the page: what has the focus while something lies over it, or while it lies outside the window. */
function hiddenFocus(): string[] {
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex="0"]',
    ),
  ].filter((element) => element.checkVisibility() && !element.matches(':disabled'));
  const isSeen = (element: HTMLElement) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x1, x2, y1, y2] = [
      Math.max(left, 0),
      Math.min(right, innerWidth),
      Math.max(top, 0),
      Math.min(bottom, innerHeight),
    ];
    if (x1 >= x2 || y1 >= y2) return false;
    return [0.1, 0.5, 0.9].some((down) => {
      const there = document.elementFromPoint((x1 + x2) / 2, y1 + (y2 - y1) * down);
      return there !== null && (element.contains(there) || there.contains(element));
    });
  };
  const hidden = new Set<HTMLElement>();
  for (const element of [...all, ...all.reverse()]) {
    element.focus();
    if (document.activeElement === element && !isSeen(element)) hidden.add(element);
  }
  return [...hidden].map(({ outerHTML }) => outerHTML.slice(0, 140));
}
