import { describe, expect, it } from 'vitest';
import { contrast, isDark, mix, nearestShade } from '../../src/program-file/colours.ts';

describe('contrast', () => {
  // The figures that the Understanding documents of WCAG 2 and common checkers give.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#949494', '#ffffff', 3.03],
    ['#ff0000', '#ffffff', 4.0],
    ['#0000ff', '#ffffff', 8.59],
    ['#00ff00', '#ffffff', 1.37],
  ])('of %s and %s is %d to 1', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });

  it('counts the darkest channels on a straight line', () => {
    expect(contrast('#0a0a0a', '#000000')).toBeCloseTo(1 + 10 / 255 / 12.92 / 0.05, 10);
    expect(contrast('#0b0b0b', '#000000')).toBeCloseTo(1 + ((11 / 255 + 0.055) / 1.055) ** 2.4 / 0.05, 10);
  });

  it('is enough with black or with white whatever the colour', () => {
    for (let grey = 0; grey < 256; grey += 1) {
      const colour = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
      expect(Math.max(contrast(colour, '#000000'), contrast(colour, '#ffffff'))).toBeGreaterThan(4.5);
      expect(isDark(colour)).toBe(contrast(colour, '#ffffff') > contrast(colour, '#000000'));
    }
  });
});

describe('a mixture', () => {
  it.each([
    ['#ffffff', '#000000', 0.5, '#808080'],
    ['#ff8000', '#0080ff', 1, '#ff8000'],
    ['#ff8000', '#0080ff', 0, '#0080ff'],
    ['#010203', '#000000', 0.1, '#000000'],
  ])('of %s and %s, %d of the first, is %s', (one, other, share, expected) => {
    expect(mix(one, other, share)).toBe(expected);
  });
});

describe('the nearest shade that will do', () => {
  it('is the colour itself where that will do', () => {
    expect(nearestShade('#2d3a8c', () => true)).toBe('#2d3a8c');
  });

  it('is barely enough', () => {
    const shade = nearestShade('#ffd400', (colour) => contrast(colour, '#ffffff') >= 3)!;
    expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(3);
    expect(contrast(shade, '#ffffff')).toBeLessThan(3.3);
  });

  it('is none where none will do', () => {
    expect(nearestShade('#2d3a8c', () => false)).toBeUndefined();
  });
});
