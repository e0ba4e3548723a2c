import {
  dayAfter,
  FIRST_DAY,
  isDay,
  listPeriods,
  monthAfter,
  type ReportInterval,
  type ReportSpan,
} from '../../domain/reports/periods.ts';

/** The spans that one click chooses, in days; null: the last twelve months. The last day of each is today. */
const PRESETS = { '7d': 7, '30d': 30, '90d': 90, '12m': null } as const;
export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

/** The parts of a query that choose a span. The address contains all of them, so it can be shared. */
export interface SpanQuery {
  span?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  interval?: string | undefined;
}

export interface ChosenSpan extends ReportSpan {
  /** null: the operator chose the days themselves. */
  preset: Preset | null;
  /** The span of the same number of days, or months, just before this one. */
  before: ReportSpan;
  /** The mistake in the requested days: the usual span replaces them. */
  mistake: 'no_days' | 'backwards' | null;
}

const isPreset = (text: string | undefined): text is Preset =>
  text !== undefined && Object.hasOwn(PRESETS, text);

/** The span that a query asks for, and the one before it. `usual`: the span for a query that asks for none. */
export function chosenSpan(query: SpanQuery, today: string, usual: Preset): ChosenSpan {
  const { span, from, to } = query;
  if (from === undefined && to === undefined) return presetSpan(isPreset(span) ? span : usual, query, today);
  const last = to ?? today;
  const mistake =
    from === undefined || !isDay(from) || !isDay(last) ? 'no_days' : last < from ? 'backwards' : null;
  if (mistake !== null) return { ...presetSpan(usual, {}, today), mistake };
  const days = daysBetween(from!, last);
  return spanWith({ from: from!, to: last }, query, days, null, {
    from: reportDay(dayAfter(from!, -days)),
    to: reportDay(dayAfter(from!, -1)),
  });
}

/**
 * The day, or the first day that a report may have if the day is earlier: the span before a long span may begin too
 * early.
 */
function reportDay(day: string): string {
  return day < FIRST_DAY ? FIRST_DAY : day;
}

function presetSpan(preset: Preset, query: SpanQuery, today: string): ChosenSpan {
  const days = PRESETS[preset];
  if (days !== null) {
    const from = dayAfter(today, 1 - days);
    const before = { from: dayAfter(from, -days), to: dayAfter(from, -1) };
    return spanWith({ from, to: today }, query, days, preset, before);
  }
  const from = monthAfter(today, -11);
  const before = { from: monthAfter(from, -12), to: dayAfter(from, -1) };
  return spanWith({ from, to: today }, query, 365, preset, before);
}

function spanWith(
  ends: { from: string; to: string },
  { interval: asked }: SpanQuery,
  days: number,
  preset: Preset | null,
  before: { from: string; to: string },
): ChosenSpan {
  const usual: ReportInterval = days <= 62 ? 'day' : days <= 200 ? 'week' : 'month';
  const wanted = asked === 'day' || asked === 'week' || asked === 'month' ? asked : usual;
  // The span has more periods than a report may have, or than a plot can show.
  const interval = listPeriods({ ...ends, interval: wanted }).length > MOST_PERIODS ? usual : wanted;
  return { ...ends, interval, preset, before: { ...before, interval }, mistake: null };
}

const MOST_PERIODS = 400;

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The query that gives the same span again. */
export function spanQuery({ preset, from, to }: ChosenSpan): Record<string, string> {
  return preset === null ? { from, to } : { span: preset };
}
