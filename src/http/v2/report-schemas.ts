import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { FLOW_NAMES } from '../../domain/ledger/flows.ts';
import { REPORT_INTERVALS } from '../../domain/reports/periods.ts';
import type { ReportColumn } from '../../domain/reports/report-columns.ts';
import { hasMoney, hasSales, type ReportName, reportKind } from '../../domain/reports/report-kinds.ts';
import { CalendarDate, Nullable, StringEnum } from '../schema-helpers.ts';
import { ReportAsOfSchema } from './tagged-report.ts';

/** The fields for the amounts of money in a report. Books from before these fields existed lack them. */
export const REPORT_MONEY = {
  currency: Type.Optional(
    Type.String({ description: 'The currency of amounts of money, by ISO 4217.', examples: ['USD'] }),
  ),
  point_value: Type.Optional(
    Nullable(
      Type.Number({
        description:
          "The value of a point in units of the currency: the program's `point_value`, otherwise what rewards gave for points in the last twelve months. Null: it is not known.",
        examples: [0.01],
      }),
    ),
  ),
};

/** A row of a report. */
export function reportRowSchema(name: ReportName): TObject {
  const { subject, columns } = reportKind(name);
  const row: Record<string, TSchema> = {
    period: Type.String({
      description: 'A month as YYYY-MM, a day as YYYY-MM-DD, a week by its Monday.',
      examples: ['2026-03'],
    }),
    ...(subject && {
      [subject]: Nullable(Type.String({ description: SUBJECTS[subject], examples: [EXAMPLES[subject]] })),
    }),
  };
  for (const [column, definition] of Object.entries(columns)) row[column] = valueSchema(definition);
  return Type.Object(row, { title: `${titleOf(name)}ReportRow` });
}

export function reportAnswerSchema(name: ReportName): TSchema {
  const { subject } = reportKind(name);
  return Type.Object(
    {
      report: Type.Object(
        {
          name: StringEnum([name]),
          from: CalendarDate({ examples: ['2026-03-01'] }),
          to: CalendarDate({ examples: ['2026-03-31'] }),
          interval: StringEnum(REPORT_INTERVALS, { default: 'month' }),
          zone: Type.String({
            description:
              "The time zone of the site that was asked for, otherwise of the program's first site.",
            examples: ['America/New_York'],
          }),
          as_of: ReportAsOfSchema,
          ...(hasMoney(name) && REPORT_MONEY),
          rows: Type.Array(reportRowSchema(name), {
            description: subject
              ? `In the order of periods: a row for each ${subject} that moved in the period.`
              : 'A row for each period, in their order.',
          }),
          late: Type.Array(LateFlowSchema, {
            description:
              'Points of the whole program that are booked in the months of the report, although they are dated in months that were closed before.',
          }),
          ...(hasSales(name) && {
            late_sales: Type.Array(LateSalesSchema, {
              description:
                'Net sales that are booked in this month, although they are dated in a month that was closed before.',
            }),
          }),
        },
        { title: `${titleOf(name)}Report` },
      ),
    },
    { title: `${titleOf(name)}ReportAnswer` },
  );
}

const SUBJECTS = {
  tier: 'The key of the tier. Null: none.',
  rule: 'The key of the rule.',
  reward: 'The key of the reward.',
  cohort: 'The month in which its customers became members.',
};
const EXAMPLES = { tier: 'gold', rule: 'purchase', reward: 'mug', cohort: '2026-01' };

export const LateFlowSchema = Type.Object(
  {
    booked: Type.String({ description: 'The month in which it is booked: YYYY-MM.', examples: ['2026-04'] }),
    dated: Type.String({
      description: 'The month, closed by then, in which it happened: YYYY-MM.',
      examples: ['2026-03'],
    }),
    flow: StringEnum([...FLOW_NAMES, 'pending']),
    points: Type.Integer({ examples: [120] }),
    transactions: Type.Integer({ examples: [3] }),
  },
  { title: 'ReportLateFlow' },
);

export const LateSalesSchema = Type.Object(
  {
    booked: LateFlowSchema.properties.booked,
    dated: LateFlowSchema.properties.dated,
    orders: Type.Integer({ description: 'The number of orders that were recorded.', examples: [1] }),
    net_sales: Type.Number({ description: 'The net sales in the currency of the report.', examples: [52] }),
  },
  { title: 'ReportLateSales' },
);

function valueSchema({ unit, meaning: description, example }: ReportColumn): TSchema {
  const notes = { description, examples: [example] };
  return unit === 'share' || unit === 'money' ? Nullable(Type.Number(notes)) : Type.Integer(notes);
}

export function titleOf(name: ReportName): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
