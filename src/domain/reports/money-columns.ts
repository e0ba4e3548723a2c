import type { DeferredPeriod } from '../books/deferred-revenue.ts';
import { money, points, type ReportColumn, round } from './report-columns.ts';

export const netSales = money(
  'What was paid for orders, less refunds, cancellations, shipping and tax.',
  48_200,
  (cell, worth) => worth.ofMinor(cell.points.sales),
);

const deferred = (meaning: string, example: number, amount: keyof DeferredPeriod) =>
  money(`${meaning} Null: the value of a point is not known.`, example, ({ deferral }, worth) =>
    worth.ofPoints(0) === null ? null : worth.ofMinor(deferral?.[amount] ?? 0),
  );

export const DEFERRED_REVENUE: Readonly<Record<string, ReportColumn>> = {
  net_sales: netSales,
  points: points(
    'Points that orders gave, pending ones included, less those that were taken back.',
    41_000,
    ({ deferral }) => deferral?.points ?? 0,
  ),
  expected_rate: {
    unit: 'share',
    meaning:
      'The part of all points that is expected to be redeemed, as known at the end of the month. Null: too little history, so all are expected to be.',
    example: 0.81,
    of: ({ deferral }) => (deferral?.expected_rate == null ? null : round(deferral.expected_rate)),
  },
  opening: deferred('Deferred before the month.', 1_120, 'opening_minor'),
  deferred: deferred("The part of the month's net sales that is deferred.", 329.36, 'added_minor'),
  recognised: deferred('What became revenue in the month.', 180, 'recognised_minor'),
  closing: deferred('Deferred after the month.', 1_269.36, 'deferred_minor'),
};
