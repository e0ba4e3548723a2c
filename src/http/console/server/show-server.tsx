import { listPoolWarnings } from '../../../domain/claims/code-pools.ts';
import { listLedgerWarnings, readLedgerChecks } from '../../../domain/ledger/ledger-checks.ts';
import { readDatabaseFacts } from '../../../domain/listings/database-store.ts';
import { listBackupWarnings, readBackupState } from '../../../domain/operating/backup-state.ts';
import { listFollowUpWarnings } from '../../../domain/operations/follow-up.ts';
import { withOpenSessions } from '../../../domain/operations/manage-member-sessions.ts';
import { listOperatorPage } from '../../../domain/operations/manage-operators.ts';
import { orderLedgerCheck } from '../../../domain/operations/order-ledger-check.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { countPrograms, listProgramNames } from '../../../domain/programs/store.ts';
import { listWebhookWarnings } from '../../../domain/webhooks/webhook-warnings.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { sendLive } from '../live.ts';
import { pagePlace } from '../page-place.ts';
import { withQuery } from '../place.ts';
import { type Show, textsOf } from '../show.ts';
import { ledgerProgress } from './ledger-card.tsx';
import { firstRoles, OperatorsScreen } from './operators-screen.tsx';
import { type ServerFacts, ServerScreen } from './server-screen.tsx';

const OPERATORS_A_PAGE = 50;

export const showServer: Show = async (deps, { program, place, frame, tools }, request, reply) => {
  const facts = await readServer(deps, tools.version);
  const zone = program.sites[0]!.time_zone;
  const view = {
    facts,
    zone,
    path: `${place}/server`,
    token: operatorFormToken(deps, request),
    tooLate: textsOf(request.query).done === 'too_late',
  };
  return sendScreen(reply, 200, <ServerScreen {...view} frame={frame('server')} />);
};

export const showOperators: Show = async (deps, { program, place, frame }, request, reply) => {
  const from = pagePlace(textsOf(request.query));
  const page = await listOperatorPage(deps, { from, limit: OPERATORS_A_PAGE });
  const shown = page.rows.map((operator) => ({ ...operator, roles: firstRoles(operator) }));
  const programIds = new Set(shown.flatMap(({ roles }) => roles.first.map(({ program_id }) => program_id)));
  const [operators, programs] = await Promise.all([
    withOpenSessions(deps, shown),
    listProgramNames(deps.db, [...programIds]),
  ]);
  const view = {
    zone: program.sites[0]!.time_zone,
    path: `${place}/server`,
    page: { ...page, rows: operators },
    programs: new Map(programs.map((named) => [named.id, named])),
  };
  return sendScreen(reply, 200, <OperatorsScreen {...view} frame={frame('server')} />);
};

export const checkLedgerNow: Show = async (deps, visit, request, reply) => {
  const { ordered } = await actOnce(deps, visit, request, {
    effect: (hooks) => orderLedgerCheck(deps, { by: actorOf(request) }, hooks),
    kept: (answer) => answer,
  });
  const path = withQuery(`${visit.place}/server`, { done: ordered ? undefined : 'too_late' });
  return leadTo(reply, `${path}#ledger`);
};

export const showLedgerProgress: Show = async (deps, { tools, wording }, _request, reply) =>
  sendLive(deps, reply, tools.closing, async () => ledgerProgress(wording, await readLedgerChecks(deps)));

/** The facts of the whole server. They do not depend on the program whose screens show them. */
async function readServer(deps: Deps, version: string): Promise<ServerFacts> {
  const [programs, database, ledger, backups, ...warnings] = await Promise.all([
    countPrograms(deps.db),
    readDatabaseFacts(deps.db),
    readLedgerChecks(deps),
    readBackupState(deps),
    listPoolWarnings(deps, null),
    listWebhookWarnings(deps),
    listFollowUpWarnings(deps),
    listLedgerWarnings(deps),
    listBackupWarnings(deps),
  ]);
  return {
    version,
    node: process.versions.node,
    programs,
    database,
    ledger,
    backups,
    warnings: warnings.flat(),
  };
}
