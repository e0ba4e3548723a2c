import { loadConfig } from '../config.ts';
import { NO_LIMITS, SERVER_LIMITS } from '../db/limits.ts';
import { closeMonth } from '../domain/operations/close-month.ts';
import { rebuildFigures } from '../domain/operations/rebuild-figures.ts';
import { type ClosedMonth, findBooks, listClosedMonths } from '../domain/reports/closed-month-store.ts';
import { isMonth } from '../domain/reports/periods.ts';
import { verifyFigures, type WrongFigure } from '../domain/reports/verify-store.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { progressPrinter } from './progress.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

/** `loyaltyd reports verify` */
export async function verifyReportsCommand(shell: Shell, options: { program: string }): Promise<Outcome> {
  const result = await withProgram(loadConfig(shell.env), NO_LIMITS, options.program, (deps, { id }) =>
    verifyFigures(deps, id),
  );
  const { figures, counted_to } = result;
  const wrong = [
    ...result.wrong.map(describe),
    ...result.wrong_balances.map(
      ({ customer_id, stored, summed }) =>
        `customer ${customer_id}, points by month: stored ${stored}, transactions give ${summed}`,
    ),
    ...result.wrong_vintages.map(
      ({ vintage, stored, summed }) =>
        `points of ${vintage.slice(0, 7)}: stored ${stored}, what became of them gives ${summed}`,
    ),
    ...result.wrong_cohorts.map(
      ({ cohort, month, site_id, flow, stored, summed }) =>
        `members of ${cohort.slice(0, 7)}, site ${site_id}, ${flow} in ${month.slice(0, 7)}: stored ${stored}, transactions give ${summed}`,
    ),
    ...result.wrong_members.map(
      ({ day, site_id, tier_id, stored, summed }) =>
        `members of ${day}, site ${site_id}, tier ${tier_id}: stored ${stored}, their changes give ${summed}`,
    ),
    ...result.wrong_sales.map(
      ({ day, site_id, tier_id, stored, summed }) =>
        `net sales of ${day}, site ${site_id}, tier ${tier_id}, in minor units: stored ${stored}, their changes give ${summed}`,
    ),
    ...result.wrong_referrals.map(
      ({ day, site_id, tier_id, stored, summed }) =>
        `referrals of ${day}, site ${site_id}, tier ${tier_id}: stored ${stored}, their changes give ${summed}`,
    ),
    ...result.wrong_steps.map(
      ({ referral_id, step, stored, summed }) =>
        `referral ${referral_id}, ${step}: its changes give ${stored}, the referral ${summed}`,
    ),
    ...result.wrong_orders.map(
      ({ order_id, stored, summed }) =>
        `order ${order_id}, net sales in minor units: its changes give ${stored}, the order ${summed}`,
    ),
    ...result.wrong_late.map(
      (late) => `${late.flow} ${describeLate(late)}, transactions give ${late.summed}`,
    ),
    ...result.wrong_late_sales.map(
      (late) => `net sales ${describeLate(late)}, in minor units, their changes give ${late.summed}`,
    ),
  ];
  const checked = `${figures} figures of transactions up to ${counted_to} checked`;
  return {
    exit_code: wrong.length > 0 ? EXIT.failed : EXIT.ok,
    text:
      wrong.length > 0
        ? `${wrong.join('\n')}\n${checked}: ${wrong.length} are not the sums of their transactions. Run: loyaltyd reports rebuild`
        : `${checked}: all are the sums of their transactions.`,
    json: result,
  };
}

function describe({ day, site_id, tier_id, rule_id, reward_id, flow, stored, summed }: WrongFigure): string {
  const about = `site ${site_id}, tier ${tier_id}, rule ${rule_id}, reward ${reward_id}`;
  return `${day}, ${about}, ${flow}: stored ${stored}, transactions give ${summed}`;
}

function describeLate({ booked, dated, stored }: { booked: string; dated: string; stored: number }): string {
  return `of ${dated.slice(0, 7)} booked in ${booked.slice(0, 7)}: stored ${stored}`;
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
