import { localDate } from '../../domain/core/calendar.ts';
import { DomainError } from '../../domain/core/errors.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { readForecast } from '../../domain/reports/forecast.ts';
import { readReport } from '../../domain/reports/read-report.ts';
import { reportCsv } from '../../domain/reports/report-csv.ts';
import { columnNames, REPORT_NAMES, type ReportName, reportKind } from '../../domain/reports/report-kinds.ts';
import { sendCsv } from '../csv.ts';
import { sendScreen } from './access/screens.tsx';
import { sendLive } from './live.ts';
import { OverviewScreen } from './overview/overview-screen.tsx';
import { readOverview } from './overview/read-overview.ts';
import { readState } from './overview/read-state.ts';
import { ForecastScreen } from './reports/forecast-screen.tsx';
import { ReportScreen, ReportsScreen } from './reports/report-screen.tsx';
import { type Show, textsOf } from './show.ts';
import { chosenSpan, type SpanQuery } from './span.ts';
import type { Visit } from './visit.ts';

export const showOverview: Show = async (deps, visit, request, reply) => {
  const { place, frame } = visit;
  const overview = await readOverview(deps, visit, textsOf(request.query));
  return sendScreen(
    reply,
    200,
    <OverviewScreen frame={frame('overview')} overview={overview} place={place} />,
  );
};

/** The interval of the looks at the state for an open overview. */
const OVERVIEW_EVERY_MS = 5_000;

export const followOverview: Show = async (deps, { program, operator, tools }, _request, reply) =>
  sendLive(
    deps,
    reply,
    tools.closing,
    async () => ({ mark: (await readState(deps, program, operator)).mark, ended: false }),
    OVERVIEW_EVERY_MS,
  );

export const showReports: Show = async (_deps, { place, frame }, _request, reply) =>
  sendScreen(reply, 200, <ReportsScreen frame={frame('reports')} place={place} />);

/** A report, or its csv: the same query with `.csv` after the report's name. */
export const showReport: Show = async (deps, visit, request, reply) => {
  const { report: asked } = request.params as { report: string };
  if (asked === 'forecast') return showForecast(deps, visit, request, reply);
  const wantsCsv = asked.endsWith('.csv');
  const name = REPORT_NAMES.find((one) => one === asked.replace(/\.csv$/, ''));
  if (!name) throw new DomainError('not_found', 'There is no such report.');
  const { program, place, frame } = visit;
  const span = reportSpan(deps, visit, name, textsOf(request.query));
  const { from, to, interval } = span;
  const report = await readReport(deps, program, name, { from, to, interval });
  if (wantsCsv) {
    const file = `${program.key}-${name}-${from}-${to}.csv`;
    reply.header('content-disposition', `attachment; filename="${file}"`);
    return sendCsv(reply, columnNames(name), [Buffer.from(reportCsv(report))]);
  }
  return sendScreen(
    reply,
    200,
    <ReportScreen frame={frame('reports')} place={place} program={program} span={span} report={report} />,
  );
};

function reportSpan(deps: Deps, { program }: Visit, name: ReportName, query: SpanQuery) {
  const today = localDate(deps.clock.now(program), program.sites[0]!.time_zone);
  // Some reports only have whole months as periods.
  return chosenSpan(reportKind(name).monthly ? { ...query, interval: 'month' } : query, today, '12m');
}

const showForecast: Show = async (deps, { program, place, frame }, _request, reply) => {
  const forecast = await readForecast(deps, program);
  return sendScreen(
    reply,
    200,
    <ForecastScreen frame={frame('reports')} place={place} forecast={forecast} />,
  );
};
