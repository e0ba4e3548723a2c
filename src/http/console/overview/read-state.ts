import { createHash } from 'node:crypto';
import { listPoolWarnings } from '../../../domain/claims/code-pools.ts';
import { listWebhooks } from '../../../domain/operations/manage-webhooks.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { findState } from '../../../domain/reports/state-store.ts';

export interface Attention {
  /** Pools of codes, by the keys of their rewards. */
  pools: { reward: string; is_empty: boolean }[];
  webhooks: { address: string; is_disabled: boolean }[];
}

/** How the overview stands. */
export interface OverviewState {
  /** Changes whenever figures are counted, or attention is needed for something else. */
  mark: string;
  attention: Attention;
}

/** Reads what tells whether an overview is still right, at a small part of its cost. */
export async function readState(deps: Deps, program: Program): Promise<OverviewState> {
  const [state, attention] = await Promise.all([
    findState(deps.db, program.id),
    readAttention(deps, program),
  ]);
  const hash = createHash('sha256').update(JSON.stringify(attention)).digest('base64url');
  return { mark: `${state?.counted_to ?? 0}-${hash.slice(0, 16)}`, attention };
}

async function readAttention(deps: Deps, program: Program): Promise<Attention> {
  const [pools, webhooks] = await Promise.all([
    listPoolWarnings(deps, [program.id]),
    listWebhooks(deps, program.id),
  ]);
  const failing = webhooks.filter(({ failing_since, disabled_at }) => failing_since ?? disabled_at);
  return {
    pools: pools.map(({ kind, reward }) => ({ reward, is_empty: kind === 'code_pool_empty' })),
    webhooks: [...new Map(failing.map((one) => [one.address, one])).values()].map(
      ({ address, disabled_at }) => ({ address, is_disabled: disabled_at !== null }),
    ),
  };
}
