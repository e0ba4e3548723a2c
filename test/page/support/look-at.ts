import { expect } from 'vitest';
import { axeViolations } from './axe.ts';
import { overflowing, smallTargets } from './measures.ts';
import { takePicture } from './pictures.ts';
import type { Visit } from './stage.ts';
import { wcagFaults } from './wcag.ts';

/** Looks at a screen of the console as readers of all kinds do. */
export async function lookAt(seen: Visit, name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await seen.tab.setViewportSize({ width, height: 900 });
    for (const scheme of ['light', 'dark'] as const) {
      await seen.tab.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      expect([name, await axeViolations(seen)]).toEqual([name, []]);
      expect([name, await overflowing(seen.page)]).toEqual([name, []]);
      expect([name, await smallTargets(seen.page)]).toEqual([name, []]);
      await takePicture(seen, 'console', name, String(width), scheme);
    }
  }
  expect([name, await wcagFaults(seen)]).toEqual([name, []]);
}
