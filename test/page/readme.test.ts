import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CAST } from './support/cast.ts';
import { takePictureOfWindow } from './support/pictures.ts';
import { testStage } from './support/stage.ts';

const stage = testStage();
const ROOT = path.resolve(import.meta.dirname, '../..');

/** With PICTURES=on takes each picture anew. The file among the screenshots is then made small by pngquant --strip. */
const PICTURES = {
  phone: { width: 390, colours: 'light', pixel_ratio: 2 },
  desktop: { width: 1024, colours: 'dark', pixel_ratio: 1.5 },
} as const;

it.each(Object.keys(PICTURES) as (keyof typeof PICTURES)[])(
  'the README shows the page on a %s',
  async (name) => {
    const { colours, ...options } = PICTURES[name];
    const visit = await stage.visit(CAST.ada, options);
    await visit.tab.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' });
    await takePictureOfWindow(visit, 'readme', name);
    const file = `test/page/readme/${name}.png`;
    expect(await readFile(path.join(ROOT, 'README.md'), 'utf8')).toContain(`src="${file}"`);
    expect((await stat(path.join(ROOT, file))).size).toBeLessThan(150_000);
  },
);
