import { listPoolWarnings } from '../../../domain/claims/code-pools.ts';
import { listLedgerWarnings, readLedgerChecks } from '../../../domain/ledger/ledger-checks.ts';
import { readDatabaseFacts } from '../../../domain/listings/database-store.ts';
import { listBackupWarnings, readBackupState } from '../../../domain/operating/backup-state.ts';
import { listFollowUpWarnings } from '../../../domain/operations/follow-up.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { listWebhookWarnings } from '../../../domain/webhooks/webhook-warnings.ts';
import { sendScreen } from '../access/screens.tsx';
import type { Show } from '../show.ts';
import { type ServerFacts, ServerScreen } from './server-screen.tsx';

export const showServer: Show = async (deps, { program, frame, tools }, _request, reply) => {
  const facts = await readServer(deps, tools.version);
  const zone = program.sites[0]!.time_zone;
  return sendScreen(reply, 200, <ServerScreen facts={facts} zone={zone} frame={frame('server')} />);
};

/** The whole server, whatever the program in whose screens it is shown. */
async function readServer(deps: Deps, version: string): Promise<ServerFacts> {
  const programs = await deps.programs.all();
  const [database, ledger, backups, ...warnings] = await Promise.all([
    readDatabaseFacts(deps.db),
    readLedgerChecks(deps),
    readBackupState(deps),
    listPoolWarnings(deps, programs),
    listWebhookWarnings(deps),
    listFollowUpWarnings(deps),
    listLedgerWarnings(deps),
    listBackupWarnings(deps),
  ]);
  return {
    version,
    node: process.versions.node,
    programs: programs.length,
    database,
    ledger,
    backups,
    warnings: warnings.flat(),
  };
}
