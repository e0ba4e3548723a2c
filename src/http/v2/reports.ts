import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../domain/programs/deps.ts';
import { REPORT_INTERVALS } from '../../domain/reports/periods.ts';
import { type ReportRequest, readReport, reportMistakes } from '../../domain/reports/read-report.ts';
import { reportCsv } from '../../domain/reports/report-csv.ts';
import { columnNames, REPORT_NAMES, type ReportName, reportKind } from '../../domain/reports/report-kinds.ts';
import type { App } from '../app-types.ts';
import { CalendarDate, nullableTimestamp, StringEnum, Text } from '../schema-helpers.ts';
import { reportAnswerSchema, titleOf } from './report-schemas.ts';
import { REPORT_HEADERS, REPORT_TYPE, ReportRequestHeaders, sendReport, wholeCsv } from './tagged-report.ts';

interface ReportQuery extends ReportRequest {
  type?: 'csv' | 'json';
}

const key = (kind: string) =>
  Type.Optional(Text({ description: `Only what concerns the ${kind} of this key in the program file.` }));

const PERIOD_PARAMETERS = {
  ...REPORT_TYPE,
  from: Type.Optional(
    CalendarDate({ description: 'The first day. Absent: the first of the month eleven months before.' }),
  ),
  to: Type.Optional(CalendarDate({ description: 'The last day, inclusive. Absent: today.' })),
};

function querySchema(name: ReportName) {
  const { filters, monthly } = reportKind(name);
  return Type.Object(
    {
      ...PERIOD_PARAMETERS,
      interval: Type.Optional(
        StringEnum(monthly ? ['month'] : REPORT_INTERVALS, {
          default: 'month',
          description: 'The length of a period. A week begins on Monday. A report has at most 1,000 periods.',
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
                'application/json': { schema: reportAnswerSchema(name) },
                'text/csv': {
                  schema: Type.String({
                    description: `A row for each row of the report. Columns: ${columnNames(name).join(', ')}.`,
                  }),
                },
              },
            },
            304: Type.Null({ description: 'The report has not changed.' }),
          },
        },
      },
      (request, reply) => answer(deps, name, request, reply),
    );
  };
}

/** The schema already complains about a text that is no calendar date. */
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
      ? await wholeCsv(columnNames(name), reportCsv(report))
      : JSON.stringify({ report: { ...report, as_of: { at: nullableTimestamp(at), transaction_id } } });
  return sendReport(request, reply, { text, type: type ?? 'json' });
}
