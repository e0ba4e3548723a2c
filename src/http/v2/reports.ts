import { type TSchema, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FLOW_NAMES } from '../../domain/ledger/flows.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { REPORT_INTERVALS } from '../../domain/reports/periods.ts';
import { type ReportRequest, readReport, reportMistakes } from '../../domain/reports/read-report.ts';
import { reportCsv } from '../../domain/reports/report-csv.ts';
import {
  columnNames,
  REPORT_NAMES,
  type ReportColumn,
  type ReportName,
  reportKind,
} from '../../domain/reports/report-kinds.ts';
import type { App } from '../app-types.ts';
import { csvText } from '../csv.ts';
import { CalendarDate, Nullable, nullableTimestamp, StringEnum, Text } from '../schema-helpers.ts';
import { REPORT_HEADERS, ReportAsOfSchema, ReportRequestHeaders, sendReport } from './tagged-report.ts';

interface ReportQuery extends ReportRequest {
  type?: 'csv' | 'json';
}

const key = (kind: string) =>
  Type.Optional(Text({ description: `Only what concerns the ${kind} of this key in the program file.` }));

const PERIOD_PARAMETERS = {
  type: Type.Optional(
    StringEnum(['csv', 'json'], { default: 'json', description: 'The format of the answer.' }),
  ),
  from: Type.Optional(
    CalendarDate({ description: 'The first day. Absent: the first of the month eleven months before.' }),
  ),
  to: Type.Optional(CalendarDate({ description: 'The last day, inclusive. Absent: today.' })),
};

function querySchema(name: ReportName) {
  const { filters, subject } = reportKind(name);
  return Type.Object(
    {
      ...PERIOD_PARAMETERS,
      interval: Type.Optional(
        StringEnum(subject === 'cohort' ? ['month'] : REPORT_INTERVALS, {
          default: 'month',
          description: 'How long a period is. A week begins on Monday. A report has at most 1,000 periods.',
        }),
      ),
      ...Object.fromEntries(filters.map((filter) => [filter, key(filter)])),
    },
    { additionalProperties: false },
  );
}

export const REPORT_ROUTES = REPORT_NAMES.map((name) => reportRoute(name));

function reportRoute(name: ReportName) {
  return (app: App, deps: Deps): void => {
    app.get(
      `/reports/${name}`,
      {
        config: {
          scope: 'read_reports',
          complaints: ({ program, query }) => complaintsOf(deps, program, name, query as ReportQuery),
        },
        schema: {
          operationId: `report${titleOf(name)}`,
          tags: ['Program-level'],
          summary: `Report: ${name.replaceAll('_', ' ')}`,
          description: `${reportKind(name).about} Days are those of each customer's home site. The figures are at most some seconds behind the ledger; \`as_of\` says how far they are counted.`,
          querystring: querySchema(name),
          headers: ReportRequestHeaders,
          response: {
            200: {
              description: 'The report.',
              headers: REPORT_HEADERS,
              content: {
                'application/json': { schema: answerSchema(name) },
                'text/csv': {
                  schema: Type.String({
                    description: `A row for each row of the report. Columns: ${columnNames(name).join(', ')}.`,
                  }),
                },
              },
            },
            304: Type.Null({ description: 'The report is the one that the caller has.' }),
          },
        },
      },
      (request, reply) => answer(deps, name, request, reply),
    );
  };
}

/** A calendar date that is not one is complained of by its schema. */
function complaintsOf(
  deps: Deps,
  program: FastifyRequest['program'],
  name: ReportName,
  query: ReportQuery,
): Record<string, string> {
  const texts = Object.values(query).every((value) => typeof value === 'string');
  return texts ? reportMistakes(deps, program, name, query) : {};
}

async function answer(
  deps: Deps,
  name: ReportName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { type, ...asked } = request.query as ReportQuery;
  const report = await readReport(deps, request.program, name, asked);
  const { at, transaction_id } = report.as_of;
  const text =
    type === 'csv'
      ? await csvOf(name, reportCsv(report))
      : JSON.stringify({ report: { ...report, as_of: { at: nullableTimestamp(at), transaction_id } } });
  return sendReport(request, reply, { text, type: type ?? 'json' });
}

async function csvOf(name: ReportName, rows: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of csvText(columnNames(name), [Buffer.from(rows)])) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function answerSchema(name: ReportName): TSchema {
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
          rows: Type.Array(Type.Object(row, { title: `${titleOf(name)}ReportRow` }), {
            description: subject
              ? `In the order of periods: a row for each ${subject} that moved in the period.`
              : 'In the order of periods: a row for each.',
          }),
          late: Type.Array(LateFlowSchema, {
            description:
              'What is booked in the months of the report though it is dated in closed ones, in the whole program.',
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
const LateFlowSchema = Type.Object(
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

function valueSchema({ unit, meaning: description, example }: ReportColumn): TSchema {
  const notes = { description, examples: [example] };
  return unit === 'share' ? Nullable(Type.Number(notes)) : Type.Integer(notes);
}

function titleOf(name: ReportName): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
