import { expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { overflowing } from './support/measures.ts';
import { takePicture } from './support/pictures.ts';
import { LOYALTY, testStage } from './support/stage.ts';

const stage = testStage();

const PAGES = [
  '/docs',
  '/docs/start',
  '/docs/operating',
  '/docs/concepts',
  '/docs/adr/0006-points-with-dates-are-lots',
  '/docs?q=points',
  '/docs/nothing',
];

async function visit(path: string, width: number, scheme: 'light' | 'dark', javascript = true) {
  const context = await stage.newContext({ width, javascript });
  const tab = await context.newPage();
  await tab.emulateMedia({ colorScheme: scheme });
  await tab.goto(LOYALTY + path);
  return { context, tab, page: tab.mainFrame(), javascript };
}

for (const path of PAGES) {
  it.each([390, 1440])(`${path} reads well, light and dark, in a window of %i`, async (width) => {
    for (const scheme of ['light', 'dark'] as const) {
      const reader = await visit(path, width, scheme);
      await takePicture(reader, 'docs', path, String(width), scheme);
      expect(await axeViolations(reader)).toEqual([]);
      expect(await overflowing(reader.page)).toEqual([]);
    }
  });
}
