import type { Program } from '../../../domain/programs/configuration.ts';
import { reportKind } from '../../../domain/reports/report-kinds.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Badge } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Notice } from '../design/notice.tsx';
import { Sentence } from '../design/sentence.tsx';
import { Table } from '../design/table.tsx';
import { Tabs } from '../design/tabs.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { AccountsForm } from './accounts-form.tsx';
import type { ListedMonth, MonthFigures } from './read-month.ts';
import { reportTabs } from './report-screen.tsx';
import { columnText, figureText } from './report-view.ts';

interface MonthsProps {
  frame: FrameView;
  program: Program;
  place: string;
  months: readonly ListedMonth[];
  /** Whether the operator may close months. */
  may_close: boolean;
}

/** The closed months, and the next month to close. */
export function MonthsScreen({ frame, program, place, months, may_close }: MonthsProps) {
  const zone = program.sites[0]!.time_zone;
  const { wording } = frame;
  const { say, periodLong } = wording;
  const path = `${place}/reports/books`;
  return (
    <Screen frame={frame} title={say('report_books')} about={say('books_about')}>
      <Tabs label={say('screen_reports')} tabs={reportTabs(wording, place, 'books', {})} />
      <Card flush>
        <Table
          caption={say('books_months')}
          stacks
          columns={[{ name: say('period_month') }, { name: say('state') }, { name: '' }]}
          rows={months.map(({ month, closed_at, can_close }) => [
            <a href={`${path}/${month}`}>{periodLong(month, 'month')}</a>,
            closed_at === null ? (
              <Badge>{say('books_open')}</Badge>
            ) : (
              <span class="row">
                <Badge mood="good">{say('books_closed')}</Badge>
                <span class="muted">
                  <Moment at={closed_at} zone={zone} />
                </span>
              </span>
            ),
            can_close && may_close ? (
              <ButtonLink href={`${path}/${month}/close`} low>
                {say('books_close', { month: periodLong(month, 'month') })}
              </ButtonLink>
            ) : (
              ''
            ),
          ])}
        />
      </Card>
    </Screen>
  );
}

interface MonthProps {
  frame: FrameView;
  program: Program;
  place: string;
  figures: MonthFigures;
  may_close: boolean;
}

/** One month: its roll-forward, its deferred revenue, its journal. */
export function MonthScreen({ frame, program, place, figures, may_close }: MonthProps) {
  const { month, closed_at, can_close, zone, journal } = figures;
  const path = `${place}/reports/books/${month}`;
  const { wording } = frame;
  const { say, exactMoney, periodLong } = wording;
  const title = periodLong(month, 'month');
  return (
    <Screen
      frame={frame}
      title={title}
      back={{ href: `${place}/reports/books`, words: say('report_books') }}
      about={
        closed_at === null ? (
          say('books_still_open', { zone })
        ) : (
          <Sentence at={closed_at} zone={zone}>
            {(moment) => say('books_closed_at', { moment, zone })}
          </Sentence>
        )
      }
      beside={
        <span class="row">
          {can_close && may_close && (
            <ButtonLink href={`${path}/close`} kind="main">
              {say('books_close', { month: title })}
            </ButtonLink>
          )}
          {closed_at !== null && (
            <ButtonLink href={`${path}/books.json`} icon="download">
              {say('report_books')}
            </ButtonLink>
          )}
        </span>
      }
    >
      <MonthTables program={program} figures={figures} />
      <Card
        title={say('books_journal')}
        id="journal"
        flush
        beside={
          journal && (
            <ButtonLink href={`${path}/journal.csv`} kind="bare" low icon="download">
              {say('csv')}
            </ButtonLink>
          )
        }
      >
        {journal === null ? (
          <EmptyState icon="coins" title={say('books_no_value')}>
            {say('books_no_value_about')}
          </EmptyState>
        ) : (
          <Table
            caption={say('books_journal_of', { month: title })}
            columns={[
              { name: say('books_debit') },
              { name: say('books_credit') },
              { name: say('books_amount'), number: true },
            ]}
            rows={journal.lines.map(({ debit, credit, amount, currency }) => [
              debit,
              credit,
              exactMoney(Number(amount), currency),
            ])}
          />
        )}
      </Card>
      {journal && (
        <>
          <p class="muted small">
            {say('books_point_counts', { value: pointText(wording, journal.point_value, journal.currency) })}
          </p>
          <AccountsForm action={`${path}/journal.csv`} />
        </>
      )}
    </Screen>
  );
}

/** The value of a point is small, so it keeps all its digits. */
function pointText({ language }: ConsoleWording, value: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 12 }).format(
    value,
  );
}

function MonthTables({ program, figures }: { program: Program; figures: MonthFigures }) {
  const wording = useWording();
  const { say, count } = wording;
  const { roll_forward, deferred_revenue, point_value } = figures;
  const flows = Object.keys(reportKind('roll_forward').columns);
  const revenue = Object.entries(reportKind('deferred_revenue').columns);
  return (
    <div class="grid">
      <Card title={say('books_owed')} id="roll-forward" flush>
        <Table
          caption={say('books_owed_caption')}
          columns={[{ name: say('points') }, { name: say('books_in_month'), number: true }]}
          rows={flows.map((name) => [columnText(wording, name), count(Number(roll_forward[name] ?? 0))])}
        />
      </Card>
      {deferred_revenue && point_value !== null && (
        <Card title={say('books_revenue')} id="revenue" flush>
          <Table
            caption={say('books_revenue_caption')}
            columns={[{ name: say('books_figure') }, { name: say('books_in_month'), number: true }]}
            rows={revenue.map(([name, { unit }]) => [
              columnText(wording, name),
              figureText(wording, program, unit, deferred_revenue[name] ?? null),
            ])}
          />
        </Card>
      )}
    </div>
  );
}

interface ClosingProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  figures: MonthFigures;
}

/** Shows the figures that the closing keeps, before the month is closed. */
export function ClosingScreen({ frame, program, place, token, figures }: ClosingProps) {
  const { month, can_close, closed_at } = figures;
  const path = `${place}/reports/books/${month}`;
  const { say, periodLong } = frame.wording;
  const title = periodLong(month, 'month');
  return (
    <Screen
      frame={frame}
      title={say('books_close', { month: title })}
      back={{ href: path, words: title }}
      about={say('books_for_ever')}
    >
      {can_close ? (
        <Card title={say('books_what_closing_does')} id="close">
          <p>{say('books_closing_about', { month: title })}</p>
          <form class="row" method="post" action={`${path}/close`}>
            <FormToken token={token} />
            <Button kind="main">{say('books_close', { month: title })}</Button>
            <ButtonLink href={path}>{say('books_leave_open')}</ButtonLink>
          </form>
        </Card>
      ) : (
        <Notice mood="warn">
          {closed_at === null
            ? say('books_one_after_another')
            : say('books_closed_already', { month: title })}
        </Notice>
      )}
      <MonthTables program={program} figures={figures} />
    </Screen>
  );
}
