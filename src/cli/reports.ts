import { loadConfig } from '../config.ts';
import { NO_LIMITS, SERVER_LIMITS } from '../db/limits.ts';
import { closeMonth } from '../domain/operations/close-month.ts';
import { rebuildFigures } from '../domain/operations/rebuild-figures.ts';
import { type ClosedMonth, findBooks, listClosedMonths } from '../domain/reports/closed-month-store.ts';
import { isMonth } from '../domain/reports/periods.ts';
import { type VerifiedFigures, verifyFigures } from '../domain/reports/verify-store.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { progressPrinter } from './progress.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';
import { wrongLines } from './wrong-figures.ts';

/** `loyaltyd reports verify` */
export async function verifyReportsCommand(shell: Shell, options: { program: string }): Promise<Outcome> {
  const result = await withProgram(loadConfig(shell.env), NO_LIMITS, options.program, (deps, { id }) =>
    verifyFigures(deps, id),
  );
  const { sums, notes } = wrongLines(result);
  const isWrong = sums.length + notes.length > 0;
  return {
    exit_code: isWrong ? EXIT.failed : EXIT.ok,
    text: [...sums, ...notes, ...verdict(result, sums.length, notes.length)].join('\n'),
    json: result,
  };
}

function verdict({ figures, counted_to }: VerifiedFigures, sums: number, notes: number): string[] {
  const checked = `${figures} figures of transactions up to ${counted_to} checked`;
  return [
    sums > 0
      ? `${checked}: ${sums} are not the sums of their transactions. Run: loyaltyd reports rebuild`
      : `${checked}: all are the sums of their transactions.`,
    ...(notes > 0
      ? [
          `${notes} of the orders and referrals are not what was noted of them. A rebuild does not mend that:`,
          'docs/figures.md says what does, under "How figures are kept".',
        ]
      : []),
  ];
}

/** `loyaltyd reports rebuild`: progress goes to stderr. */
export async function rebuildReportsCommand(shell: Shell, options: { program: string }): Promise<Outcome> {
  const onProgress = progressPrinter(shell.stderr, 'transaction ids');
  const result = await withProgram(loadConfig(shell.env), NO_LIMITS, options.program, (deps, { id }) =>
    rebuildFigures(deps, id, { onProgress }),
  );
  return {
    exit_code: EXIT.ok,
    text: `The figures are rebuilt from the transactions up to ${result.counted_to}.`,
    json: result,
  };
}

/** `loyaltyd reports close MONTH` */
export async function closeMonthCommand(
  shell: Shell,
  month: string,
  options: { program: string },
): Promise<Outcome> {
  const { books } = await withProgram(loadConfig(shell.env), NO_LIMITS, options.program, (deps, program) =>
    closeMonth(deps, { program, month, by: { kind: 'command', name: 'reports close' } }),
  );
  return { exit_code: EXIT.ok, text: books.trimEnd(), json: JSON.parse(books) };
}

/** `loyaltyd reports books [MONTH]` */
export async function booksCommand(
  shell: Shell,
  month: string | undefined,
  options: { program: string },
): Promise<Outcome> {
  return withProgram(loadConfig(shell.env), SERVER_LIMITS, options.program, async ({ db }, program) => {
    if (month === undefined) return listOf(await listClosedMonths(db, program.id));
    const books = isMonth(month) ? await findBooks(db, program.id, month) : undefined;
    if (books === undefined) throw new CommandError(EXIT.failed, `The month ${month} is not closed.`);
    return { exit_code: EXIT.ok, text: books.trimEnd(), json: JSON.parse(books) };
  });
}

function listOf(closed: readonly ClosedMonth[]): Outcome {
  const months = closed.map(({ closed_at, ...month }) => ({
    ...month,
    closed_at: new Date(closed_at).toISOString(),
  }));
  const lines = months.map(
    ({ month, closed_at, counted_to }) =>
      `${month}  closed ${closed_at}, with the transactions up to ${counted_to}`,
  );
  return { exit_code: EXIT.ok, text: lines.join('\n') || 'No month is closed yet.', json: { months } };
}
