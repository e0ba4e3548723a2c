import { loadConfig } from '../config.ts';
import { NO_LIMITS, SERVER_LIMITS } from '../db/limits.ts';
import { closeMonth } from '../domain/operations/close-month.ts';
import { rebuildFigures } from '../domain/operations/rebuild-figures.ts';
import { type ClosedMonth, findBooks, listClosedMonths } from '../domain/reports/closed-month-store.ts';
import { isMonth } from '../domain/reports/periods.ts';
import { MOST_WRONG, type VerifiedFigures, verifyFigures } from '../domain/reports/verify-store.ts';
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
  const { sums, changes } = wrongLines(result);
  const isWrong = sums.length + changes.length > 0;
  return {
    exit_code: isWrong ? EXIT.failed : EXIT.ok,
    text: [...sums, ...changes, ...verdict(result, sums.length)].join('\n'),
    json: result,
  };
}

function verdict(result: VerifiedFigures, sums: number): string[] {
  const { figures, counted_to, tier_cohorts_to, wrong_orders, wrong_steps } = result;
  const checked = `${figures} figures of transactions up to ${counted_to} checked`;
  const referrals = new Set(wrong_steps.map(({ referral_id }) => referral_id)).size;
  const isCut = Object.values(result).some((wrong) => Array.isArray(wrong) && wrong.length >= MOST_WRONG);
  return [
    sums > 0
      ? `${checked}: ${sums} are not the sums of their transactions. Run: loyaltyd reports rebuild`
      : `${checked}: all are the sums of their transactions.`,
    ...(tier_cohorts_to < counted_to
      ? [`Sums of cohorts by tier are compared up to ${tier_cohorts_to} alone: a server counts the rest.`]
      : []),
    ...(wrong_orders.length + referrals > 0
      ? [
          `Changes of ${wrong_orders.length} orders and ${referrals} referrals do not give what they are. A rebuild does not`,
          'mend that: docs/figures.md says what does, under "How figures are kept".',
        ]
      : []),
    ...(isCut ? [`No more than ${MOST_WRONG} of a kind are named: there may be others.`] : []),
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
