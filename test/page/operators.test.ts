import { expect, it } from 'vitest';
import { createPartner } from '../support/oauth.ts';
import { signedInOperator } from '../support/operators.ts';
import { axeViolations } from './support/axe.ts';
import { cookieFor } from './support/console-cookie.ts';
import { overflowing, smallTargets } from './support/measures.ts';
import { takePicture } from './support/pictures.ts';
import { LOYALTY, testStage } from './support/stage.ts';

const stage = testStage();

/** Pages that operators see: where they are, by the width in which they are looked at. */
const PAGES: Record<string, () => Promise<string>> = {
  'the page of the server’s address': async () => `${LOYALTY}/`,
  'the consent page': async () => {
    const { query } = await (await createPartner(stage.app)).parameters();
    return `${LOYALTY}/oauth/authorize?${query}`;
  },
};

for (const [name, addressOf] of Object.entries(PAGES)) {
  it.each([390, 1440])(`${name} reads well, light and dark, in a window of %i`, async (width) => {
    const address = await addressOf();
    for (const scheme of ['light', 'dark'] as const) {
      const context = await stage.newContext({ width });
      await context.addCookies([cookieFor(await signedInOperator(stage.app.deps, 'admin'))]);
      const tab = await context.newPage();
      await tab.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await tab.goto(address);
      await tab.locator('main').waitFor();
      const visit = { context, tab, page: tab.mainFrame(), javascript: true };
      await takePicture(visit, 'operators', name.split(' ')[1]!, String(width), scheme);
      expect(await axeViolations(visit)).toEqual([]);
      expect(await overflowing(visit.page)).toEqual([]);
      expect(await smallTargets(visit.page)).toEqual([]);
      // The console's buttons are lower.
      if (name === 'the consent page') continue;
      const heights = await tab
        .locator('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
      for (const height of heights) expect(height).toBeGreaterThanOrEqual(40);
    }
  });
}
