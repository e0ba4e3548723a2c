import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { revokeRewardsOfActivity } from '../claims/revoke-rewards.ts';
import { DomainError } from '../core/errors.ts';
import { runInTransaction, type Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import { decodedAgain } from '../customers/find-customer.ts';
import { findCustomerById } from '../customers/store.ts';
import { lockOwnerAfterDue } from '../due/process-due-in.ts';
import { type ActivityRecord, resolveActivity } from '../ledger/activities.ts';
import {
  type ActivityName,
  findActivityOwner,
  listActivitiesBeside,
  listNamedActivities,
  recordResolution,
  wasResolvedAs,
} from '../ledger/named-activities.ts';
import type { Program } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { findReport, updateResolution } from '../rules/report-store.ts';
import { reviewUpgrade } from '../tiers/review-tier.ts';
import { processDue } from './process-due.ts';

export type Resolution = 'approved' | 'declined' | 'void';

/** An activity by the server's own id, with those of its report. The customer is the one that has it. */
interface OwnActivity {
  activity_id: number;
  customer_id: number;
  /**
   * Resolves only what is pending: results that the report gave at once stay. Throws activity_already_resolved if the
   * activity is not pending any more, whatever the requested state.
   */
  only_pending?: boolean;
}

type ResolveInput = { program: Program; state: Resolution; by: Actor } & (ActivityName | OwnActivity);

/**
 * Approves, declines or voids the activities of a name and merchant_id, all of them or none: a report may have
 * completed several rules. `void` on a pending activity means declined, `declined` on an approved one means void. An
 * unused reward of an activity that is taken back goes back too. A report that has completed nothing is resolved
 * itself: declined, it is not applied when its guest enrols; approved, its points have no approval period. The same
 * state again has no effect. A name is from a path, decoded once. Returns the ids of the activities whose state it
 * changed. Throws not_found and activity_already_resolved.
 */
export async function resolveActivityReport(deps: Deps, input: ResolveInput): Promise<readonly number[]> {
  const { program, state } = input;
  const { which, owner_id } = await found(deps.db, program.id, input);
  const owner = await findCustomerById(deps.db, program.id, owner_id);
  if (!owner) throw NO_ACTIVITY();
  await processDue(deps, program, owner);
  return runInTransaction(deps, undefined, async (tx) => {
    const { customer, at } = await lockOwnerAfterDue(tx, deps, program, owner_id);
    const activities = await ('activity_id' in which
      ? listOwn(tx, customer, which)
      : listNamedActivities(tx, customer, which));
    const resolved =
      activities.length > 0
        ? await resolveAll(tx, deps, program, { locked: customer, activities, wanted: state, at })
        : await resolveReport(tx, program, which, state);
    if (!resolved) return [];
    await recordAudit(tx, deps, {
      program_id: program.id,
      actor: input.by,
      action: 'activity.resolved',
      subject: { kind: 'customer', id: customer.id },
      details: resolved,
    });
    return 'activity_ids' in resolved ? resolved.activity_ids : [];
  });
}

const NO_ACTIVITY = () => new DomainError('not_found', 'There is no such activity.');

/** The activity and those of its report, as far as they are to be decided on. Throws activity_already_resolved. */
async function listOwn(
  tx: Tx,
  customer: CustomerRow,
  { activity_id, only_pending = false }: OwnActivity,
): Promise<ActivityRecord[]> {
  const activities = await listActivitiesBeside(tx, customer, activity_id);
  if (!only_pending) return activities;
  const { state } = activities.find(({ id }) => id === activity_id) ?? { state: 'pending' };
  if (state !== 'pending')
    throw new DomainError('activity_already_resolved', `The activity is already ${state}.`);
  return activities.filter((one) => one.state === 'pending');
}

interface Found {
  which: ActivityName | OwnActivity;
  owner_id: number;
}

/** Throws not_found. */
async function found(db: Kysely<DB>, programId: number, input: ResolveInput): Promise<Found> {
  if ('activity_id' in input) return { which: input, owner_id: input.customer_id };
  const named = await findNamed(db, programId, input);
  if (!named) throw NO_ACTIVITY();
  return named;
}

/** The name as given. If nothing has it, the name decoded again: some clients encode twice. */
async function findNamed(
  db: Kysely<DB>,
  programId: number,
  { name, merchant_id }: ActivityName,
): Promise<Found | undefined> {
  const again = {
    name: decodedAgain(name) ?? name,
    merchant_id: decodedAgain(merchant_id) ?? merchant_id,
  };
  for (const named of [{ name, merchant_id }, again]) {
    const report = await findReport(db, programId, named.name, named.merchant_id);
    const owner_id = report?.customer_id ?? (await findActivityOwner(db, programId, named));
    if (owner_id !== undefined) return { which: named, owner_id };
  }
  return undefined;
}

/** The resolved records, for the audit: activities, or a report that has completed nothing yet. */
type Resolved = { state: Resolution; activity_ids: number[] } | { state: Resolution; report_id: number };

/** undefined: no effect. */
async function resolveAll(
  tx: Tx,
  deps: Deps,
  program: Program,
  {
    locked,
    activities,
    wanted,
    at,
  }: { locked: CustomerRow; activities: readonly ActivityRecord[]; wanted: Resolution; at: number },
): Promise<Resolved | undefined> {
  if (await isTakenBack(tx, activities, wanted)) return undefined;
  let customer = locked;
  const activity_ids: number[] = [];
  let approved = false;
  for (const activity of activities) {
    const resolved = await resolveActivity(tx, program, customer, activity, { wanted, at, by_hand: true });
    customer = resolved.customer;
    if (resolved.state === activity.state) continue;
    activity_ids.push(activity.id);
    await recordResolution(tx, activity, wanted);
    if (resolved.state === 'approved') approved = true;
    else customer = await revokeRewardsOfActivity(tx, program, customer, activity.id, at);
  }
  if (approved && program.settings.tier_boundary_mode === 'points')
    await reviewUpgrade(tx, deps, program, customer, at);
  return activity_ids.length > 0 ? { state: wanted, activity_ids } : undefined;
}

/**
 * If some activities of a report were pending and others approved when they were taken back, either state fits all of
 * them.
 */
async function isTakenBack(
  tx: Tx,
  activities: readonly ActivityRecord[],
  wanted: Resolution,
): Promise<boolean> {
  if (wanted === 'approved') return false;
  if (!activities.every(({ state }) => state === 'declined' || state === 'void')) return false;
  return activities.some(({ state }) => state === wanted) || wasResolvedAs(tx, activities, wanted);
}

/** undefined: no effect. */
async function resolveReport(
  tx: Tx,
  program: Program,
  which: Found['which'],
  wanted: Resolution,
): Promise<Resolved | undefined> {
  const report =
    'activity_id' in which ? undefined : await findReport(tx, program.id, which.name, which.merchant_id);
  if (!report) throw NO_ACTIVITY();
  const { resolution, told_as } = report;
  if (resolution === wanted || told_as === wanted) return undefined;
  if (resolution !== null && (resolution !== 'approved' || wanted === 'approved')) {
    throw new DomainError('activity_already_resolved', `The activity is already ${resolution}.`);
  }
  const clawedBack = resolution === 'approved' ? 'void' : 'declined';
  const state = wanted === 'approved' ? 'approved' : clawedBack;
  await updateResolution(tx, report, { resolution: state, told_as: wanted });
  return { state, report_id: report.id };
}
