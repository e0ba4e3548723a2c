import { describe, expect, it } from 'vitest';
import { CAST } from './support/cast.ts';
import { moving, overflowing } from './support/measures.ts';
import { beginRedeeming } from './support/parts.ts';
import { takePicture } from './support/pictures.ts';
import { testStage } from './support/stage.ts';

const stage = testStage();

describe('for those who want it otherwise', () => {
  it('nothing moves where motion is to be reduced', async () => {
    const visit = await stage.visit(await stage.backEnd.member(900));
    await visit.tab.emulateMedia({ reducedMotion: 'reduce' });
    await beginRedeeming(visit, 'Free delivery');
    expect(await moving(visit.page)).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'what can be pressed has an edge in forced colours, %s',
    async (colours) => {
      const visit = await stage.visit(CAST.ada, { width: 320 });
      await visit.tab.emulateMedia({ forcedColors: 'active', colorScheme: colours });
      await takePicture(visit, 'forced colours', colours);
      const without = await visit.page
        .locator('.button, input:not([type=hidden]), progress, .card')
        .evaluateAll((elements) =>
          elements
            .filter((element) => element.checkVisibility())
            .filter((element) => {
              const { borderStyle, borderWidth } = getComputedStyle(element);
              return borderStyle === 'none' || Number.parseFloat(borderWidth) < 1;
            })
            .map((element) => element.outerHTML.slice(0, 100)),
        );
      expect(without).toEqual([]);
    },
  );

  it('text of twice the size fits into a window of 640 pixels', async () => {
    const visit = await stage.visit(CAST.ada, { width: 640 });
    await visit.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await takePicture(visit, 'large text');
    expect(await overflowing(visit.page)).toEqual([]);
  });

  it('text with the spacing of WCAG 1.4.12 is cut off nowhere', async () => {
    const visit = await stage.visit(CAST.ada, { width: 320 });
    const cut = await visit.page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        element.style.lineHeight = '1.5';
        element.style.letterSpacing = '0.12em';
        element.style.wordSpacing = '0.16em';
      }
      return [...document.querySelectorAll('body *')]
        .filter(
          (element) => !element.closest('.menu, .unseen') && getComputedStyle(element).overflow === 'hidden',
        )
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
        )
        .map((element) => element.outerHTML.slice(0, 100));
    });
    expect(cut).toEqual([]);
    expect(await overflowing(visit.page)).toEqual([]);
  });
});
