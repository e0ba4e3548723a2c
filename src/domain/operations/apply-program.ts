import type { EntryKind } from '../../db/program-tables.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError, Unavailable } from '../core/errors.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import { changesBounds } from '../programs/changes-bounds.ts';
import {
  hasCustomers,
  insertEntries,
  listEntries,
  lockProgram,
  putStock,
  updateEntry,
  updateProgram,
} from '../programs/definition-store.ts';
import type { Deps } from '../programs/deps.ts';
import type { DraftWriter } from '../programs/draft-store.ts';
import { type FollowUp, insertFollowUp } from '../programs/follow-up-store.ts';
import { type ChangeAction, type PlannedEntry, planDefinition } from '../programs/plan-entries.ts';
import { expirySince, isSameProgram } from '../programs/plan-program-row.ts';
import type { ProgramDefinition } from '../programs/program-definition.ts';
import { refuseForbiddenChanges } from '../programs/refuse-forbidden-changes.ts';
import { refuseUnapproved } from '../programs/refuse-unapproved.ts';
import type { RewardDefinition } from '../programs/reward-definition.ts';
import { stockOf } from '../programs/stock-of.ts';
import { subjectsToRecount } from '../programs/subjects-to-recount.ts';
import { type ChangeOrigin, findLatestVersion, insertVersion } from '../programs/version-store.ts';
import { bringUnderProgram, LEASE_MS, resumeFollowUps, runFollowUp } from './follow-up.ts';

export interface AppliedProgram {
  program_id: number;
  /** The newest version: a new one, unless nothing changed. */
  version: number;
  created: boolean;
  /**
   * The program, then its sites, tiers, benefits, rules and rewards. Each kind lists entries of the definition first,
   * in their order.
   */
  changes: AppliedChange[];
}

interface AppliedChange {
  kind: 'program' | EntryKind;
  key: string;
  id: number;
  action: ChangeAction;
}

/**
 * Makes a program equal to its definition, completely or not at all, and records it as a version of the program.
 * Entries keep their ids by their keys. An entry that left the definition is disabled, never deleted. The same
 * definition again writes nothing. Returns when the change has reached every customer; if this process ends before, a
 * server continues. Throws ProgramChangeRefused for parts that can no longer be changed.
 */
export async function applyProgram(
  deps: Pick<Deps, 'db' | 'clock'>,
  definition: ProgramDefinition,
  by: Actor,
  origin: ChangeOrigin = {},
): Promise<AppliedProgram> {
  const { applied, followUp } = await runInTransaction(deps, undefined, (tx) =>
    applyIn(tx, deps, { definition, by, origin, lease_ms: LEASE_MS }),
  );
  const { program_id } = applied;
  if (applied.created) return applied;
  try {
    if (followUp) await runFollowUp(deps, followUp);
    // An operator may apply the same program again to have its customers reviewed again.
    else await bringUnderProgram(deps, { program_id, recounted: [], facts_may_give_more: false });
    await resumeFollowUps(deps, program_id);
  } catch (error) {
    throw followUp && isUnavailableError(error) ? tookEffect(followUp, error) : error;
  }
  return applied;
}

function isUnavailableError(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'unavailable';
}

/** The database was lost after the change took effect. The caller must not be told that nothing was changed. */
function tookEffect({ version }: FollowUp, cause: DomainError): DomainError {
  const message = `The change took effect as version ${version}. Not every customer is under it yet: a running server goes on with that, or apply the file again.`;
  return new Unavailable('done', message, { cause });
}

interface Application {
  definition: ProgramDefinition;
  by: Actor;
  origin: ChangeOrigin;
  /** The people who saved the draft that is published; absent: the change comes without a draft. */
  writers?: readonly DraftWriter[];
  /** How long this process has the lease of the follow-up on customers; 0: any server may begin it. */
  lease_ms: number;
}

/** Throws the errors of `applyProgram`. A new program needs no follow-up: its customers begin under its first version. */
export async function applyIn(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { definition, by, origin, lease_ms, writers }: Application,
): Promise<{ applied: AppliedProgram; followUp: FollowUp | undefined }> {
  const at = deps.clock.real();
  const { program, created } = await lockProgram(tx, definition, at);
  await refuseIfMoved(tx, program.id, origin.built_on);
  const plan = planDefinition(created ? [] : await listEntries(tx, program.id), definition);
  refuseForbiddenChanges(program, definition, plan, !created && (await hasCustomers(tx, program.id)));
  const action = created ? 'created' : isSameProgram(program, definition) ? 'unchanged' : 'changed';
  const changes: AppliedChange[] = [{ kind: 'program', key: program.key, id: program.id, action }];
  const ids = await putEntries(tx, program.id, plan, at);
  for (const entry of plan) {
    const { kind, key, action } = entry;
    changes.push({ kind, key, id: ids.get(entry)!, action });
  }
  const applied = { program_id: program.id, created, changes };
  if (changes.every((change) => change.action === 'unchanged')) {
    const version = (await findLatestVersion(tx, program.id))!;
    return { applied: { ...applied, version }, followUp: undefined };
  }
  if (!created) {
    refuseUnapproved(program, by, writers);
    await updateProgram(tx, program, definition, expirySince(program, definition, deps.clock.now(program)));
  }
  for (const entry of plan) {
    if (entry.kind !== 'reward' || !entry.enabled || entry.action === 'unchanged') continue;
    const stock = stockOf(entry.definition as RewardDefinition);
    if (entry.held || stock.size > 0) await putStock(tx, program.id, ids.get(entry)!, stock);
  }
  const version = await insertVersion(tx, program.id, definition, by, origin, at);
  let followUp: FollowUp | undefined;
  if (!created) {
    const facts_may_give_more = changesBounds(program, definition, plan);
    followUp = { program_id: program.id, version, recounted: subjectsToRecount(plan), facts_may_give_more };
    const now = await deps.clock.shared(tx);
    await insertFollowUp(tx, followUp, { now, leased_until: now + lease_ms });
  }
  await auditApplied(tx, deps, by, { program_id: program.id, version, changes });
  return { applied: { ...applied, version }, followUp };
}

/** Writes what changed, the new entries in one statement. Returns the id of each entry. */
async function putEntries(
  tx: Tx,
  programId: number,
  plan: readonly PlannedEntry[],
  at: number,
): Promise<Map<PlannedEntry, number>> {
  const ids = new Map(plan.flatMap((entry) => (entry.held ? [[entry, entry.held.id] as const] : [])));
  for (const entry of ids.keys()) {
    if (entry.action !== 'unchanged') await updateEntry(tx, programId, entry);
  }
  const created = plan.filter((entry) => !entry.held);
  const createdIds = created.length > 0 ? await insertEntries(tx, programId, created, at) : [];
  for (const [index, entry] of created.entries()) ids.set(entry, createdIds[index]!);
  return ids;
}

/** Throws DomainError('program_version_moved') if the program has another version than the caller knows. */
async function refuseIfMoved(tx: Tx, programId: number, builtOn: ChangeOrigin['built_on']): Promise<void> {
  if (builtOn === undefined) return;
  const latest = await findLatestVersion(tx, programId);
  if (latest === builtOn) return;
  const message = `The program is at ${versionWords(latest)}, and the change was made on ${versionWords(builtOn)}. Look at what changed and make it anew.`;
  throw new DomainError('program_version_moved', message, { details: { version: latest } });
}

function versionWords(version: number | null): string {
  return version === null ? 'no version' : `version ${version}`;
}

/** The audit names kinds and keys. The version holds the definitions themselves. */
async function auditApplied(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  actor: Actor,
  {
    program_id,
    version,
    changes,
  }: { program_id: number; version: number; changes: readonly AppliedChange[] },
): Promise<void> {
  const changed = changes.filter(({ action }) => action !== 'unchanged');
  await recordAudit(tx, deps, {
    program_id,
    actor,
    action: 'program.applied',
    subject: { kind: 'program', id: program_id },
    details: { version, changes: changed.map(({ kind, key, action }) => ({ kind, key, action })) },
  });
}
