import type { PointsForecast } from '../../../domain/reports/forecast.ts';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { countText, periodLong, periodShort, shareText } from '../design/numbers.ts';
import { Plot, type PlotView } from '../design/plot.tsx';
import type { StatView } from '../design/stat.tsx';
import { Stats } from '../design/stat.tsx';
import { Tabs } from '../design/tabs.tsx';
import { reportTabs } from './report-screen.tsx';

type Expectation = NonNullable<PointsForecast['expectation']>;

/** A forecast of the points that customers have got, with its error, beside the outcome of an earlier one. */
export function ForecastScreen({
  frame,
  place,
  forecast,
}: {
  frame: FrameView;
  place: string;
  forecast: PointsForecast;
}) {
  const { expectation, through } = forecast;
  return (
    <Screen frame={frame} title="Forecast" about={`From all points up to ${periodLong(through, 'month')}`}>
      <Tabs label="Reports" tabs={reportTabs(place, 'forecast', {})} />
      {expectation ? (
        <>
          <Stats stats={forecastStats(expectation)} />
          <Card title="Redemptions of the points given so far" id="plot">
            <Plot {...forecastPlot(expectation)} />
            <p class="muted small">
              “Expected six months before” is the same forecast from the months before those: how near it came
              says how far to trust this one. Method: chain ladder, with Mack’s standard error.
            </p>
          </Card>
        </>
      ) : (
        <Card>
          <EmptyState icon="clock" title="Too little history">
            A forecast needs several months in which points were earned and redeemed. It appears here by
            itself.
          </EmptyState>
        </Card>
      )}
    </Screen>
  );
}

function forecastStats(expected: Expectation): StatView[] {
  const { redemption_rate, redemption_rate_error, redemptions, redemptions_error, back_test } = expected;
  const expiries = expected.months.reduce((sum, month) => sum + month.expiries, 0);
  return [
    {
      name: 'Redeemed in the end',
      figure: shareText(redemption_rate),
      aside: `± ${shareText(redemption_rate_error)}`,
    },
    {
      name: 'Never redeemed (breakage)',
      figure: shareText(1 - redemption_rate),
      aside: `± ${shareText(redemption_rate_error)}`,
    },
    {
      name: 'Points still to be redeemed',
      figure: countText(redemptions),
      aside: `± ${countText(redemptions_error)}`,
    },
    back_test?.error != null
      ? {
          name: 'Error of the last six months',
          figure: shareText(Math.abs(back_test.error)),
          aside: back_test.error > 0 ? 'too many expected' : 'too few expected',
        }
      : { name: 'Expire within twelve months', figure: countText(expiries), aside: 'points' },
  ];
}

/** Months that are over with what was expected of them, then the months to come. */
function forecastPlot({ back_test, months }: Expectation): PlotView {
  const past = back_test?.months ?? [];
  const all = [...past.map(({ month }) => month), ...months.map(({ month }) => month)];
  return {
    summary: 'Points redeemed and expected by month',
    form: 'lines',
    period_name: 'Month',
    periods: all.map((month) => ({ short: periodShort(month), long: periodLong(month, 'month') })),
    series: [
      {
        name: 'Redeemed',
        tone: 1,
        values: all.map((_, at) => past[at]?.redeemed ?? null),
      },
      {
        name: 'Expected redemptions',
        tone: 2,
        dashed: true,
        values: [...past.map(() => null), ...months.map(({ redemptions }) => redemptions)],
      },
      {
        name: 'Expected six months before',
        tone: 4,
        dashed: true,
        values: all.map((_, at) => past[at]?.expected ?? null),
      },
      {
        name: 'Expected expiries',
        tone: 5,
        dashed: true,
        values: [...past.map(() => null), ...months.map(({ expiries }) => expiries)],
      },
    ],
    text: countText,
  };
}
