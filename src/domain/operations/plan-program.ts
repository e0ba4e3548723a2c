import { DomainError } from '../core/errors.ts';
import type { Tx } from '../core/transaction.ts';
import { describeEffect } from '../plans/describe-effect.ts';
import { type EffectKind, effectName, type PlanEffect } from '../plans/effect.ts';
import { countExpiryEffects, listLosers, listMoved } from '../plans/expiry-effects.ts';
import { type LimitChange, limitChanges } from '../plans/limit-changes.ts';
import { countLimitMoves, listLimitMoves } from '../plans/limit-store.ts';
import { listMerchantIds } from '../plans/merchant-id-store.ts';
import { bothPrograms, type Programs } from '../plans/program-after.ts';
import { creation, heldDefinition, type ProgramPlan, plannedChanges } from '../plans/program-plan.ts';
import { codeEffects, countClaimEffects, disabledRewards, stockEffects } from '../plans/supply-effects.ts';
import { listOutstanding } from '../plans/supply-store.ts';
import { countTierEffects, listTierChanged } from '../plans/tier-effects.ts';
import { findProgramByKey, hasCustomers, listEntries } from '../programs/definition-store.ts';
import type { Deps } from '../programs/deps.ts';
import { listUnfinishedVersions } from '../programs/follow-up-store.ts';
import { type PlannedEntry, planDefinition } from '../programs/plan-entries.ts';
import type { ProgramDefinition } from '../programs/program-definition.ts';
import { refuseForbiddenChanges } from '../programs/refuse-forbidden-changes.ts';
import { findLatestVersion } from '../programs/version-store.ts';

type PlanDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Plans what applying a definition would do to the program's entries and to its customers, counted in the data. Writes
 * nothing and locks nothing; everything is read in one snapshot. Throws ProgramChangeRefused for parts that can no
 * longer be changed.
 */
export async function planProgram(deps: PlanDeps, definition: ProgramDefinition): Promise<ProgramPlan> {
  return inSnapshot(deps, async (tx) => {
    const known = await readChange(tx, deps, definition);
    if (!known) return planOfCreation(deps, definition);
    const { programs, plan, now, changes, before } = known;
    const effects = changes.length === 0 ? [] : await countEffects(tx, programs, plan, now);
    return {
      program: definition.key,
      base_version: await findLatestVersion(tx, programs.before.id),
      as_of: now,
      changes,
      before,
      after: definition,
      unchanged: unchangedOf(plan, changes),
      effects: effects.map((effect) => ({ ...effect, sentence: describeEffect(effect, programs, now) })),
    };
  });
}

function planOfCreation(deps: PlanDeps, definition: ProgramDefinition): ProgramPlan {
  return {
    program: definition.key,
    base_version: null,
    as_of: deps.clock.real(),
    changes: creation(definition, planDefinition([], definition)),
    before: null,
    after: definition,
    unchanged: 0,
    effects: [],
  };
}

/**
 * The merchant ids of the customers above an id that an effect of the plan concerns, in the order of their ids, and the
 * id to go on after; null: there are no more. Throws DomainError('not_found') if the plan has no such effect.
 */
export async function listAffected(
  deps: PlanDeps,
  definition: ProgramDefinition,
  asked: { effect: string; after: number; limit: number },
): Promise<{ merchant_ids: string[]; next: number | null }> {
  return inSnapshot(deps, async (tx) => {
    const known = await readChange(tx, deps, definition);
    const ids = known ? await affectedIds(tx, known, asked) : undefined;
    if (!ids || !known)
      throw new DomainError('not_found', `The plan has no effect ${asked.effect} on customers.`);
    const merchant_ids = await listMerchantIds(tx, known.programs.before.id, ids);
    return { merchant_ids, next: ids.length === asked.limit ? ids.at(-1)! : null };
  });
}

interface KnownChange {
  programs: Programs;
  plan: PlannedEntry[];
  changes: ProgramPlan['changes'];
  before: ProgramDefinition;
  now: number;
}

/** undefined: there is no program of that key yet. */
async function readChange(
  tx: Tx,
  deps: PlanDeps,
  definition: ProgramDefinition,
): Promise<KnownChange | undefined> {
  const row = await findProgramByKey(tx, definition.key);
  if (!row) return undefined;
  const held = await listEntries(tx, row.id);
  const plan = planDefinition(held, definition);
  refuseForbiddenChanges(row, definition, plan, await hasCustomers(tx, row.id));
  const now = deps.clock.now(row);
  const programs = bothPrograms(row, held, definition, plan, now);
  const changes = plannedChanges(row, definition, plan);
  return { programs, plan, changes, before: heldDefinition(row, held), now };
}

async function countEffects(
  tx: Tx,
  programs: Programs,
  plan: readonly PlannedEntry[],
  now: number,
): Promise<PlanEffect[]> {
  const { id } = programs.before;
  const unfinished = await listUnfinishedVersions(tx, id);
  return [
    ...(await countTierEffects(tx, programs, now)),
    ...(await countLimitEffects(tx, id, limitChanges(programs, now))),
    ...(await countExpiryEffects(tx, programs, now)),
    ...(await countClaimEffects(tx, programs)),
    ...(await stockEffects(tx, id, plan)),
    ...(await codeEffects(tx, programs, plan)),
    ...unfinished.map(
      (version): PlanEffect => ({
        name: effectName('change_unfinished', String(version)),
        kind: 'change_unfinished',
        version,
      }),
    ),
  ];
}

async function countLimitEffects(
  tx: Tx,
  programId: number,
  changes: readonly LimitChange[],
): Promise<PlanEffect[]> {
  const counts = await countLimitMoves(tx, programId, changes);
  return counts.flatMap(({ subject_id, opens, closes }): PlanEffect[] => {
    const { kind, key } = changes.find((change) => change.subject_id === subject_id)!;
    const effect = (of: 'limit_opens' | 'limit_closes', customers: number): PlanEffect[] =>
      customers === 0 ? [] : [{ name: effectName(of, kind, key), kind: of, [kind]: key, customers }];
    return [...effect('limit_opens', opens), ...effect('limit_closes', closes)];
  });
}

async function affectedIds(
  tx: Tx,
  { programs, now }: KnownChange,
  { effect, ...page }: { effect: string; after: number; limit: number },
): Promise<number[] | undefined> {
  const kind = effect.split(':')[0] as EffectKind;
  switch (kind) {
    case 'tier_rises':
    case 'tier_leaves':
    case 'tier_falls':
    case 'tier_stays':
      return listTierChanged(tx, programs, now, { name: effect, ...page });
    case 'limit_opens':
    case 'limit_closes': {
      const changes = limitChanges(programs, now).filter(
        (change) => effectName(kind, change.kind, change.key) === effect,
      );
      return listLimitMoves(tx, programs.before.id, changes, { opens: kind === 'limit_opens', ...page });
    }
    case 'points_expire':
      return listLosers(tx, programs, now, page);
    case 'points_expiry_moves':
      return listMoved(tx, programs, now, page);
    case 'claims_outstanding': {
      const reward = disabledRewards(programs).find((disabled) => effectName(kind, disabled.key) === effect);
      return reward ? listOutstanding(tx, programs.before.id, reward.id, page) : [];
    }
    default:
      return undefined;
  }
}

function unchangedOf(plan: readonly PlannedEntry[], changes: ProgramPlan['changes']): number {
  return plan.length + 1 - changes.length;
}

function inSnapshot<R>(deps: PlanDeps, read: (tx: Tx) => Promise<R>): Promise<R> {
  return deps.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
