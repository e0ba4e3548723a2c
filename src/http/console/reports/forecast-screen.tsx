import type { PointsForecast } from '../../../domain/reports/forecast.ts';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Plot, type PlotView } from '../design/plot.tsx';
import type { StatView } from '../design/stat.tsx';
import { Stats } from '../design/stat.tsx';
import { Tabs } from '../design/tabs.tsx';
import type { ConsoleWording } from '../language/wording.ts';
import { reportTabs } from './report-screen.tsx';

type Expectation = NonNullable<PointsForecast['expectation']>;

/** A forecast of the points that customers have, with its error, and the result of an earlier forecast. */
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
  const { wording } = frame;
  const { say } = wording;
  return (
    <Screen
      frame={frame}
      title={say('report_forecast')}
      about={say('forecast_about', { month: wording.periodLong(through, 'month') })}
    >
      <Tabs label={say('screen_reports')} tabs={reportTabs(wording, place, 'forecast', {})} />
      {expectation ? (
        <>
          <Stats stats={forecastStats(wording, expectation)} />
          <Card title={say('forecast_title')} id="plot">
            <Plot {...forecastPlot(wording, expectation)} />
            <p class="muted small">{say('forecast_method')}</p>
          </Card>
        </>
      ) : (
        <Card>
          <EmptyState icon="clock" title={say('forecast_little')}>
            {say('forecast_little_about')}
          </EmptyState>
        </Card>
      )}
    </Screen>
  );
}

function forecastStats({ say, share, count }: ConsoleWording, expected: Expectation): StatView[] {
  const { redemption_rate, redemption_rate_error, redemptions, redemptions_error, back_test } = expected;
  const expiries = expected.months.reduce((sum, month) => sum + month.expiries, 0);
  return [
    {
      name: say('forecast_in_the_end'),
      figure: share(redemption_rate),
      aside: `± ${share(redemption_rate_error)}`,
    },
    {
      name: say('forecast_breakage'),
      figure: share(1 - redemption_rate),
      aside: `± ${share(redemption_rate_error)}`,
    },
    {
      name: say('forecast_still'),
      figure: count(redemptions),
      aside: `± ${count(redemptions_error)}`,
    },
    back_test?.error != null
      ? {
          name: say('forecast_error'),
          figure: share(Math.abs(back_test.error)),
          aside: say(back_test.error > 0 ? 'forecast_too_many' : 'forecast_too_few'),
        }
      : { name: say('forecast_expire'), figure: count(expiries), aside: say('forecast_points') },
  ];
}

/** The past months with their forecast, then the coming months. */
function forecastPlot(
  { say, count, periodShort, periodLong }: ConsoleWording,
  { back_test, months }: Expectation,
): PlotView {
  const past = back_test?.months ?? [];
  const all = [...past.map(({ month }) => month), ...months.map(({ month }) => month)];
  return {
    summary: say('forecast_summary'),
    form: 'lines',
    period_name: say('period_month'),
    periods: all.map((month) => ({ short: periodShort(month), long: periodLong(month, 'month') })),
    series: [
      {
        name: say('column_redeemed'),
        tone: 1,
        values: all.map((_, at) => past[at]?.redeemed ?? null),
      },
      {
        name: say('forecast_expected'),
        tone: 2,
        dashed: true,
        values: [...past.map(() => null), ...months.map(({ redemptions }) => redemptions)],
      },
      {
        name: say('forecast_expected_before'),
        tone: 4,
        dashed: true,
        values: all.map((_, at) => past[at]?.expected ?? null),
      },
      {
        name: say('forecast_expected_expiries'),
        tone: 5,
        dashed: true,
        values: [...past.map(() => null), ...months.map(({ expiries }) => expiries)],
      },
    ],
    text: count,
  };
}
