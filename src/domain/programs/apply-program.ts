import { isDeepStrictEqual } from 'node:util';
import type { EntryKind } from '../../db/program-tables.ts';
import type { Deps } from '../../deps.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type Limit, windowStart } from '../limits.ts';
import { runInTransaction, type Tx } from '../transaction.ts';
import { buildProgram } from './build-program.ts';
import { changesBounds } from './changes-bounds.ts';
import {
  hasCustomers,
  listEntries,
  lockProgram,
  type ProgramRow,
  putEntry,
  putStock,
  updateProgram,
} from './entry-store.ts';
import {
  asStored,
  type ChangeAction,
  type EntryRow,
  type PlannedEntry,
  planEntries,
} from './plan-entries.ts';
import { bringUnderExpiryTerms, pointsExpirySince } from './points-expiry-terms.ts';
import { type ChangeRefusal, ProgramChangeRefused } from './program-change-refused.ts';
import type { ProgramDefinition } from './program-definition.ts';
import type { ProgramSettings, SiteDefinition } from './program-settings.ts';
import { recountUsage } from './recount-usage.ts';
import { reviewMemberships } from './review-memberships.ts';
import type { RewardDefinition } from './reward-definition.ts';
import type { RuleDefinition } from './rule-definition.ts';
import { scheduleBirthdays } from './schedule-birthdays.ts';
import { findProgramRows } from './store.ts';
import type { RecountedUsage } from './usage-store.ts';

export interface AppliedProgram {
  program_id: number;
  created: boolean;
  /** The program, then its sites, tiers, benefits, rules and rewards; of each kind first those of the definition, in its order. */
  changes: AppliedChange[];
}

export interface AppliedChange {
  kind: 'program' | EntryKind;
  key: string;
  id: number;
  action: ChangeAction;
}

/**
 * Makes a program what the definition says, all or nothing. Entries keep their ids by their keys; what
 * left the definition is disabled, never deleted. The same definition again writes nothing.
 * Throws ProgramChangeRefused for what can no longer be changed.
 */
export async function applyProgram(
  deps: Pick<Deps, 'db' | 'clock'>,
  definition: ProgramDefinition,
  by: Actor,
): Promise<AppliedProgram> {
  const { applied, recounted, facts_may_give_more } = await runInTransaction(deps, undefined, (tx) =>
    applyIn(tx, deps, definition, by),
  );
  await recountUsage(deps, applied.program_id, recounted);
  const rows = await findProgramRows(deps.db, applied.program_id);
  const program = buildProgram(rows!.program, rows!.entries);
  await reviewMemberships(deps, program, { facts_may_give_more });
  await scheduleBirthdays(deps, program);
  await bringUnderExpiryTerms(deps, program);
  return applied;
}

async function applyIn(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  definition: ProgramDefinition,
  by: Actor,
): Promise<{ applied: AppliedProgram; recounted: RecountedUsage[]; facts_may_give_more: boolean }> {
  const at = deps.clock.real();
  const { program, created } = await lockProgram(tx, definition, at);
  const held = await listEntries(tx, program.id);
  const plan = [
    ...planEntries('site', held, definition.sites),
    ...planEntries('tier', held, definition.tiers),
    ...planEntries('benefit', held, definition.benefits),
    ...planEntries('rule', held, definition.rules),
    ...planEntries('reward', held, definition.rewards),
  ];
  refuseForbidden(program, definition, plan, await hasCustomers(tx, program.id));
  const action = created ? 'created' : isSameProgram(program, definition) ? 'unchanged' : 'changed';
  const changes: AppliedChange[] = [{ kind: 'program', key: program.key, id: program.id, action }];
  const ids = new Map<PlannedEntry, number>();
  for (const entry of plan) {
    const id = entry.action === 'unchanged' ? entry.held!.id : await putEntry(tx, program.id, entry, at);
    ids.set(entry, id);
    changes.push({ kind: entry.kind, key: entry.key, id, action: entry.action });
  }
  if (!created && changes.some((change) => change.action !== 'unchanged'))
    await updateProgram(tx, program, definition, expirySince(program, definition, deps.clock.now(program)));
  for (const entry of plan) {
    if (entry.kind !== 'reward' || !entry.enabled || entry.action === 'unchanged') continue;
    await putStock(tx, program.id, ids.get(entry)!, stockOf(entry.definition as RewardDefinition));
  }
  await auditApplied(tx, deps, by, program.id, changes);
  return {
    applied: { program_id: program.id, created, changes },
    recounted: usageToRecount(plan, deps.clock.now(program)),
    facts_may_give_more: !created && changesBounds(program, definition, plan),
  };
}

/** By kind and key; the definitions themselves stand in the program file's own history. */
async function auditApplied(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  actor: Actor,
  program_id: number,
  changes: readonly AppliedChange[],
): Promise<void> {
  const changed = changes.filter(({ action }) => action !== 'unchanged');
  if (changed.length === 0) return;
  await recordAudit(tx, deps, {
    program_id,
    actor,
    action: 'program.applied',
    subject: { kind: 'program', id: program_id },
    details: { changes: changed.map(({ kind, key, action }) => ({ kind, key, action })) },
  });
}

function expirySince(program: ProgramRow, definition: ProgramDefinition, now: number): number | null {
  const settings = program.settings as ProgramSettings;
  return pointsExpirySince({ ...program, settings }, definition.settings.points_expiry, now);
}

function isSameProgram(program: ProgramRow, definition: ProgramDefinition): boolean {
  return (
    program.name === definition.name &&
    program.currency === definition.currency &&
    program.test === definition.test &&
    isDeepStrictEqual(program.settings, asStored(definition.settings))
  );
}

function refuseForbidden(
  program: ProgramRow,
  definition: ProgramDefinition,
  plan: readonly PlannedEntry[],
  customers: boolean,
): void {
  const refusals: ChangeRefusal[] = [];
  if (customers && program.currency !== definition.currency) {
    refusals.push({
      entry: null,
      property: 'currency',
      message: `cannot change from ${program.currency}: the program has customers, whose orders and balances are in it`,
    });
  }
  if (program.test !== definition.test && (customers || program.clock_offset_ms > 0)) {
    refusals.push({
      entry: null,
      property: 'test',
      message: `cannot change from ${program.test}: ${customers ? 'the program has customers' : "the program's clock was turned ahead"}`,
    });
  }
  for (const entry of plan) {
    const before = entry.held && kindOf(entry.held);
    const after = kindOf({ kind: entry.kind, definition: entry.definition });
    if (before === undefined || before === after) continue;
    refusals.push({
      entry: { kind: entry.kind, key: entry.key },
      property: 'kind',
      message: `cannot change from ${before}: give the new ${entry.kind} a new key`,
    });
  }
  if (refusals.length > 0) throw new ProgramChangeRefused(refusals);
}

function kindOf(entry: Pick<EntryRow, 'kind' | 'definition'>): string | undefined {
  if (entry.kind === 'rule') return (entry.definition as RuleDefinition).kind;
  if (entry.kind === 'reward') return (entry.definition as RewardDefinition).properties.kind;
  return undefined;
}

/** The uses to count anew: of what counts by another interval than before, and at sites whose days fall otherwise. */
function usageToRecount(plan: readonly PlannedEntry[], now: number): RecountedUsage[] {
  const sites = plan.filter((entry) => entry.kind === 'site' && entry.held);
  const spans: RecountedUsage[] = [];
  for (const entry of plan) {
    if ((entry.kind !== 'rule' && entry.kind !== 'reward') || !entry.held) continue;
    const limit = limitOf(entry.definition);
    const newInterval = (limitOf(entry.held.definition)?.interval ?? null) !== (limit?.interval ?? null);
    for (const site of sites) {
      const zone = zoneOf(site.definition);
      const newDays = Boolean(limit?.interval) && zoneOf(site.held!.definition) !== zone;
      if (!newInterval && !newDays) continue;
      spans.push({
        kind: entry.kind,
        subject_id: entry.held.id,
        site_id: site.held!.id,
        window_start: windowStart(limit, zone, now),
      });
    }
  }
  return spans;
}

function limitOf(definition: object): Limit | null {
  return (definition as RuleDefinition | RewardDefinition).limit;
}

function zoneOf(definition: object): string {
  return (definition as SiteDefinition).time_zone;
}

/** How many there are of what a reward counts, by variant id; '' for the reward as a whole. */
function stockOf(reward: RewardDefinition): ReadonlyMap<string, number> {
  const stock = new Map<string, number>();
  if (reward.stock !== null) stock.set('', reward.stock);
  const { properties } = reward;
  if (properties.kind === 'product_cart' || properties.kind === 'active_subscription_product') {
    for (const variant of properties.product.variants) {
      if (variant.inventory_count !== null) stock.set(variant.id, variant.inventory_count);
    }
  }
  return stock;
}
