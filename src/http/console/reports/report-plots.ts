import type { ReportName } from '../../../domain/reports/report-kinds.ts';
import type { Tone } from '../design/plot-layout.ts';

/** The columns of a report that its plot shows. */
export interface PlottedColumn {
  column: string;
  name: string;
  tone: Tone;
  below?: boolean;
}

export interface PlottedReport {
  title: string;
  form: 'bars' | 'lines';
  columns: readonly PlottedColumn[];
  /** Said under the plot, where it leaves something out. */
  note?: string;
}

const FLOWS: readonly PlottedColumn[] = [
  { column: 'earned', name: 'Earned', tone: 1 },
  { column: 'added', name: 'Added', tone: 3 },
  { column: 'refunded', name: 'Refunded', tone: 4 },
  { column: 'redeemed', name: 'Redeemed', tone: 2, below: true },
  { column: 'expired', name: 'Expired', tone: 5, below: true },
  { column: 'voided', name: 'Voided', tone: 6, below: true },
];

/**
 * The plot of each report that has a row for every period. Reports that tell subjects apart have one column, drawn for
 * those that moved most.
 */
export const REPORT_PLOTS: Record<ReportName, PlottedReport> = {
  roll_forward: {
    title: 'Roll-forward',
    form: 'bars',
    columns: FLOWS,
    note: 'Points removed by hand, merged and imported are in the table.',
  },
  overview: {
    title: 'Overview',
    form: 'bars',
    columns: [
      { column: 'earned', name: 'Earned', tone: 1 },
      { column: 'redeemed', name: 'Redeemed', tone: 2, below: true },
      { column: 'expired', name: 'Expired', tone: 5, below: true },
    ],
  },
  points: { title: 'Points', form: 'bars', columns: FLOWS },
  liability: {
    title: 'Liability',
    form: 'lines',
    columns: [
      { column: 'outstanding', name: 'Outstanding', tone: 1 },
      { column: 'pending', name: 'Waiting for approval', tone: 2 },
    ],
  },
  tiers: { title: 'Tiers', form: 'bars', columns: [{ column: 'earned', name: 'Earned', tone: 1 }] },
  rules: { title: 'Rules', form: 'bars', columns: [{ column: 'earned', name: 'Earned', tone: 1 }] },
  rewards: { title: 'Rewards', form: 'bars', columns: [{ column: 'redeemed', name: 'Redeemed', tone: 1 }] },
  members: {
    title: 'Members',
    form: 'bars',
    columns: [
      { column: 'came', name: 'Came', tone: 3 },
      { column: 'went', name: 'Went', tone: 2, below: true },
    ],
  },
  referrals: {
    title: 'Referrals',
    form: 'lines',
    columns: [
      { column: 'asked', name: 'Asked', tone: 1 },
      { column: 'used', name: 'Used', tone: 2 },
      { column: 'completed', name: 'Completed', tone: 3 },
    ],
  },
  deferred_revenue: {
    title: 'Deferred revenue',
    form: 'lines',
    columns: [{ column: 'closing', name: 'Deferred', tone: 1 }],
    note: 'Where the value of a point is not known, nothing is drawn: point_value in the program file states it.',
  },
  cohorts: { title: 'Cohorts', form: 'lines', columns: [{ column: 'redeemed', name: 'Redeemed', tone: 1 }] },
};
