import { loadConfig } from '../config.ts';
import { openDataKeys } from '../db/data-keys.ts';
import { NO_LIMITS } from '../db/limits.ts';
import { demoHistory } from '../demo/history/demo-history.ts';
import { type ProgramFigures, readFigures } from '../demo/history/history-store.ts';
import { HistoryRefused, type PreparedHistory } from '../demo/history/prepare-history.ts';
import { systemClock, systemRandom } from '../deps.ts';
import { verifyLedger } from '../domain/ledger/verify.ts';
import { PASSWORD_COST } from '../domain/operators/password.ts';
import { ProgramCache } from '../domain/programs/cache.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { eventPresenter } from '../http/webhooks/present-event.ts';
import { Outbound } from '../outbound/outbound.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { figuresTable } from './figures-table.ts';
import { Interruption } from './interruption.ts';
import { makeLogger } from './logger.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { ratedProgressPrinter } from './progress.ts';
import type { Shell } from './shell.ts';

export interface HistoryOptions {
  customers?: string;
  months?: string;
  seed?: string;
}

const RANGES = { customers: [20, 20_000], months: [2, 24], seed: [1, 99_999] } as const;

/** `loyaltyd demo history`: progress goes to stderr. */
export async function demoHistoryCommand(shell: Shell, options: HistoryOptions): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const request = {
    customers: numberOf(options, 'customers'),
    months: numberOf(options, 'months'),
    seed: numberOf(options, 'seed'),
  };
  const interruption = new Interruption(shell, 'Run "demo history" again to go on.');
  // No server runs meanwhile, so nobody waits, even on a slow machine.
  return withDatabase(config, NO_LIMITS, async ({ db, hot }) => {
    const outbound = new Outbound({ allow_private: false });
    const deps: Deps = {
      db,
      hot,
      programs: new ProgramCache(db),
      clock: systemClock,
      random: systemRandom,
      password_cost: PASSWORD_COST,
      // An empty pool of codes is part of the history, so its warnings are not shown.
      logger: makeLogger('error', shell.stderr),
      ...(await openDataKeys(db, config.secret_key, 'command')),
      publicUrl: config.public_url,
      outbound,
    };
    const history = await demoHistory(deps, {
      ...request,
      present: eventPresenter(config.public_url),
      onBegin: (prepared) => shell.stderr.write(`${announcementOf(prepared)}\n`),
      onProgress: interruption.progress(ratedProgressPrinter(shell.stderr, 'steps')),
    })
      .catch((error: unknown) => {
        throw error instanceof HistoryRefused ? new CommandError(EXIT.failed, error.message) : error;
      })
      .finally(() => outbound.close());
    return outcomeOf(deps, history);
  });
}

function numberOf(options: HistoryOptions, name: keyof typeof RANGES): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const [least, most] = RANGES[name];
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new CommandError(EXIT.usage, `--${name} is a whole number from ${least} to ${most}.`);
}

function announcementOf({ begun, ended, begin, terms }: PreparedHistory): string {
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  const what = `${terms.customers} customers from ${day(begin)} to ${day(terms.end)}, seed ${terms.seed}`;
  if (ended) return `The history was played to its end before: ${what}.`;
  return begun ? `A history was begun and cut short; this run goes on: ${what}.` : `Playing ${what}.`;
}

async function outcomeOf(
  deps: Deps,
  { program_id, terms }: PreparedHistory & { program_id: number },
): Promise<Outcome> {
  const program = (await deps.programs.some([program_id]))[0]!;
  const figures: ProgramFigures = await readFigures(deps.db, program_id);
  const { drifts } = await verifyLedger(deps, { program_id });
  const verdict =
    drifts.length === 0
      ? 'The ledger adds up.'
      : `${drifts.length} figures do not add up: run verify-ledger.`;
  return {
    exit_code: drifts.length === 0 ? EXIT.ok : EXIT.failed,
    text: `${figuresTable(program, figures)}\n${verdict}`,
    json: {
      program: program.key,
      ...terms,
      end: new Date(terms.end).toISOString(),
      ...figures,
      drifts: drifts.length,
    },
  };
}
