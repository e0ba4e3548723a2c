import type { NavigationEntry } from './frame.tsx';
import { countText } from './numbers.ts';
import type { PlotView } from './plot.tsx';
import type { Rank } from './ranks.tsx';
import type { StatView } from './stat.tsx';
import type { TimelineEntry } from './timeline.tsx';

// Invented figures for the page of components.

export const SCREENS: Omit<NavigationEntry, 'href'>[] = [
  { title: 'Overview', icon: 'home', key: 'o', current: true },
  { title: 'Customers', icon: 'people', key: 'c', current: false },
  { title: 'Reports', icon: 'bars', key: 'r', current: false },
];

export const STATS: StatView[] = [
  { name: 'Members', figure: '12,480', trend: { change: 0.042, rise_is: 'good' }, aside: '512 joined' },
  {
    name: 'Points earned',
    figure: '1,204,310',
    trend: { change: 0.183, rise_is: 'good' },
    aside: 'from 1,017,900',
  },
  {
    name: 'Redemption rate',
    figure: '44.3%',
    trend: { change: -0.021, rise_is: 'good' },
    aside: 'from 45.2%',
  },
  { name: 'Points outstanding', figure: '3,480,120', aside: 'worth $34,801' },
];

const DAYS = Array.from({ length: 30 }, (_, at) => ({
  short: `${at + 1} Mar`,
  long: `${at + 1} March 2026`,
}));
/** A wave that looks like trade: the same at every start. */
const wave = (at: number, size: number, lag: number) =>
  Math.round(size * (1 + 0.45 * Math.sin((at + lag) / 2.2) + 0.2 * Math.cos((at + lag) * 1.7)));

export const PLOT_OF_BARS: PlotView = {
  summary: 'Points by day in March 2026: made-up figures',
  form: 'bars',
  period_name: 'Day',
  periods: DAYS,
  series: [
    { name: 'Earned', tone: 1, values: DAYS.map((_, at) => wave(at, 42_000, 0)) },
    { name: 'Redeemed', tone: 2, below: true, values: DAYS.map((_, at) => wave(at, 18_000, 3)) },
    { name: 'Expired', tone: 5, below: true, values: DAYS.map((_, at) => wave(at, 4_000, 9)) },
  ],
  text: countText,
};

export const PLOT_OF_LINES: PlotView = {
  summary: 'Members by tier in March 2026: made-up figures',
  form: 'lines',
  period_name: 'Day',
  periods: DAYS,
  series: [
    { name: 'Silver', tone: 1, values: DAYS.map((_, at) => 6_100 + at * 38) },
    { name: 'Gold', tone: 2, values: DAYS.map((_, at) => 3_300 + at * 21) },
    { name: 'Platinum', tone: 3, values: DAYS.map((_, at) => 1_500 + at * 9) },
    {
      name: 'Expected',
      tone: 4,
      dashed: true,
      values: DAYS.map((_, at) => (at < 20 ? null : 700 + at * 14)),
    },
  ],
  text: countText,
};

export const PLOT_OF_ONE: PlotView = {
  summary: 'Points outstanding in March 2026: made-up figures',
  form: 'lines',
  period_name: 'Day',
  periods: DAYS,
  series: [
    {
      name: 'Outstanding',
      tone: 1,
      values: DAYS.map((_, at) => 2_900_000 + at * 19_000 + wave(at, 20_000, 1)),
    },
  ],
  text: countText,
};

export const RANKS: Rank[] = [
  { name: 'Make a purchase', value: 812_000, text: '812,000' },
  { name: 'Bring a friend', value: 214_500, text: '214,500' },
  { name: 'Review what you bought', value: 96_250, text: '96,250' },
  { name: 'Celebrate your birthday', value: 61_800, text: '61,800' },
  { name: 'Visit our store', value: 19_400, text: '19,400' },
];

export const TIMELINE: TimelineEntry[] = [
  {
    icon: 'bag',
    mood: 'good',
    title: 'Order 5012',
    why: '$48.00 × 5 points per $1, Gold; approved 12 December after 14 days',
    at: '28 Nov 2026, 10:12',
    worth: '+240',
  },
  {
    icon: 'gift',
    mood: 'accent',
    title: 'Claimed Free delivery',
    why: 'Code given, not used yet',
    at: '20 Nov 2026, 18:40',
    worth: '−100',
  },
  { icon: 'crown', title: 'Became Gold', why: 'Spent $300 within 12 months', at: '2 Nov 2026, 09:00' },
];
