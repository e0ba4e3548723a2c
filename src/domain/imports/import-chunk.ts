import { platformKey } from '../core/platform-key.ts';
import { StaleReadError } from '../core/stale-read.ts';
import type { Tx } from '../core/transaction.ts';
import type { CustomerRow } from '../customers/customer-row.ts';
import type { DueDeps } from '../due/process-due-in.ts';
import { allDueUnderNewer } from '../ledger/due.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { byCustomer } from '../ledger/opening-rows.ts';
import { type PostedOpening, postOpenings } from '../ledger/post-openings.ts';
import { type PendingPart, type PostedPending, postPending } from '../ledger/post-pending.ts';
import type { Program } from '../programs/configuration.ts';
import { describePlan } from './describe-plan.ts';
import type { GivenCustomer } from './import-fields.ts';
import { columnsWith, NOTHING_KNOWN } from './known-fields.ts';
import { type Identity, listHeldPending, lockNamed, nameOf } from './lock-named.ts';
import type { PlannedOpening } from './plan-openings.ts';
import { type CustomerDraft, type PlanTerms, planRow, pointsOf } from './plan-row.ts';
import type { ImportedRow, Refusal, RowCounts } from './record-store.ts';
import {
  insertImported,
  insertTierEntries,
  listEmailOwners,
  listTakenReferralIds,
  updateImported,
} from './store.ts';

interface ChunkTerms extends Omit<PlanTerms, 'now'> {
  identity: Identity;
  /** null: a dry run. */
  import_id: number | null;
}

/** The effects of a number of rows. */
export interface ChunkResult {
  counts: RowCounts;
  refusals: Refusal[];
  rows: ImportedRow[];
  /** The effects of the first rows that have any. */
  examples: string[];
  /** The most points that a single row gives or takes. */
  most_points: number;
}

const EXAMPLES = 10;

/** `line` is the row's line. Together with the import it identifies points that become pending. */
type Given = { line: number; openings: PlannedOpening[]; pending: PendingPart[] };
type Changed = Given & { customer: CustomerRow; row: ImportedRow };
type Draft = Given & { draft: CustomerDraft };

/**
 * Imports rows, each of a different customer. Locks the known customers in ascending order of their ids and processes
 * their due work, decides row by row, and writes everything in a few statements. Throws StaleReadError.
 */
export async function importChunk(
  tx: Tx,
  deps: DueDeps,
  terms: ChunkTerms,
  given: readonly GivenCustomer[],
): Promise<ChunkResult> {
  const { program, import_id } = terms;
  const { known, now } = await lockNamed(tx, deps, terms, given);
  const emails = given.flatMap(({ email }) => email ?? []);
  const owners = {
    emails: await listEmailOwners(tx, program.id, emails),
    referral_ids: await listTakenReferralIds(
      tx,
      program.id,
      given.flatMap(({ referral_id }) => referral_id ?? []),
    ),
  };
  const counts: RowCounts = {
    created: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    points: 0,
    spent: 0,
    pending: 0,
  };
  const refusals: Refusal[] = [];
  const examples: string[] = [];
  const drafts: Draft[] = [];
  const changed: Changed[] = [];
  let most_points = 0;
  const held = await listHeldPending(tx, terms, given, known);
  for (const row of given) {
    const { line } = row;
    const customer = known.get(nameOf(row, terms.identity));
    const pending = held.get(customer?.id ?? 0) ?? [];
    const plan = planRow({ ...terms, now }, row, customer, pending, owners);
    most_points = Math.max(most_points, pointsOf(plan));
    if (examples.length < EXAMPLES) examples.push(...describePlan(program, row, plan));
    if (plan.kind === 'refused') refusals.push({ line, reason: plan.reason });
    else if (plan.kind === 'unchanged') counts.unchanged += 1;
    else if (plan.kind === 'create') drafts.push({ line, ...plan });
    else changed.push({ line, ...changeOf(plan) });
  }
  await writeFields(tx, program, now, changed);
  const created = await create(tx, deps, terms, now, drafts);
  const all = [...changed, ...created];
  await insertTierEntries(
    tx,
    program.id,
    all.flatMap(({ customer, row: { after } }) =>
      after.tier?.tier_id == null
        ? []
        : [{ customer_id: customer.id, tier_id: after.tier.tier_id, at: entryMoment(now, customer) }],
    ),
  );
  const openings = all.flatMap(({ customer, openings }) =>
    openings.map((opening) => ({ ...opening, customer_id: customer.id })),
  );
  const customers = all.map(({ customer }) => customer);
  const note = import_id === null ? 'Import' : `Import ${import_id}`;
  noteOpenings(all, await postOpenings(tx, program, customers, openings, { now, note }));
  const parts = all.flatMap(({ customer, line, pending }) =>
    pending.map((part, index) => ({
      ...part,
      customer_id: customer.id,
      merchant_id: `${import_id}-${line}-${index + 1}`,
    })),
  );
  notePending(all, await postPending(tx, program, customers, parts, now));
  const ids = customers.map(({ id }) => id);
  await allDueUnderNewer(tx, program, ids, now);
  counts.created = created.length;
  counts.changed = changed.length;
  counts.refused = refusals.length;
  counts.points = openings.reduce((sum, { points }) => sum + points, 0);
  counts.spent = openings.reduce((sum, { spent = 0 }) => sum + spent, 0);
  counts.pending = parts.reduce((sum, { points }) => sum + points, 0);
  return { counts, refusals, rows: all.map(({ row }) => row), examples, most_points };
}

function changeOf(plan: Extract<ReturnType<typeof planRow>, { kind: 'change' }>): Omit<Changed, 'line'> {
  const { customer, before, after, openings, pending } = plan;
  return { customer, openings, pending, row: rowOf(customer.id, false, before, after) };
}

function rowOf(
  customer_id: number,
  created: boolean,
  before: ImportedRow['before'],
  after: ImportedRow['after'],
): ImportedRow {
  return {
    customer_id,
    created,
    points: 0,
    spent: 0,
    adjustment_ids: [],
    activity_ids: [],
    before,
    after,
  };
}

async function writeFields(
  tx: Tx,
  program: Program,
  now: number,
  changed: readonly Changed[],
): Promise<void> {
  const changes = changed
    .filter(({ row }) => Object.keys(row.after).length > 0)
    .map(({ customer, row }) => ({
      customer_id: customer.id,
      ...columnsWith(program, customer, row.after, now),
      at: entryMoment(now, customer),
    }));
  await updateImported(tx, program.id, changes);
}

async function create(
  tx: Tx,
  deps: DueDeps,
  { program, site }: ChunkTerms,
  now: number,
  drafts: readonly Draft[],
): Promise<Changed[]> {
  const fresh = drafts.map(({ draft: { fields, ...draft } }) => ({
    ...draft,
    site_id: site.id,
    ...columnsWith(
      program,
      { ...NOTHING_KNOWN, site_id: site.id, enrolled_at: draft.enrolled_at },
      fields,
      now,
    ),
  }));
  const inserted = await insertImported(tx, deps.random, program.id, fresh, now);
  if (inserted.length < drafts.length) throw new StaleReadError();
  const byKey = new Map(inserted.map((row) => [row.merchant_key, row]));
  return drafts.map(({ draft, ...given }) => {
    const customer = byKey.get(platformKey(draft.merchant_id))!;
    return { ...given, customer, row: rowOf(customer.id, true, null, draft.fields) };
  });
}

function noteOpenings(changes: readonly Changed[], posted: readonly PostedOpening[]): void {
  const byId = byCustomer(posted);
  for (const { row } of changes) {
    for (const { points, spent, adjustment_id } of byId.get(row.customer_id) ?? []) {
      row.points += points;
      row.spent += spent;
      row.adjustment_ids.push(adjustment_id);
    }
  }
}

function notePending(changes: readonly Changed[], posted: readonly PostedPending[]): void {
  const byId = byCustomer(posted);
  for (const { row } of changes)
    row.activity_ids = (byId.get(row.customer_id) ?? []).map(({ activity_id }) => activity_id);
}
