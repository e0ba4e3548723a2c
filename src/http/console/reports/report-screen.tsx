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
import { countText, momentText, spanText } from '../design/numbers.ts';
import { Plot } from '../design/plot.tsx';
import { Table } from '../design/table.tsx';
import { Tabs } from '../design/tabs.tsx';
import { withQuery } from '../place.ts';
import { type ChosenSpan, spanQuery } from '../span.ts';
import { SpanForm, SpanMistake } from '../span-form.tsx';
import { CohortTable } from './cohort-table.tsx';
import { REPORT_PLOTS } from './report-plots.ts';
import { figureText, PERIOD_NAMES, reportPlot, reportTable, subjectSums } from './report-view.ts';

type ReportTab = ReportName | 'forecast' | 'books';

/** The reports with their addresses, the forecast, which is read from them, and the books of months. */
export function reportTabs(place: string, current: ReportTab, query: Record<string, string>) {
  const tab = (name: ReportTab, title: string) => ({
    name: title,
    href: withQuery(`${place}/reports/${name}`, query),
    current: name === current,
  });
  const names = REPORT_NAMES.filter((name) => name !== 'overview');
  return [
    ...names.map((name) => tab(name, REPORT_PLOTS[name].title)),
    tab('forecast', 'Forecast'),
    tab('books', 'Books'),
  ];
}

/** A longer table is folded: its sums, and its csv, stand before it. */
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
  const { title, note } = REPORT_PLOTS[name];
  const path = `${place}/reports/${name}`;
  const query = { ...spanQuery(span), interval: span.interval };
  const table = reportTable(program, report);
  const sums = subjectSums(program, report);
  return (
    <Screen
      frame={frame}
      title={title}
      about={`${spanText(span.from, span.to)} · ${zone}`}
      beside={<SpanForm path={path} span={span} />}
    >
      <Tabs label="Reports" tabs={reportTabs(place, name, spanQuery(span))} />
      <SpanMistake span={span} />
      <Card title={reportKind(name).about} id="plot" beside={<Periods path={path} name={name} span={span} />}>
        {report.rows.length === 0 ? <NoRows /> : <Drawing program={program} report={report} />}
        {note && <p class="muted small">{note}</p>}
      </Card>
      {sums && (
        <Card title="In the whole span" id="sums" flush>
          <Table caption={`${title}, in the whole span`} {...sums} />
        </Card>
      )}
      <Card
        title="Every figure"
        id="figures"
        flush
        beside={
          <span class="row">
            <ButtonLink href={withQuery(`${path}.csv`, query)} kind="bare" low icon="download">
              csv
            </ButtonLink>
            <button type="button" class="button bare low scripted" data-print>
              <Icon name="print" />
              Print
            </button>
          </span>
        }
      >
        {table.rows.length <= MOST_ROWS ? (
          <Table caption={title} {...table} />
        ) : (
          <details class="behind inset">
            <summary>Show all {countText(table.rows.length)} rows</summary>
            <Table caption={title} {...table} />
          </details>
        )}
      </Card>
      <Late program={program} report={report} />
      <p class="muted small">
        {as_of.at === null
          ? 'Nothing is counted yet.'
          : `Counted up to ${momentText(as_of.at, zone)}, ${zone}, and transaction ${as_of.transaction_id}.`}
      </p>
    </Screen>
  );
}

function Drawing({ program, report }: { program: Program; report: Report }) {
  return report.name === 'cohorts' ? (
    <CohortTable rows={report.rows} />
  ) : (
    <Plot {...reportPlot(program, report)} />
  );
}

function Periods({ path, name, span }: { path: string; name: ReportName; span: ChosenSpan }) {
  if (reportKind(name).monthly) return null;
  return (
    <Tabs
      label="Periods"
      look="segments"
      tabs={(['day', 'week', 'month'] as const).map((interval) => ({
        name: PERIOD_NAMES[interval],
        href: withQuery(path, { ...spanQuery(span), interval }),
        current: interval === span.interval,
      }))}
    />
  );
}

function NoRows() {
  return (
    <EmptyState icon="bars" title="Nothing happened in these days">
      Choose a longer span. Points appear here some seconds after they move.
    </EmptyState>
  );
}

/** Points and net sales that are booked in these months though they are dated in closed ones. */
function Late({ program, report: { late, late_sales = [] } }: { program: Program; report: Report }) {
  if (late.length + late_sales.length === 0) return null;
  const transactions = sum(late.map((one) => one.transactions));
  const sales = sum(late_sales.map((one) => one.net_sales));
  const booked = [
    ...(late.length > 0 ? [`${countText(transactions)} transactions`] : []),
    ...(late_sales.length > 0 ? [`net sales of ${figureText(program, 'money', sales)}`] : []),
  ];
  return (
    <Notice mood="accent">
      Booked in these months though dated in months that were closed before: {booked.join(' and ')}.
    </Notice>
  );
}

/** All reports, each with what it answers. */
export function ReportsScreen({ frame, place }: { frame: FrameView; place: string }) {
  const entries = [
    ...REPORT_NAMES.filter((name) => name !== 'overview').map((name) => ({
      name,
      title: REPORT_PLOTS[name].title,
      about: reportKind(name).about,
    })),
    {
      name: 'forecast',
      title: 'Forecast',
      about: 'How many of the points given so far will be redeemed, and when.',
    },
    {
      name: 'books',
      title: 'Books',
      about: 'Months and their journals: which are closed, and what closing the next one keeps.',
    },
  ];
  return (
    <Screen frame={frame} title="Reports" about="Every figure is the ledger’s, to the point.">
      <ul class="links">
        {entries.map(({ name, title, about }) => (
          <li class="card">
            <h2>
              <a href={`${place}/reports/${name}`}>{title}</a>
            </h2>
            <p class="muted">{about}</p>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
