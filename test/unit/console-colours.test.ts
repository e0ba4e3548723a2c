import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from '../../src/program-file/colours.ts';

const TOKENS = readFileSync('src/http/console/styles/tokens.css', 'utf8');

/** The token of a name in the light and the dark theme. */
function token(name: string): [light: string, dark: string] {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(TOKENS)!;
  return [light!, dark!];
}

type Triple = [number, number, number];

function linear(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

const times = (rows: readonly Triple[], [a, b, c]: Triple) =>
  rows.map(([x, y, z]) => Math.min(1, Math.max(0, x * a + y * b + z * c))) as Triple;

/** How a colour looks with no sense of red, of green or of blue: Machado, Oliveira and Fernandes 2009, severity 1. */
const SIGHTS: Record<string, readonly Triple[]> = {
  'full sight': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** CIE L*a*b* under D65. */
function lab(rgb: Triple): Triple {
  const xyz = [
    0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2],
    0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2],
    0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2],
  ];
  const [x, y, z] = [xyz[0]! / 0.9505, xyz[1]!, xyz[2]! / 1.089].map((t) =>
    t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116,
  );
  return [116 * y! - 16, 500 * (x! - y!), 200 * (y! - z!)];
}

const distance = (one: string, other: string, sight: readonly Triple[]) =>
  Math.hypot(
    ...lab(times(sight, linear(one))).map((value, at) => value - lab(times(sight, linear(other)))[at]!),
  );

const SERIES = [1, 2, 3, 4, 5, 6].map((tone) => token(`series-${tone}`));

describe.each([0, 1])('the console in theme %i', (theme) => {
  it.each(['ink', 'muted', 'accent', 'good', 'warn', 'bad'])('has readable words of %s', (name) => {
    for (const ground of ['surface', 'ground', 'raised', 'sunk']) {
      expect(contrast(token(name)[theme]!, token(ground)[theme]!), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('has borders of fields, and marks of plots, that are seen', () => {
    for (const mark of [token('edge'), ...SERIES]) {
      expect(contrast(mark[theme]!, token('surface')[theme]!)).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(Object.keys(SIGHTS))('has series that are told apart with %s', (sight) => {
    const close = SERIES.flatMap((one, at) =>
      SERIES.slice(at + 1).map((other, further) => ({
        tones: [at + 1, at + further + 2],
        distance: distance(one[theme]!, other[theme]!, SIGHTS[sight]!),
      })),
    ).filter((pair) => pair.distance < 15);
    expect(close).toEqual([]);
  });
});
