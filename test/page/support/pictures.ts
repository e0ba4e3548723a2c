import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Visit } from './stage.ts';

/** Git ignores it. Each run paints over what the last one left. */
const FOLDER = path.join(import.meta.dirname, '../screenshots');

/** Pictures are for people, who ask for them: of some six hundred, each takes a sixth of a second of a processor. */
const WANTED = process.env.PICTURES === 'on';

/**
 * A picture of the whole page, from its beginning, for people to look at, called after its state. Also where none is
 * wanted, a test fails whose page has an image that cannot be shown.
 */
export async function takePicture(visit: Visit, ...state: string[]): Promise<void> {
  // A frame within the page is painted no further than the window.
  const fullPage = visit.page === visit.tab.mainFrame();
  await take(visit, state, fullPage);
}

/** A picture of what the window shows of the page's beginning. */
export async function takePictureOfWindow(visit: Visit, ...state: string[]): Promise<void> {
  await take(visit, state, false);
}

async function take(visit: Visit, state: string[], fullPage: boolean): Promise<void> {
  if (visit.javascript) await loadImages(visit);
  if (!WANTED) return;
  await mkdir(FOLDER, { recursive: true });
  await visit.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const name = state.join('-').replace(/[^a-z0-9]+/gi, '-');
  await visit.tab.screenshot({ path: path.join(FOLDER, `${name}.png`), fullPage, animations: 'disabled' });
}

/** Also those that would wait until they come into view. */
async function loadImages({ page }: Visit): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      [...document.images].map((image) => {
        image.loading = 'eager';
        return image.decode();
      }),
    ),
  );
}
