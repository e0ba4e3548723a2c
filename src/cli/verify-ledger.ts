import { loadConfig } from '../config.ts';
import { NO_LIMITS } from '../db/limits.ts';
import { describeDrift } from '../domain/ledger/describe-drift.ts';
import { verifyLedger } from '../domain/ledger/verify.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';
import { progressPrinter } from './progress.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

/** `loyaltyd verify-ledger [--program KEY]`: progress goes to stderr. */
export async function verifyLedgerCommand(shell: Shell, options: { program?: string }): Promise<Outcome> {
  const onProgress = progressPrinter(shell.stderr, 'customers');
  const result =
    options.program === undefined
      ? await withDatabase(loadConfig(shell.env), NO_LIMITS, ({ db }) => verifyLedger({ db }, { onProgress }))
      : await withProgram(loadConfig(shell.env), NO_LIMITS, options.program, (deps, { id }) =>
          verifyLedger(deps, { program_id: id, onProgress }),
        );
  const { customers, transactions, drifts } = result;
  const checked = `${customers} customers and ${transactions} transactions checked`;
  return {
    exit_code: drifts.length > 0 ? EXIT.failed : EXIT.ok,
    text:
      drifts.length > 0
        ? `${drifts.map(describeDrift).join('\n')}\n${checked}: ${drifts.length} do not add up.`
        : `${checked}: all adds up.`,
    json: result,
  };
}
