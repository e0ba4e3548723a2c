import { nice, ticks } from 'd3-array';

/** The colours of series, in the order in which a plot uses them. */
export type Tone = 1 | 2 | 3 | 4 | 5 | 6;

export interface Series {
  name: string;
  tone: Tone;
  /** One value for each period; null: the value is not known. */
  values: readonly (number | null)[];
  /** The bars are drawn below zero, because the series takes away. */
  below?: boolean;
  /** The line is dashed, because its values are expected and not counted. */
  dashed?: boolean;
}

/** A rectangle of a plot: x in periods, y in thousandths of its height from the top. */
export interface Bar {
  tone: Tone;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Scale {
  low: number;
  high: number;
  ticks: readonly number[];
}

const TICKS = 4;
/** The part of a period's width that a bar takes. */
const BAR_WIDTH = 0.72;
/** The smallest height of a bar that is not zero, so that it is visible. */
const LEAST_HEIGHT = 4;

/** The range of a plot: from zero, or from a number below zero, to a round number. */
function scaleOf(low: number, high: number): Scale {
  const [from, to] = nice(Math.min(0, low), Math.max(high, low < 0 ? 0 : 1), TICKS);
  // Points and people are whole numbers, so there is no line at a fraction.
  return { low: from, high: to, ticks: ticks(from, to, TICKS).filter(Number.isInteger) };
}

/** The place of a value from the top, in thousandths. */
export function heightOf({ low, high }: Scale, value: number): number {
  return Math.round((1_000 * (high - value)) / (high - low));
}

/** Bars from zero, with series on top of each other. Series that take away are drawn below zero. */
export function barsOf(series: readonly Series[], periods: number): { scale: Scale; bars: Bar[] } {
  const sums = (below: boolean) =>
    Array.from({ length: periods }, (_, at) =>
      series.reduce((sum, one) => sum + (Boolean(one.below) === below ? (one.values[at] ?? 0) : 0), 0),
    );
  const scale = scaleOf(0 - Math.max(0, ...sums(true)), Math.max(0, ...sums(false)));
  const bars: Bar[] = [];
  for (let at = 0; at < periods; at += 1) {
    const reached = { up: 0, down: 0 };
    for (const { values, below, tone } of series) {
      const value = values[at] ?? 0;
      if (value <= 0) continue;
      const way = below ? 'down' : 'up';
      const from = reached[way];
      reached[way] += below ? -value : value;
      const edges = [heightOf(scale, from), heightOf(scale, reached[way])].sort((a, b) => a - b);
      const height = Math.max(edges[1]! - edges[0]!, LEAST_HEIGHT);
      bars.push({
        tone,
        x: at + (1 - BAR_WIDTH) / 2,
        y: below ? edges[0]! : edges[1]! - height,
        width: BAR_WIDTH,
        height,
      });
    }
  }
  return { scale, bars };
}

/** Lines, and the area below them, as paths. A line breaks at an unknown value. */
export function linesOf(series: readonly Series[]): {
  scale: Scale;
  line: (one: Series) => string;
  area: (one: Series) => string;
} {
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const scale = scaleOf(Math.min(0, ...known), Math.max(0, ...known));
  const runs = ({ values }: Series) => {
    const found: [x: number, y: number][][] = [[]];
    values.forEach((value, at) => {
      if (value === null) found.push([]);
      else found.at(-1)!.push([at + 0.5, heightOf(scale, value)]);
    });
    return found.filter((run) => run.length > 0);
  };
  const path = (run: [number, number][]) => `M${run.map(([x, y]) => `${x} ${y}`).join('L')}`;
  return {
    scale,
    // A single point is a line without length. Its round ends make it a dot.
    line: (one) =>
      runs(one)
        .map((run) => path(run) + (run.length === 1 ? 'h0' : ''))
        .join(''),
    area: (one) =>
      runs(one)
        .map((run) => `${path(run)}V${heightOf(scale, 0)}H${run[0]![0]}Z`)
        .join(''),
  };
}

/** The number of letters for which an axis has room: twelve names such as "15 Nov". */
const LETTERS = 72;

/**
 * The periods with names on the axis, and those of them that a narrow plot leaves out. Languages with longer names of
 * months have fewer names, so that no name touches the next.
 */
export function axisPlaces(names: readonly string[]): { at: number; minor: boolean }[] {
  const periods = names.length;
  const letters = names.reduce((sum, { length }) => sum + length, 0) / Math.max(1, periods);
  const most = Math.min(12, Math.max(4, Math.floor(LETTERS / Math.max(1, letters))));
  const step = Math.max(1, Math.ceil(periods / most));
  const count = Math.ceil(periods / step);
  return Array.from({ length: count }, (_, index) => ({
    at: index * step,
    minor: count > 6 && index % 2 === 1,
  }));
}
