import { type Static, Type } from '@sinclair/typebox';
import { DomainError } from '../../domain/core/errors.ts';
import { closeMonth } from '../../domain/operations/close-month.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { type ClosedMonth, findBooks, listClosedMonths } from '../../domain/reports/closed-month-store.ts';
import { isMonth } from '../../domain/reports/periods.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { NoQuerySchema, Timestamp, timestamp } from '../schema-helpers.ts';
import { LateFlowSchema, LateSalesSchema, REPORT_MONEY, reportRowSchema } from './report-schemas.ts';
import {
  Month,
  REPORT_HEADERS,
  ReportAsOfSchema,
  ReportRequestHeaders,
  sendReport,
} from './tagged-report.ts';

const ClosedMonthSchema = Type.Object(
  {
    month: Month(),
    closed_at: Timestamp({ description: "The moment by the program's clock." }),
    transaction_id: Type.Integer({
      description:
        'The books contain every transaction up to this id that is dated in the month or before it.',
      examples: [5120],
    }),
  },
  { title: 'ClosedMonth' },
);

const ClosedMonthAnswerSchema = Type.Object(
  { closed_month: ClosedMonthSchema },
  { title: 'ClosedMonthAnswer' },
);

const BooksSchema = Type.Object(
  {
    program: Type.String({ description: 'The key of the program.', examples: ['my-store'] }),
    month: Month(),
    zone: Type.String({ examples: ['America/New_York'] }),
    closed_at: Timestamp(),
    as_of: ReportAsOfSchema,
    ...REPORT_MONEY,
    roll_forward: reportRowSchema('roll_forward'),
    sites: Type.Array(
      Type.Object(
        { site: Type.String({ examples: ['main'] }), ...reportRowSchema('roll_forward').properties },
        { title: 'SiteRollForward' },
      ),
      { description: 'The roll-forward of each site.' },
    ),
    tiers: Type.Array(reportRowSchema('tiers')),
    rules: Type.Array(reportRowSchema('rules')),
    rewards: Type.Array(reportRowSchema('rewards')),
    // Months that were closed before this existed lack it.
    deferred_revenue: Type.Optional(reportRowSchema('deferred_revenue')),
    late: Type.Array(LateFlowSchema, {
      description:
        'Points that are booked in this month, although they are dated in a month that was closed before.',
    }),
    // Months that were closed before these existed lack them.
    late_sales: Type.Optional(
      Type.Array(LateSalesSchema, {
        description:
          'Net sales that are booked in this month, although they are dated in a month that was closed before.',
      }),
    ),
  },
  { title: 'Books' },
);

export function listClosedMonthsRoute(app: App, deps: Deps): void {
  app.get(
    '/reports/closed_months',
    {
      config: { scope: 'read_reports' },
      schema: {
        operationId: 'listClosedMonths',
        tags: ['Program-level'],
        summary: 'List closed months',
        description: 'The months whose books are closed, oldest first.',
        querystring: NoQuerySchema,
        response: {
          200: Type.Object({ closed_months: Type.Array(ClosedMonthSchema) }, { title: 'ClosedMonthList' }),
        },
      },
    },
    async ({ program }) => ({
      closed_months: (await listClosedMonths(deps.db, program.id)).map(presentClosedMonth),
    }),
  );
}

export function closeMonthRoute(app: App, deps: Deps): void {
  app.post(
    '/reports/closed_months',
    {
      config: { scope: 'write_reports' },
      schema: {
        operationId: 'closeMonth',
        tags: ['Program-level'],
        summary: 'Close a month',
        description:
          'Closes the books of a month for ever. Entries that are recorded later for this month are booked in the open month. For a month that is closed already the answer is 200, and nothing changes. Refused with 400: a month that is not over in every time zone of the program, or that does not follow the last closed one. Any month may be the first.',
        querystring: NoQuerySchema,
        body: Type.Object({ month: Month() }, { title: 'CloseMonth', additionalProperties: false }),
        response: {
          200: answerOf('It was closed before.'),
          201: answerOf('Closed.'),
        },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) => {
          const { program, body } = request;
          return closeMonth(deps, { program, month: body.month, by: actorOf(request) }, hooks);
        },
        present: async (closed) => ({
          status: closed.closed_now ? 201 : 200,
          body: { closed_month: presentClosedMonth(closed) },
        }),
      }),
  );
}

export function getClosedMonthRoute(app: App, deps: Deps): void {
  app.get(
    '/reports/closed_months/:month',
    {
      config: { scope: 'read_reports' },
      schema: {
        operationId: 'getClosedMonth',
        tags: ['Program-level'],
        summary: 'Read the books of a closed month',
        description: 'The answer always has the same bytes.',
        params: Type.Object({ month: Month() }),
        querystring: NoQuerySchema,
        headers: ReportRequestHeaders,
        response: {
          200: {
            description: 'The books.',
            headers: REPORT_HEADERS,
            content: { 'application/json': { schema: BooksSchema } },
          },
          304: Type.Null({ description: 'The caller has these books already.' }),
        },
      },
    },
    async (request, reply) => {
      const { month } = request.params;
      const text = isMonth(month) ? await findBooks(deps.db, request.program.id, month) : undefined;
      if (text === undefined) throw new DomainError('not_found', 'The month is not closed.');
      return sendReport(request, reply, { text });
    },
  );
}

function answerOf(description: string) {
  return { description, content: { 'application/json': { schema: ClosedMonthAnswerSchema } } };
}

function presentClosedMonth({ month, closed_at, counted_to }: ClosedMonth): Static<typeof ClosedMonthSchema> {
  return { month, closed_at: timestamp(closed_at), transaction_id: counted_to };
}
