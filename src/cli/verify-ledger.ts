import { loadConfig } from '../config.ts';
import { NO_LIMITS } from '../db/limits.ts';
import { type Drift, verifyLedger } from '../domain/ledger/verify.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import type { Outcome } from './outcome.ts';

/** `loyaltyd verify-ledger`: progress goes to stderr. */
export async function verifyLedgerCommand(): Promise<Outcome> {
  const result = await withDatabase(loadConfig(), NO_LIMITS, ({ db }) =>
    verifyLedger({ db }, { onProgress: progressPrinter() }),
  );
  const { customers, transactions, drifts } = result;
  const checked = `${customers} customers and ${transactions} transactions checked`;
  return {
    exit_code: drifts.length > 0 ? EXIT.failed : EXIT.ok,
    text:
      drifts.length > 0
        ? `${drifts.map(describe).join('\n')}\n${checked}: ${drifts.length} do not add up.`
        : `${checked}: all adds up.`,
    json: result,
  };
}

function describe({ program_id, customer_id, what, id, stored, summed }: Drift): string {
  const where = `program ${program_id}, customer ${customer_id}, ${what}${id === null ? '' : ` ${id}`}`;
  return `${where}: stored ${stored}, transactions give ${summed}`;
}

/** On a terminal one line that moves on, elsewhere a line for each tenth. */
function progressPrinter(): (done: number, of: number) => void {
  let tenths = 0;
  return (done, of) => {
    const line = `${done} of ${of} customers`;
    if (process.stderr.isTTY) {
      process.stderr.write(`\r${line}${done === of ? '\n' : ''}`);
      return;
    }
    const reached = of === 0 ? 10 : Math.floor((done / of) * 10);
    if (reached > tenths) process.stderr.write(`${line}\n`);
    tenths = reached;
  };
}
