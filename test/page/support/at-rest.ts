import type { Frame } from 'playwright-core';

/**
 * Waits until the page has what it needs and nothing of it fades: in between, colours are neither those of before nor
 * those to come, and on a busy machine that lasts. A page that may run no script has no timers, so it is asked.
 */
export async function atRest(page: Frame): Promise<void> {
  while (await page.evaluate(isUnderWay));
}

function isUnderWay(): boolean {
  if (document.readyState !== 'complete' || document.fonts.status !== 'loaded') return true;
  return document.getAnimations().some(({ playState, effect }) => {
    const endless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    return playState === 'running' && !endless;
  });
}
