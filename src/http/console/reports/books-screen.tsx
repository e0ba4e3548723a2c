import type { Program } from '../../../domain/programs/configuration.ts';
import { reportKind } from '../../../domain/reports/report-kinds.ts';
import { FormToken } from '../access/alone.tsx';
import { Badge } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Notice } from '../design/notice.tsx';
import { countText, exactMoneyText, momentText, periodLong } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import { Tabs } from '../design/tabs.tsx';
import { AccountsForm } from './accounts-form.tsx';
import type { ListedMonth, MonthFigures } from './read-month.ts';
import { reportTabs } from './report-screen.tsx';
import { figureText, wordsOf } from './report-view.ts';

interface MonthsProps {
  frame: FrameView;
  program: Program;
  place: string;
  months: readonly ListedMonth[];
  /** Whether the operator may close months. */
  may_close: boolean;
}

/** The months that are closed, and the one that is next. */
export function MonthsScreen({ frame, program, place, months, may_close }: MonthsProps) {
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/reports/books`;
  return (
    <Screen
      frame={frame}
      title="Books"
      about="A closed month keeps its figures for ever. Points and sales that come late are booked in an open month."
    >
      <Tabs label="Reports" tabs={reportTabs(place, 'books', {})} />
      <Card flush>
        <Table
          caption="Months"
          columns={[{ name: 'Month' }, { name: 'State' }, { name: '' }]}
          rows={months.map(({ month, closed_at, can_close }) => [
            <a href={`${path}/${month}`}>{periodLong(month, 'month')}</a>,
            closed_at === null ? (
              <Badge>open</Badge>
            ) : (
              <span class="row">
                <Badge mood="good">closed</Badge>
                <span class="muted">
                  <Moment at={closed_at} zone={zone} />
                </span>
              </span>
            ),
            can_close && may_close ? (
              <ButtonLink href={`${path}/${month}/close`} low>
                Close {periodLong(month, 'month')}
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
  const title = periodLong(month, 'month');
  return (
    <Screen
      frame={frame}
      title={title}
      about={
        closed_at === null
          ? `Open: its figures may still change · ${zone}`
          : `Closed ${momentText(closed_at, zone)}, ${zone}`
      }
      beside={
        <span class="row">
          {can_close && may_close && (
            <ButtonLink href={`${path}/close`} kind="main">
              Close {title}
            </ButtonLink>
          )}
          {closed_at !== null && (
            <ButtonLink href={`${path}/books.json`} icon="download">
              Books
            </ButtonLink>
          )}
          <ButtonLink href={`${place}/reports/books`}>To all months</ButtonLink>
        </span>
      }
    >
      <MonthTables program={program} figures={figures} />
      <Card
        title="Journal"
        id="journal"
        flush
        beside={
          journal && (
            <ButtonLink href={`${path}/journal.csv`} kind="bare" low icon="download">
              csv
            </ButtonLink>
          )
        }
      >
        {journal === null ? (
          <EmptyState icon="coins" title="A point has no known value">
            Nobody redeemed a reward of known worth in the twelve months up to this one. State{' '}
            <code>point_value</code> in the program file.
          </EmptyState>
        ) : (
          <Table
            caption={`Journal of ${title}`}
            columns={[{ name: 'Debit' }, { name: 'Credit' }, { name: 'Amount', number: true }]}
            rows={journal.lines.map(({ debit, credit, amount, currency }) => [
              debit,
              credit,
              exactMoneyText(Number(amount), currency),
            ])}
          />
        )}
      </Card>
      {journal && (
        <>
          <p class="muted small">
            A point counts as {pointText(journal.point_value, journal.currency)}. The lines together take the
            liability from its value before the month to that after it.
          </p>
          <AccountsForm action={`${path}/journal.csv`} />
        </>
      )}
    </Screen>
  );
}

/** Values of points are small: they keep all their digits. */
function pointText(value: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 12 }).format(
    value,
  );
}

function MonthTables({ program, figures }: { program: Program; figures: MonthFigures }) {
  const { roll_forward, deferred_revenue, point_value } = figures;
  const flows = Object.keys(reportKind('roll_forward').columns);
  const revenue = Object.entries(reportKind('deferred_revenue').columns);
  return (
    <div class="grid">
      <Card title="Points owed" id="roll-forward" flush>
        <Table
          caption="Points owed, from the beginning of the month to its end"
          columns={[{ name: 'Points' }, { name: 'In the month', number: true }]}
          rows={flows.map((name) => [wordsOf(name), countText(Number(roll_forward[name] ?? 0))])}
        />
      </Card>
      {deferred_revenue && point_value !== null && (
        <Card title="Sales and deferred revenue" id="revenue" flush>
          <Table
            caption="Net sales and deferred revenue of the month"
            columns={[{ name: 'Figure' }, { name: 'In the month', number: true }]}
            rows={revenue.map(([name, { unit }]) => [
              wordsOf(name),
              figureText(program, unit, deferred_revenue[name] ?? null),
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

/** The figures that closing keeps, before it is done. */
export function ClosingScreen({ frame, program, place, token, figures }: ClosingProps) {
  const { month, can_close, closed_at } = figures;
  const path = `${place}/reports/books/${month}`;
  const title = periodLong(month, 'month');
  return (
    <Screen frame={frame} title={`Close ${title}`} about="It cannot be opened again.">
      {can_close ? (
        <Card title="What closing does" id="close">
          <p>
            The books of {title} keep the figures below for ever, counted anew at that moment. Points and
            sales that are recorded later for {title}, or for months before it, are booked in an open month
            and named there as late.
          </p>
          <form class="row" method="post" action={`${path}/close`}>
            <FormToken token={token} />
            <Button kind="main">Close {title}</Button>
            <ButtonLink href={path}>Leave it open</ButtonLink>
          </form>
        </Card>
      ) : (
        <Notice mood="warn" beside={<ButtonLink href={`${place}/reports/books`}>To all months</ButtonLink>}>
          {closed_at === null
            ? 'Months are closed one after another, each once it is over in every time zone of the program.'
            : `${title} is closed already.`}
        </Notice>
      )}
      <MonthTables program={program} figures={figures} />
    </Screen>
  );
}
