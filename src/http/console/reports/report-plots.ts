import type { ReportName } from '../../../domain/reports/report-kinds.ts';
import type { Tone } from '../design/plot-layout.ts';
import type { ConsoleMessage } from '../language/en.ts';

/** A column of a report that its plot shows. */
export interface PlottedColumn {
  column: string;
  name: ConsoleMessage;
  tone: Tone;
  below?: boolean;
}

export interface PlottedReport {
  form: 'bars' | 'lines';
  columns: readonly PlottedColumn[];
  /** A note under the plot, if the plot leaves something out. */
  note?: ConsoleMessage;
}

const FLOWS: readonly PlottedColumn[] = [
  { column: 'earned', name: 'column_earned', tone: 1 },
  { column: 'added', name: 'column_added', tone: 3 },
  { column: 'refunded', name: 'column_refunded', tone: 4 },
  { column: 'redeemed', name: 'column_redeemed', tone: 2, below: true },
  { column: 'expired', name: 'column_expired', tone: 5, below: true },
  { column: 'voided', name: 'column_voided', tone: 6, below: true },
];

/**
 * The plot of each report that has a row for every period. A report with subjects has one column, drawn for the
 * subjects that moved the most.
 */
export const REPORT_PLOTS: Record<ReportName, PlottedReport> = {
  roll_forward: {
    form: 'bars',
    columns: FLOWS,
    note: 'report_note_roll_forward',
  },
  overview: {
    form: 'bars',
    columns: [
      { column: 'earned', name: 'column_earned', tone: 1 },
      { column: 'redeemed', name: 'column_redeemed', tone: 2, below: true },
      { column: 'expired', name: 'column_expired', tone: 5, below: true },
    ],
  },
  points: { form: 'bars', columns: FLOWS },
  liability: {
    form: 'lines',
    columns: [
      { column: 'outstanding', name: 'column_outstanding', tone: 1 },
      { column: 'pending', name: 'column_waiting', tone: 2 },
    ],
  },
  tiers: { form: 'bars', columns: [{ column: 'earned', name: 'column_earned', tone: 1 }] },
  rules: { form: 'bars', columns: [{ column: 'earned', name: 'column_earned', tone: 1 }] },
  rewards: { form: 'bars', columns: [{ column: 'redeemed', name: 'column_redeemed', tone: 1 }] },
  members: {
    form: 'bars',
    columns: [
      { column: 'came', name: 'column_came', tone: 3 },
      { column: 'went', name: 'column_went', tone: 2, below: true },
    ],
  },
  referrals: {
    form: 'lines',
    columns: [
      { column: 'asked', name: 'column_asked', tone: 1 },
      { column: 'used', name: 'column_used', tone: 2 },
      { column: 'completed', name: 'column_completed', tone: 3 },
    ],
  },
  deferred_revenue: {
    form: 'lines',
    columns: [{ column: 'closing', name: 'column_deferred', tone: 1 }],
    note: 'report_note_deferred_revenue',
  },
  cohorts: { form: 'lines', columns: [{ column: 'redeemed', name: 'column_redeemed', tone: 1 }] },
};
