import type { FastifyRequest } from 'fastify';
import { ACCOUNT_NAMES, accountsOf } from '../../../domain/books/journal.ts';
import { DomainError } from '../../../domain/core/errors.ts';
import { closeMonth } from '../../../domain/operations/close-month.ts';
import { may } from '../../../domain/operators/roles.ts';
import { findBooks } from '../../../domain/reports/closed-month-store.ts';
import { isMonth } from '../../../domain/reports/periods.ts';
import { JOURNAL_COLUMNS, journalCsv, readJournal } from '../../../domain/reports/read-journal.ts';
import { actorOf } from '../../actor-of.ts';
import { sendCsv } from '../../csv.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { ClosingScreen, MonthScreen, MonthsScreen } from './books-screen.tsx';
import { listMonths, readMonth } from './read-month.ts';

export const showMonths: Show = async (deps, visit, _request, reply) => {
  const { program, place, frame } = visit;
  const months = await listMonths(deps, program);
  const view = { program, place, months, may_close: mayClose(visit) };
  return sendScreen(reply, 200, <MonthsScreen {...view} frame={frame('reports')} />);
};

export const showMonth: Show = async (deps, visit, request, reply) => {
  const { program, place, frame } = visit;
  const figures = await readMonth(deps, program, monthOf(request));
  const view = { program, place, figures, may_close: mayClose(visit) };
  return sendScreen(reply, 200, <MonthScreen {...view} frame={frame('reports')} />);
};

export const showClosing: Show = async (deps, { program, place, frame }, request, reply) => {
  const figures = await readMonth(deps, program, monthOf(request));
  const view = { program, place, figures, token: operatorFormToken(deps, request) };
  return sendScreen(reply, 200, <ClosingScreen {...view} frame={frame('reports')} />);
};

export const close: Show = async (deps, visit, request, reply) => {
  const { program, place } = visit;
  const month = monthOf(request);
  try {
    await closeMonth(deps, { program, month, by: actorOf(request) });
  } catch (error) {
    // The screen shows the reason why the month cannot be closed.
    if (!(error instanceof DomainError) || error.code !== 'invalid_request') throw error;
    return showClosing(deps, visit, request, reply);
  }
  return leadTo(reply, `${place}/reports/books/${month}`);
};

/** The journal with the account numbers in the query. */
export const sendJournal: Show = async (deps, { program }, request, reply) => {
  const month = monthOf(request);
  await readMonth(deps, program, month);
  const query = textsOf(request.query);
  const named = Object.fromEntries(
    ACCOUNT_NAMES.map((name) => [name, query[name]?.trim().slice(0, 255) || undefined]),
  );
  const accounts = accountsOf(named);
  const journal = await readJournal(deps, program, { month, point_value: null, accounts });
  reply.header('content-disposition', `attachment; filename="${program.key}-journal-${month}.csv"`);
  return sendCsv(reply, JOURNAL_COLUMNS, [Buffer.from(journalCsv(journal))]);
};

/** The books of a closed month, letter for letter. */
export const sendBooks: Show = async (deps, { program }, request, reply) => {
  const month = monthOf(request);
  const books = isMonth(month) ? await findBooks(deps.db, program.id, month) : undefined;
  if (books === undefined) throw new DomainError('not_found', 'The month is not closed.');
  reply.header('content-disposition', `attachment; filename="${program.key}-books-${month}.json"`);
  return reply.type('application/json; charset=utf-8').send(books);
};

function monthOf(request: FastifyRequest): string {
  return (request.params as { month: string }).month;
}

function mayClose({ operator, program }: Visit): boolean {
  return may(operator, 'write_reports', program.id);
}
