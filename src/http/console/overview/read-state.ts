import { createHash } from 'node:crypto';
import { listPoolWarnings } from '../../../domain/claims/code-pools.ts';
import { listUndecidedTasks } from '../../../domain/imports/task-store.ts';
import { readLedgerChecks } from '../../../domain/ledger/ledger-checks.ts';
import { listWebhooks } from '../../../domain/operations/manage-webhooks.ts';
import { countRequests } from '../../../domain/operators/request-store.ts';
import type { Operator } from '../../../domain/operators/roles.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { listUnfinished } from '../../../domain/programs/follow-up-store.ts';
import { findState } from '../../../domain/reports/state-store.ts';

export interface Attention {
  /** The number of actions and imports that wait for a second person. */
  requests: number;
  /** Pools of codes, by the keys of their rewards. */
  pools: { reward: string; is_empty: boolean }[];
  webhooks: { address: string; is_disabled: boolean }[];
  /** Whether the last change of the program has not yet reached every customer. */
  is_unfinished: boolean;
  /** Whether the check of the ledger found a drift: in this program, or for an admin in any program. */
  has_drift: boolean;
}

/** The state of the overview. */
export interface OverviewState {
  /** The mark changes whenever figures are counted, or when something else needs attention. */
  mark: string;
  attention: Attention;
}

type Reader = Pick<Operator, 'is_admin'>;

/** Reads whether an overview is still up to date. This costs much less than the overview. */
export async function readState(deps: Deps, program: Program, reader: Reader): Promise<OverviewState> {
  const [state, attention] = await Promise.all([
    findState(deps.db, program.id),
    readAttention(deps, program, reader),
  ]);
  const hash = createHash('sha256').update(JSON.stringify(attention)).digest('base64url');
  return { mark: `${state?.counted_to ?? 0}-${hash.slice(0, 16)}`, attention };
}

async function readAttention(deps: Deps, program: Program, { is_admin }: Reader): Promise<Attention> {
  const [requests, imports, pools, webhooks, unfinished, ledger] = await Promise.all([
    countRequests(deps.db, program.id),
    listUndecidedTasks(deps.db, program.id),
    listPoolWarnings(deps, [program.id]),
    listWebhooks(deps, program.id),
    listUnfinished(deps.db),
    readLedgerChecks(deps),
  ]);
  const failing = webhooks.filter(({ failing_since, disabled_at }) => failing_since ?? disabled_at);
  return {
    requests: requests + imports.length,
    pools: pools.map(({ kind, reward }) => ({ reward, is_empty: kind === 'code_pool_empty' })),
    webhooks: [...new Map(failing.map((one) => [one.address, one])).values()].map(
      ({ address, disabled_at }) => ({ address, is_disabled: disabled_at !== null }),
    ),
    is_unfinished: unfinished.some((change) => change.program === program.key),
    has_drift: ledger.findings.some((drift) => is_admin || drift.program_id === program.id),
  };
}
