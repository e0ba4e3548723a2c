import { loadConfig } from '../config.ts';
import { NO_LIMITS } from '../db/limits.ts';
import { rebuildFigures } from '../domain/operations/rebuild-figures.ts';
import { verifyFigures, type WrongFigure } from '../domain/reports/verify-store.ts';
import { EXIT } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';
import { progressPrinter } from './progress.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

/** `loyaltyd reports verify` */
export async function verifyReportsCommand(shell: Shell, options: { program: string }): Promise<Outcome> {
  const result = await withProgram(loadConfig(shell.env), NO_LIMITS, options.program, (deps, { id }) =>
    verifyFigures(deps, id),
  );
  const { figures, counted_to, wrong } = result;
  const checked = `${figures} figures of transactions up to ${counted_to} checked`;
  return {
    exit_code: wrong.length > 0 ? EXIT.failed : EXIT.ok,
    text:
      wrong.length > 0
        ? `${wrong.map(describe).join('\n')}\n${checked}: ${wrong.length} are not the sums of their transactions. Run: loyaltyd reports rebuild`
        : `${checked}: all are the sums of their transactions.`,
    json: result,
  };
}

function describe({ day, site_id, tier_id, rule_id, reward_id, flow, stored, summed }: WrongFigure): string {
  const about = `site ${site_id}, tier ${tier_id}, rule ${rule_id}, reward ${reward_id}`;
  return `${day}, ${about}, ${flow}: stored ${stored}, transactions give ${summed}`;
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
