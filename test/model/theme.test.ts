import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast } from '../../src/program-file/colours.ts';
import { margins, themeMistakes, themeOf } from '../support/themes.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('a theme of colours by chance', () => {
  it('is refused, or can be read in the light and in the dark', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        const refused = themeMistakes({ accent });
        if (refused.length > 0) {
          // The darker ground of light mode is reported first.
          expect(contrast(accent, '#f6f4ef')).toBeLessThan(3);
          return;
        }
        const { light, dark } = themeOf({ accent });
        expect(Math.min(...margins(light), ...margins(dark))).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('can be read whatever grounds it gives, or is refused', () => {
    fc.assert(
      fc.property(colour, colour, (background, surface) => {
        const given = { light: { background, surface } };
        if (themeMistakes(given).length > 0) return;
        expect(Math.min(...margins(themeOf(given).light))).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
