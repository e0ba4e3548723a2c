import { listPoolsInUse } from '../claims/code-pools.ts';
import { type LedgerChecks, readLedgerChecks } from '../ledger/ledger-checks.ts';
import type { Deps } from '../programs/deps.ts';
import { listUnfinished } from '../programs/follow-up-store.ts';
import { listWebhookWarnings } from '../webhooks/webhook-warnings.ts';
import { type BackupState, readBackupState } from './backup-state.ts';
import {
  countImports,
  countWaiting,
  type DeliveryState,
  listDeliveryWaits,
  listDueWaits,
  listOutboxWaits,
  readHorizonLag,
  type Waited,
} from './operating-store.ts';

/**
 * The state of a server's work: late work, waiting work, and supplies that are running out. Moments and waits are of
 * the wall clock.
 */
export interface OperatingFigures {
  due: Waited[];
  outbox: Waited[];
  deliveries: { state: DeliveryState; seconds: number; endpoints: number }[];
  /** The numbers of webhooks that need an operator's attention. */
  webhooks: { disabled: number; failing: number };
  /** Each counted up to WAITING_BOUND. */
  waiting: { events: number; deliveries: number };
  horizon: { ids: number; seconds: number };
  /**
   * The codes that are left in each pool in use, counted up to CODES_BOUND. Programs and rewards have the keys of the
   * program file.
   */
  code_pools: { program: string; reward: string; left: number }[];
  imports: { running: number; interrupted: number; rows_done: number };
  program_changes_unfinished: number;
  ledger: LedgerChecks;
  backups: BackupState;
}

export const WAITING_BOUND = 10_000;
export const CODES_BOUND = 1_000;

/** Reads all figures. It reads a few rows of each program. */
export async function readOperatingFigures(deps: Pick<Deps, 'db' | 'clock'>): Promise<OperatingFigures> {
  const { db } = deps;
  const real = deps.clock.real();
  const shared = await deps.clock.shared(db);
  const ailing = await listWebhookWarnings(deps);
  const disabled = ailing.filter(({ kind }) => kind === 'webhook_disabled').length;
  return {
    due: await listDueWaits(db, real),
    outbox: await listOutboxWaits(db, real),
    deliveries: await listDeliveryWaits(db, shared),
    webhooks: { disabled, failing: ailing.length - disabled },
    waiting: await countWaiting(db, WAITING_BOUND),
    horizon: await readHorizonLag(db),
    code_pools: await listPoolsInUse(deps, null, CODES_BOUND),
    imports: await countImports(db, shared),
    program_changes_unfinished: (await listUnfinished(db)).length,
    ledger: await readLedgerChecks(deps),
    backups: await readBackupState(deps),
  };
}
