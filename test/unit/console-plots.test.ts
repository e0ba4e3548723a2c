import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import {
  axisText,
  countText,
  momentText,
  periodLong,
  periodShort,
  spanText,
} from '../../src/http/console/design/numbers.ts';
import { Plot } from '../../src/http/console/design/plot.tsx';
import {
  axisPlaces,
  barsOf,
  heightOf,
  linesOf,
  type Series,
} from '../../src/http/console/design/plot-layout.ts';
import { trendOf } from '../../src/http/console/design/stat.tsx';

const series = (values: (number | null)[], more: Partial<Series> = {}): Series => ({
  name: 'Earned',
  tone: 1,
  values,
  ...more,
});

describe('bars', () => {
  it('begin at zero, also where all are high', () => {
    const { scale, bars } = barsOf([series([9_000, 9_100])], 2);
    expect(scale.low).toBe(0);
    for (const { y, height } of bars) expect(y + height).toBe(heightOf(scale, 0));
    expect(bars[0]!.height / bars[1]!.height).toBeCloseTo(9_000 / 9_100, 2);
  });

  it('stand on each other, and hang below each other where they take away', () => {
    const { scale, bars } = barsOf(
      [
        series([30]),
        series([20], { tone: 2 }),
        series([10], { tone: 3, below: true }),
        series([15], { tone: 4, below: true }),
      ],
      1,
    );
    const edges = bars.map(({ y, height }) => [y, y + height]);
    const at = (value: number) => heightOf(scale, value);
    expect(edges).toEqual([
      [at(30), at(0)],
      [at(50), at(30)],
      [at(0), at(-10)],
      [at(-10), at(-25)],
    ]);
    expect(scale.low).toBeLessThanOrEqual(-25);
    expect(scale.high).toBeGreaterThanOrEqual(50);
  });

  it('are seen however little they are, and nothing is drawn for nothing', () => {
    const { bars } = barsOf([series([1, 1_000_000, 0, null])], 4);
    expect(bars).toHaveLength(2);
    expect(bars[0]!.height).toBeGreaterThanOrEqual(4);
  });

  it('have a height also if there is nothing at all', () => {
    expect(barsOf([series([0, 0])], 2).scale).toMatchObject({ low: 0, high: 1 });
  });
});

describe('lines', () => {
  it('break where a value is not known', () => {
    const { line } = linesOf([series([1, 2, null, 4])]);
    expect(line(series([1, 2, null, 4])).match(/M/g)).toHaveLength(2);
  });

  it('include zero, and go below it', () => {
    const { scale } = linesOf([series([-300, 900])]);
    expect(scale.low).toBeLessThanOrEqual(-300);
    expect(scale.ticks).toContain(0);
  });
});

describe('an axis', () => {
  it.each([
    [1, 1, 0],
    [7, 7, 3],
    [12, 12, 6],
    [30, 10, 5],
    [365, 12, 6],
  ])('of %i periods names %i, of which a narrow plot leaves out %i', (periods, named, minor) => {
    const places = axisPlaces(Array.from({ length: periods }, () => '4 Mar'));
    expect(places).toHaveLength(named);
    expect(places.filter((place) => place.minor)).toHaveLength(minor);
    expect(places.every(({ at }) => at < periods)).toBe(true);
  });

  it('names fewer periods where their names are longer, so that none touches the next', () => {
    const named = (name: string) => axisPlaces(Array.from({ length: 30 }, () => name)).length;
    expect([named('15 Nov'), named('15. Sept.'), named('15 نوفمبر')]).toEqual([10, 8, 8]);
  });

  it('writes days and months short', () => {
    expect([periodShort('2026-03-04'), periodShort('2026-03'), periodShort('2026-01')]).toEqual([
      '4 Mar',
      'Mar',
      'Jan 26',
    ]);
    expect(periodLong('2026-03-02', 'week')).toBe('Week from 2 Mar 2026');
    expect(spanText('2026-03-01', '2026-03-31')).toBe('1 Mar – 31 Mar 2026');
    expect(axisText(12_400)).toBe('12.4K');
    expect(countText(-0)).toBe('0');
  });
});

describe('a moment', () => {
  it.each([
    ['Pacific/Auckland', '9 Mar 2026, 00:05'],
    ['America/New_York', '8 Mar 2026, 07:05'],
    ['UTC', '8 Mar 2026, 11:05'],
  ])('is written in the zone %s', (zone, text) => {
    expect(momentText(Date.parse('2026-03-08T11:05:59Z'), zone)).toBe(text);
  });
});

describe('a trend', () => {
  it.each([
    [120, 100, 0.2],
    [80, 100, -0.2],
    [5, 0, null],
    [0, 0, 0],
    [-50, -100, 0.5],
  ])('from %3$i to %i is %s', (now, before, change) => {
    expect(trendOf(now, before, 'good').change).toEqual(change);
  });
});

describe('a plot', () => {
  const html = renderToString(
    h(Plot, {
      summary: 'Points by day',
      form: 'bars',
      period_name: 'Day',
      periods: [
        { short: '1 Mar', long: '1 March 2026' },
        { short: '2 Mar', long: '2 March 2026' },
      ],
      series: [series([1_240, null]), series([320, 15], { name: '<b>&', tone: 2, below: true })],
      text: countText,
    }),
  );

  it('has its figures as a table and in words, without a script and without a style of its own', () => {
    expect(html).toMatch(/<td class="end">1,240<\/td>/);
    expect(html).toMatch(/role="img" aria-label="Points by day"/);
    expect(html).toContain('<title>1 March 2026\nEarned: 1,240\n');
    expect(html).not.toMatch(/ style=|<script/);
  });

  it('shows hostile names as text', () => {
    expect(html).not.toContain('<b>&');
    expect(html).toContain('&lt;b>&amp;');
  });
});
