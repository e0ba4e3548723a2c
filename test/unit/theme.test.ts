import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compactCss } from '../../src/http/shared/read-styles.ts';
import { STYLES } from '../../src/http/shared/styles.ts';
import { themeStyles } from '../../src/http/shared/theme-styles.ts';
import { JPEG, PNG, png, WEBP_EXTENDED, WEBP_LOSSLESS, WEBP_LOSSY } from '../support/images.ts';
import { mistakesAfterHead } from '../support/program-file.ts';
import { margins, themeMistakes, themeOf } from '../support/themes.ts';

describe('a theme that gives only the colour of the store', () => {
  it('has it in the light, and in the dark a shade of it that is seen there', () => {
    const { light, dark } = themeOf({ accent: '#2d3a8c' });
    expect(light.accent).toBe('#2d3a8c');
    expect(light.on_accent).toBe('#ffffff');
    expect(dark).toMatchObject({ accent: '#7d85b8', on_accent: '#1d1c1a' });
    expect(margins(dark).every((margin) => margin >= 1)).toBe(true);
  });

  it('has dark text on a light colour', () => {
    const { dark } = themeOf({ accent: '#ffd400', light: { accent: '#7a6200' } });
    expect(dark).toMatchObject({ accent: '#ffd400', on_accent: '#1d1c1a' });
  });
});

describe('a theme', () => {
  it('that says nothing looks as the page does without one', () => {
    const own = /:root\{(.*?)\}.*?prefers-color-scheme:dark\)\{:root\{(.*?)\}/s.exec(STYLES)!;
    const set = themeStyles(themeOf({}))!.css.split('@media');
    for (const [mode, css] of set.entries()) {
      const properties = [...compactCss(css).matchAll(/--[\w-]+:[^;}]+/g)].map(([property]) => property);
      expect(properties.length).toBeGreaterThan(5);
      expect(own[mode + 1]!.split(';')).toEqual(expect.arrayContaining(properties));
    }
  });

  it('has fonts and corners of ours, and no logo, unless it says otherwise', () => {
    const { font_family, corner_radius_px, logo } = themeOf({});
    expect(font_family).toMatch(/^system-ui, /);
    expect({ corner_radius_px, logo }).toEqual({ corner_radius_px: 14, logo: null });
  });

  it('has colours that go with a ground that is given alone', () => {
    const { light } = themeOf({ accent: '#9fd0ff', light: { background: '#10233a' } });
    expect(light.text).toBe('#ffffff');
    expect(light.surface).not.toBe('#ffffff');
    expect(light.on_accent).toBe('#1d1c1a');
    expect(Math.min(...margins(light))).toBeGreaterThanOrEqual(1);
  });

  it('is refused below WCAG AA, with the figure and a colour that would do', () => {
    expect(
      mistakesAfterHead(
        'theme:',
        '  accent: "#ffd400"',
        '  light: { text: "#888888", on_accent: "#ffffff" }',
        '  dark: { background: "#ffffff", muted: "#777777" }',
      ),
    ).toEqual([
      '7:11 theme.accent: accent #ffd400 on background #f6f4ef has a contrast of 1.30 to 1; WCAG 2.2 AA asks for at least 3, as #a38800 has',
      '8:18 theme.light.text: text #888888 on background #f6f4ef has a contrast of 3.22 to 1; WCAG 2.2 AA asks for at least 4.5, as #707070 has',
      '8:40 theme.light.on_accent: on_accent #ffffff on accent #ffd400 has a contrast of 1.43 to 1; WCAG 2.2 AA asks for at least 4.5, as #5c5c5c has',
      '9:41 theme.dark.muted: muted #777777 on background #ffffff has a contrast of 4.47 to 1; WCAG 2.2 AA asks for at least 4.5, as #757575 has',
    ]);
  });

  it('names the ground where that is what was given', () => {
    expect(themeMistakes({ light: { background: '#ffffff', surface: '#000000' } })[0]).toMatch(
      /^theme\.light\.(background|surface): text #\w+ on (background|surface) #\w+ has a contrast of/,
    );
  });

  it.each<[string, string[], string[]]>([
    [
      'a colour that is a YAML comment',
      ['  accent: #2d3a8c'],
      ['7:11 theme.accent: must be a colour such as "#2d3a8c", in quotes, not nothing'],
    ],
    [
      'a colour by its name',
      ['  light: { text: black }'],
      ['7:18 theme.light.text: must be a colour such as "#2d3a8c", in quotes; this is the text "black"'],
    ],
    ['a corner too round', ['  corner_radius: 33'], ['7:18 theme.corner_radius: must be at most 32']],
    [
      'a property of no theme',
      ['  colour: "#2d3a8c"'],
      [
        '7:3 theme.colour: unknown property; known here: accent, light, dark, font_family, corner_radius, logo, logo_dark, banner, css',
      ],
    ],
  ])('tells %s', (_mistake, lines, expected) => {
    expect(mistakesAfterHead('theme:', ...lines)).toEqual(expected);
  });

  it.each([
    'Georgia, "Times New Roman", serif',
    'system-ui',
    '-apple-system, sans-serif',
    '"Söhne"'.replace('ö', 'o'),
  ])('takes the fonts %s', (font_family) => {
    expect(themeOf({ font_family }).font_family).toBe(font_family);
  });

  it.each([
    'serif; } * { display: none',
    'a, ',
    '"open',
    'url(https://x.example/f)',
    "it's",
    'x</style>',
    '',
  ])('takes no fonts that are none: %s', (font_family) => {
    expect(themeMistakes({ font_family })[0]).toMatch(/^theme\.font_family: must be a list of fonts such as/);
  });
});

describe('a logo', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'loyaltyd-theme-'));
    writeFileSync(join(folder, 'logo.png'), PNG);
    writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(folder, 'large.png'), Buffer.concat([PNG, Buffer.alloc(12 * 1024)]));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read from beside the program file', () => {
    expect(themeOf({ logo: 'logo.png' }, folder).logo).toEqual({
      src: `data:image/png;base64,${PNG.toString('base64')}`,
      width: 3,
      height: 2,
    });
  });

  it('has another for the dark, and both together have the room of one', () => {
    expect(themeOf({ logo: 'logo.png', logo_dark: 'logo.png' }, folder).logo_dark).toEqual(
      themeOf({ logo: 'logo.png' }, folder).logo,
    );
    expect(themeOf({ logo: 'logo.png' }, folder).logo_dark).toBeUndefined();
    writeFileSync(join(folder, 'whole.png'), Buffer.concat([PNG, Buffer.alloc(12 * 1024 - PNG.length)]));
    expect(() => themeOf({ logo: 'whole.png', logo_dark: 'logo.png' }, folder)).toThrow(
      /theme\.logo_dark: is \d+ bytes large; at most 0 stand in every page/,
    );
  });

  it.each([
    ['image/png', PNG, 3, 2],
    ['image/jpeg', JPEG, 3, 2],
    ['image/webp', WEBP_LOSSY, 3, 2],
    ['image/webp', WEBP_LOSSLESS, 3, 2],
    ['image/webp', WEBP_EXTENDED, 3, 2],
  ])('may be a data URI of %s', (type, image, width, height) => {
    // Its contents count, not its name.
    const logo = `data:image/gif;base64,${image.toString('base64')}`;
    expect(themeOf({ logo }).logo).toEqual({
      src: `data:${type};base64,${image.toString('base64')}`,
      width,
      height,
    });
  });

  it.each([
    ['that is not there', 'none.png', /^theme\.logo: cannot be read: ENOENT/],
    ['that is an SVG', 'logo.svg', /^theme\.logo: is no PNG, JPEG or WebP image; an SVG can hold scripts/],
    [
      'that is too heavy',
      'large.png',
      /^theme\.logo: is \d+ bytes large; at most 12288 stand in every page$/,
    ],
    ['that is a folder', '.', /^theme\.logo: cannot be read: EISDIR/],
  ])('%s is refused', (_what, logo, expected) => {
    const [mistake] = (() => {
      try {
        themeOf({ logo }, folder);
        return [];
      } catch (error) {
        return (error as { mistakes: { path: string; message: string }[] }).mistakes.map(
          ({ path, message }) => `${path}: ${message}`,
        );
      }
    })();
    expect(mistake).toMatch(expected);
  });

  it.each([
    [
      'data:image/svg+xml;base64,PHN2Zy8+',
      'is no PNG, JPEG or WebP image; an SVG can hold scripts: export it as a PNG',
    ],
    ['data:image/png,hello', 'must be a data: URI in base64, as in data:image/png;base64,…'],
    [
      `data:image/png;base64,${png(4000, 3).toString('base64')}`,
      'is 4000 × 3 pixels large; at most 2048 either way',
    ],
    [
      `data:image/png;base64,${png(0, 3).toString('base64')}`,
      'is no PNG, JPEG or WebP image; an SVG can hold scripts: export it as a PNG',
    ],
  ])('is refused as %s', (logo, message) => {
    expect(themeMistakes({ logo })).toEqual([`theme.logo: ${message}`]);
  });
});
