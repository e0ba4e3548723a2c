import { Type } from '@sinclair/typebox';
import type { Deps } from '../../domain/programs/deps.ts';
import { readForecast } from '../../domain/reports/forecast.ts';
import type { App } from '../app-types.ts';
import { NoQuerySchema, Nullable, nullableTimestamp } from '../schema-helpers.ts';
import { REPORT_HEADERS, ReportAsOfSchema, ReportRequestHeaders, sendReport } from './tagged-report.ts';

const month = (description: string, example = '2026-11') =>
  Type.String({ description: `${description}: YYYY-MM.`, examples: [example] });
const points = (description: string, example: number) => Type.Integer({ description, examples: [example] });
const byAge = (what: string, examples: number[]) =>
  Type.Array(Type.Integer(), {
    description: `${what} up to the end of each month, the month itself first.`,
    examples: [examples],
  });

const VintageSchema = Type.Object(
  {
    month: month('The month in which customers got the points', '2026-09'),
    earned: points('Points that they got, less those that were undone.', 40_000),
    redeemed: byAge('Points of them that were redeemed', [1_200, 5_900, 8_100]),
    expired: byAge('Points of them that expired', [0, 0, 0]),
  },
  { title: 'ForecastVintage' },
);

const ExpectationSchema = Type.Object(
  {
    factors: Type.Array(Type.Number(), {
      description:
        'By age in months, from `first_age` on: redemptions up to the next age, divided by those up to this one.',
      examples: [[2.9, 1.3, 1.1]],
    }),
    first_age: Type.Integer({
      description: 'The age in months of the first factor. Points of a lower age were never redeemed.',
      examples: [0],
    }),
    redemption_rate: Type.Number({
      description:
        'The part of all points earned so far that customers will redeem in the end, between 0 and 1.',
      examples: [0.81],
    }),
    redemption_rate_error: Type.Number({
      description: 'The standard error of `redemption_rate`.',
      examples: [0.04],
    }),
    redemptions: points('Points that are still to be redeemed.', 61_000),
    redemptions_error: points('The standard error of `redemption_rate`.', 3_100),
    months: Type.Array(
      Type.Object({
        month: month('The month', '2026-12'),
        redemptions: points('Points that are expected to be redeemed in it.', 14_200),
        expiries: points('Points that are expected to expire in it.', 600),
      }),
      { description: 'The twelve months after `through`.' },
    ),
    back_test: Nullable(
      Type.Object(
        {
          months: Type.Array(
            Type.Object({
              month: month('The month', '2026-06'),
              expected: points('Points that the months before let expect.', 9_800),
              redeemed: points('Points that were redeemed of those that were there before.', 9_450),
            }),
          ),
          error: Nullable(
            Type.Number({
              description:
                'The expected points minus the redeemed points, divided by the redeemed points. Null: no points were redeemed.',
              examples: [0.037],
            }),
          ),
        },
        {
          description:
            'A test of the method: the forecast of the last six months from the months before them. Null: there is too little history.',
        },
      ),
    ),
  },
  { title: 'ForecastExpectation' },
);

const ForecastSchema = Type.Object(
  {
    forecast: Type.Object(
      {
        as_of: ReportAsOfSchema,
        through: month(
          'The last month that counts: the last one that is over in every zone of the program',
          '2026-11',
        ),
        triangle: Type.Array(VintageSchema, { description: 'Oldest first, without gaps.' }),
        expectation: Nullable(ExpectationSchema),
      },
      { title: 'Forecast' },
    ),
  },
  { title: 'ForecastAnswer' },
);

export function forecastRoute(app: App, deps: Deps): void {
  app.get(
    '/reports/forecast',
    {
      config: { scope: 'read_reports' },
      schema: {
        operationId: 'reportForecast',
        tags: ['Program-level'],
        summary: 'Forecast how many points will be redeemed',
        description:
          "How many of the points that customers have earned will be redeemed, and in which months. The method is the chain ladder with Mack's standard error. `expectation` is null if there is too little history, or if the months differ too much for a forecast.",
        querystring: NoQuerySchema,
        headers: ReportRequestHeaders,
        response: {
          200: {
            description: 'The forecast.',
            headers: REPORT_HEADERS,
            content: { 'application/json': { schema: ForecastSchema } },
          },
          304: Type.Null({ description: 'The forecast has not changed.' }),
        },
      },
    },
    async (request, reply) => {
      const forecast = await readForecast(deps, request.program);
      const as_of = { ...forecast.as_of, at: nullableTimestamp(forecast.as_of.at) };
      return sendReport(request, reply, { text: JSON.stringify({ forecast: { ...forecast, as_of } }) });
    },
  );
}
