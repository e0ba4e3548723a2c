import { describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { CAST } from './support/cast.ts';
import { moving } from './support/measures.ts';
import { redeem } from './support/parts.ts';
import { takePicture } from './support/pictures.ts';
import { testStage } from './support/stage.ts';

const stage = testStage();

describe('for those who want it otherwise', () => {
  it('sparks fly for a reward that was claimed, and nothing moves where motion is to be reduced', async () => {
    const visit = await stage.visit(await stage.backEnd.member(900));
    await redeem(visit, 'Free delivery');
    expect(await visit.page.locator('#outcome .joy i').count()).toBe(8);
    expect((await moving(visit.page)).filter((one) => one.includes('<i>'))).toHaveLength(8);
    await visit.tab.emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving(visit.page)).toEqual([]);
    expect(await visit.page.locator('.joy i').first().isVisible()).toBe(false);
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
});

describe('axe, in the second theme of a document that was faultless in the first,', () => {
  const BUTTONS = '<button>One</button><button>Two</button><button>Three</button>';

  it.each([
    ['a colour', 'p { color: #333 }', 'color-contrast'],
    ['a size', 'button { inline-size: 8px; block-size: 8px; padding: 0; overflow: hidden }', 'target-size'],
    ['a text that is gone', '.name { display: none }', 'button-name'],
  ])('finds %s that is at fault there alone', async (_, dark, rule) => {
    const context = await stage.newContext();
    const tab = await context.newPage();
    await tab.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const styles = `body { background: #fff; color: #000 } button { inline-size: 6rem; block-size: 2rem; margin: 0 }
      @media (prefers-color-scheme: dark) { body { background: #000; color: #fff } ${dark} }`;
    await tab.setContent(`<!DOCTYPE html><html lang="en"><title>Themes</title><style>${styles}</style>
      <main><h1>Themes</h1><p>A text.</p>${BUTTONS}<button><span class="name">Four</span></button></main></html>`);
    const visit = { tab, context, page: tab.mainFrame(), javascript: true };
    expect(await axeViolations(visit)).toEqual([]);
    await tab.emulateMedia({ colorScheme: 'dark' });
    expect((await axeViolations(visit)).join()).toMatch(new RegExp(`^${rule}: `));
  });
});
