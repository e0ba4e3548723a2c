import { sum } from '../../../domain/core/sum.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Report } from '../../../domain/reports/read-report.ts';
import { REPORT_NAMES, type ReportName, reportKind } from '../../../domain/reports/report-kinds.ts';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Icon } from '../design/icon.tsx';
import { Notice } from '../design/notice.tsx';
import { Plot } from '../design/plot.tsx';
import { Sentence } from '../design/sentence.tsx';
import { Table } from '../design/table.tsx';
import { Tabs } from '../design/tabs.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { withQuery } from '../place.ts';
import { type ChosenSpan, spanQuery } from '../span.ts';
import { SpanForm, SpanMistake } from '../span-form.tsx';
import { CohortTable } from './cohort-table.tsx';
import { REPORT_PLOTS } from './report-plots.ts';
import { figureText, reportPlot, reportTable, subjectSums } from './report-view.ts';

type ReportTab = ReportName | 'forecast' | 'books';

/** The reports with their addresses, the forecast that is made from them, and the books of months. */
export function reportTabs(
  { say }: ConsoleWording,
  place: string,
  current: ReportTab,
  query: Record<string, string>,
) {
  const tab = (name: ReportTab) => ({
    name: say(`report_${name}`),
    href: withQuery(`${place}/reports/${name}`, query),
    current: name === current,
  });
  const names = REPORT_NAMES.filter((name) => name !== 'overview');
  return [...names, 'forecast' as const, 'books' as const].map(tab);
}

/** A longer table is folded. Its sums and its csv come before it. */
const MOST_ROWS = 62;

interface ReportProps {
  frame: FrameView;
  place: string;
  program: Program;
  span: ChosenSpan;
  report: Report;
}

/** A report: its plot, and every row of it as a table. */
export function ReportScreen({ frame, place, program, span, report }: ReportProps) {
  const { name, zone, as_of } = report;
  const { wording } = frame;
  const { say } = wording;
  const title = say(`report_${name}`);
  const { note } = REPORT_PLOTS[name];
  const path = `${place}/reports/${name}`;
  const query = { ...spanQuery(span), interval: span.interval };
  const table = reportTable(wording, program, report);
  const sums = subjectSums(wording, program, report);
  return (
    <Screen
      frame={frame}
      title={title}
      about={`${wording.span(span.from, span.to)} · ${zone}`}
      beside={<SpanForm path={path} span={span} />}
    >
      <Tabs label={say('screen_reports')} tabs={reportTabs(wording, place, name, spanQuery(span))} />
      <SpanMistake span={span} />
      <Card
        title={say(`report_about_${name}`)}
        id="plot"
        beside={<Periods path={path} name={name} span={span} />}
      >
        {report.rows.length === 0 ? <NoRows /> : <Drawing program={program} report={report} />}
        {note && <p class="muted small">{say(note)}</p>}
      </Card>
      {sums && (
        <Card title={say('report_whole_span')} id="sums" flush>
          <Table caption={`${title}: ${say('report_whole_span')}`} {...sums} />
        </Card>
      )}
      <Card
        title={say('report_every_figure')}
        id="figures"
        flush
        beside={
          <span class="row">
            <ButtonLink href={withQuery(`${path}.csv`, query)} kind="bare" low icon="download">
              {say('csv')}
            </ButtonLink>
            <button type="button" class="button bare low scripted" data-print>
              <Icon name="print" />
              {say('report_print')}
            </button>
          </span>
        }
      >
        {table.rows.length <= MOST_ROWS ? (
          <Table caption={title} {...table} />
        ) : (
          <details class="behind inset">
            <summary>{say('report_show_rows', { count: table.rows.length })}</summary>
            <Table caption={title} {...table} />
          </details>
        )}
      </Card>
      <Late program={program} report={report} />
      <p class="muted small">
        {as_of.at === null ? (
          say('report_nothing_counted')
        ) : (
          <Sentence at={as_of.at} zone={zone}>
            {(moment) =>
              say('report_counted', {
                moment,
                zone,
                transaction: String(as_of.transaction_id),
              })
            }
          </Sentence>
        )}
      </p>
    </Screen>
  );
}

function Drawing({ program, report }: { program: Program; report: Report }) {
  const wording = useWording();
  return report.name === 'cohorts' ? (
    <CohortTable rows={report.rows} />
  ) : (
    <Plot {...reportPlot(wording, program, report)} />
  );
}

function Periods({ path, name, span }: { path: string; name: ReportName; span: ChosenSpan }) {
  const { say } = useWording();
  if (reportKind(name).monthly) return null;
  return (
    <Tabs
      label={say('report_periods')}
      look="segments"
      tabs={(['day', 'week', 'month'] as const).map((interval) => ({
        name: say(`period_${interval}`),
        href: withQuery(path, { ...spanQuery(span), interval }),
        current: interval === span.interval,
      }))}
    />
  );
}

function NoRows() {
  const { say } = useWording();
  return (
    <EmptyState icon="bars" title={say('report_no_rows')}>
      {say('report_no_rows_about')}
    </EmptyState>
  );
}

/** Points and net sales that are booked in these months although their dates are in closed months. */
function Late({ program, report: { late, late_sales = [] } }: { program: Program; report: Report }) {
  const wording = useWording();
  const { say } = wording;
  if (late.length + late_sales.length === 0) return null;
  const transactions = sum(late.map((one) => one.transactions));
  const sales = sum(late_sales.map((one) => one.net_sales));
  const points = say('report_late_points', { count: transactions });
  const money = say('report_late_sales', { amount: figureText(wording, program, 'money', sales) ?? '' });
  const both = { points, sales: money };
  const booked = late_sales.length === 0 ? points : late.length === 0 ? money : say('report_late_both', both);
  return <Notice mood="accent">{say('report_late', { booked })}</Notice>;
}

/** All reports, each with the question that it answers. */
export function ReportsScreen({ frame, place }: { frame: FrameView; place: string }) {
  const { say } = frame.wording;
  const entries = [
    ...REPORT_NAMES.filter((name) => name !== 'overview'),
    'forecast' as const,
    'books' as const,
  ];
  return (
    <Screen frame={frame} title={say('screen_reports')} about={say('reports_about')}>
      <ul class="links">
        {entries.map((name) => (
          <li class="card">
            <h2>
              <a href={`${place}/reports/${name}`}>{say(`report_${name}`)}</a>
            </h2>
            <p class="muted">{say(`report_about_${name}`)}</p>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
