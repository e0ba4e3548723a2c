import { Type } from '@sinclair/typebox';
import { ACCOUNT_NAMES, accountsOf } from '../../domain/books/journal.ts';
import { FLOW_NAMES } from '../../domain/ledger/flows.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { JOURNAL_COLUMNS, journalCsv, readJournal } from '../../domain/reports/read-journal.ts';
import type { App } from '../app-types.ts';
import { Name, nullableTimestamp, StringEnum } from '../schema-helpers.ts';
import {
  Month,
  REPORT_HEADERS,
  REPORT_TYPE,
  ReportAsOfSchema,
  ReportRequestHeaders,
  sendReport,
  wholeCsv,
} from './tagged-report.ts';

const account = (name: (typeof ACCOUNT_NAMES)[number]) =>
  Type.Optional(
    Name({
      description:
        name === 'liability'
          ? 'The account of the liability. Absent: `points liability`.'
          : `The other side of points ${name}. Absent: \`points ${name}\`.`,
    }),
  );

const QuerySchema = Type.Object(
  {
    ...REPORT_TYPE,
    point_value: Type.Optional(
      Type.String({
        pattern: '^(?=.*[1-9])\\d{1,6}(\\.\\d{1,12})?$',
        description:
          "The value of a point in the program's currency. Absent: what rewards gave for points in the twelve months up to this month.",
        examples: ['0.01'],
      }),
    ),
    ...Object.fromEntries(ACCOUNT_NAMES.map((name) => [name, account(name)])),
  },
  { additionalProperties: false },
);
type Query = { type?: 'csv' | 'json'; point_value?: string } & Partial<
  Record<(typeof ACCOUNT_NAMES)[number], string>
>;

const LineSchema = Type.Object(
  {
    month: Month(),
    flow: StringEnum(FLOW_NAMES, { description: 'The kind of change of the outstanding points.' }),
    debit: Type.String({ description: 'The name of an account.', examples: ['points earned'] }),
    credit: Type.String({ description: 'The name of an account.', examples: ['points liability'] }),
    amount: Type.String({
      description: 'The amount in the currency of the journal, more than 0.',
      examples: ['410.00'],
    }),
    currency: Type.String({ examples: ['USD'] }),
  },
  { title: 'JournalLine' },
);

const AnswerSchema = Type.Object(
  {
    journal: Type.Object(
      {
        month: Month(),
        closed: Type.Boolean({
          description: 'Whether the month is closed. Otherwise its journal may still change.',
        }),
        as_of: ReportAsOfSchema,
        currency: Type.String({ examples: ['USD'] }),
        point_value: Type.Number({
          description: 'The value of a point in units of the currency.',
          examples: [0.01],
        }),
        lines: Type.Array(LineSchema),
      },
      { title: 'Journal' },
    ),
  },
  { title: 'JournalAnswer' },
);

export function journalRoute(app: App, deps: Deps): void {
  app.get(
    '/reports/journal/:month',
    {
      config: { scope: 'read_reports' },
      schema: {
        operationId: 'reportJournal',
        tags: ['Program-level'],
        summary: 'Report: journal',
        description:
          'The bookings of a month on the accounts that the query names. Their sum is the change of the liability in the month. The journal of a closed month comes from its books.',
        params: Type.Object({ month: Month() }),
        querystring: QuerySchema,
        headers: ReportRequestHeaders,
        response: {
          200: {
            description: 'The journal.',
            headers: REPORT_HEADERS,
            content: {
              'application/json': { schema: AnswerSchema },
              'text/csv': {
                schema: Type.String({
                  description: `A row for each line. Columns: ${JOURNAL_COLUMNS.join(', ')}.`,
                }),
              },
            },
          },
          304: Type.Null({ description: 'The journal has not changed.' }),
        },
      },
    },
    async (request, reply) => {
      const { month } = request.params;
      const { type, point_value, ...accounts } = request.query as Query;
      const journal = await readJournal(deps, request.program, {
        month,
        point_value: point_value === undefined ? null : Number(point_value),
        accounts: accountsOf(accounts),
      });
      const { at, transaction_id } = journal.as_of;
      const text =
        type === 'csv'
          ? await wholeCsv(JOURNAL_COLUMNS, journalCsv(journal))
          : JSON.stringify({ journal: { ...journal, as_of: { at: nullableTimestamp(at), transaction_id } } });
      return sendReport(request, reply, { text, type: type ?? 'json' });
    },
  );
}
