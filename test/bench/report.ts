/** The result of one comparison. */
export interface Finding {
  name: string;
  ours: string;
  /** The other figure of the comparison, measured in the same run; for memory and times, the aim itself. */
  limit: string;
  /** The ratio of our figure to the limit. */
  ratio: number;
  better: 'more' | 'less';
  aim: Aim | null;
}

export interface Aim {
  text: string;
  met: boolean;
}

export type Report = (finding: Finding) => void;

const atLeast = (ratio: number, aim: number): Aim => ({
  text: `at least ${aim.toFixed(2)}`,
  met: ratio >= aim,
});
export const atMost = (ratio: number, aim: number): Aim => ({
  text: `at most ${aim.toFixed(2)}`,
  met: ratio <= aim,
});

/** Compares two rates per second: more is better. null: there is no aim. */
export function rateFinding(
  name: string,
  figures: { ours: number; limit: number },
  aim: number | null,
): Finding {
  const ratio = figures.ours / figures.limit;
  return {
    name,
    ours: `${amount(figures.ours)}/s`,
    limit: `${amount(figures.limit)}/s`,
    ratio,
    better: 'more',
    aim: aim === null ? null : atLeast(ratio, aim),
  };
}

/** Compares bytes in memory with their upper limit. */
export function memoryFinding(name: string, bytes: number, most_megabytes: number): Finding {
  const megabytes = bytes / 1_000_000;
  const ratio = megabytes / most_megabytes;
  return {
    name,
    ours: `${amount(megabytes)} MB`,
    limit: `${amount(most_megabytes)} MB`,
    ratio,
    better: 'less',
    aim: atMost(ratio, 1),
  };
}

/** Compares a time in ms with its upper limit. */
export function timeFinding(name: string, ms: number, most_ms: number): Finding {
  const ratio = ms / most_ms;
  return {
    name,
    ours: `${amount(ms)} ms`,
    limit: `${amount(most_ms)} ms`,
    ratio,
    better: 'less',
    aim: atMost(ratio, 1),
  };
}

/** Compares bytes over the wire with their upper limit. */
export function sizeFinding(name: string, bytes: number, most_bytes: number): Finding {
  const ratio = bytes / most_bytes;
  const kilobytes = (count: number) => `${amount(count / 1024)} KB`;
  return {
    name,
    ours: kilobytes(bytes),
    limit: kilobytes(most_bytes),
    ratio,
    better: 'less',
    aim: atMost(ratio, 1),
  };
}

/** Compares a count with its upper limit. */
export function countFinding(name: string, count: number, most: number): Finding {
  const ratio = count / most;
  return { name, ours: String(count), limit: String(most), ratio, better: 'less', aim: atMost(ratio, 1) };
}

export function amount(figure: number): string {
  const digits = figure >= 100 ? 0 : figure >= 10 ? 1 : 2;
  return figure.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const WIDTHS = { name: 52, figure: 11, ratio: 6, aim: 14, verdict: 7 };

export function headLine(): string {
  return line(['', 'ours', 'limit', 'ratio', 'aim', '', 'kept']);
}

/** `kept`: the ratio of an earlier run; undefined: none is kept. */
export function findingLine({ name, ours, limit, ratio, aim }: Finding, kept: number | undefined): string {
  const verdict = aim === null ? '' : aim.met ? 'met' : 'NOT MET';
  const change = kept === undefined ? '' : `${kept.toFixed(2)} (${percent(ratio / kept - 1)})`;
  return line([name, ours, limit, ratio.toFixed(2), aim?.text ?? '', verdict, change]);
}

function percent(change: number): string {
  const rounded = Math.round(change * 100);
  return `${rounded < 0 ? '−' : '+'}${Math.abs(rounded)} %`;
}

type Cells = [
  name: string,
  ours: string,
  limit: string,
  ratio: string,
  aim: string,
  verdict: string,
  kept: string,
];

function line([name, ours, limit, ratio, aim, verdict, kept]: Cells): string {
  return [
    name.padEnd(WIDTHS.name),
    ours.padStart(WIDTHS.figure),
    limit.padStart(WIDTHS.figure),
    ratio.padStart(WIDTHS.ratio),
    ` ${aim.padEnd(WIDTHS.aim)}`,
    verdict.padEnd(WIDTHS.verdict),
    kept,
  ]
    .join(' ')
    .trimEnd();
}
