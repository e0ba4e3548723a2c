import { platformKey } from '../customers/customer-key.ts';
import { isDue } from '../ledger/due.ts';
import { entryMoment } from '../ledger/lock-customer.ts';
import { byCustomer } from '../ledger/opening-rows.ts';
import { type PostedOpening, postOpenings } from '../ledger/post-openings.ts';
import { Overtaken } from '../overtaken.ts';
import type { Program } from '../programs/configuration.ts';
import { type SettlingDeps, settleIn } from '../settlement/settle-customer.ts';
import type { CustomerRow } from '../storefront/customer.ts';
import type { Tx } from '../transaction.ts';
import { describePlan } from './describe-plan.ts';
import type { GivenCustomer } from './import-fields.ts';
import { columnsWith, NOTHING_KNOWN } from './known-fields.ts';
import { type CustomerDraft, type PlannedOpening, type PlanTerms, planRow } from './plan-row.ts';
import type { ImportedRow, Refusal, RowCounts } from './record-store.ts';
import {
  findNamed,
  insertImported,
  insertTierEntries,
  listEmailOwners,
  listTakenReferralIds,
  lockAll,
  updateImported,
} from './store.ts';

export interface ChunkTerms extends Omit<PlanTerms, 'now'> {
  /** By what rows name their customers. */
  identity: 'merchant_id' | 'email';
  /** What the ledger says of the points. */
  note: string;
}

/** What rows did. */
export interface ChunkResult {
  counts: RowCounts;
  refusals: Refusal[];
  rows: ImportedRow[];
  /** What the first of those that do anything do. */
  examples: string[];
}

const EXAMPLES = 10;

type Changed = { customer: CustomerRow; openings: PlannedOpening[]; row: ImportedRow };

/**
 * Brings rows in, each of another customer: locks those that are known in ascending order of their ids and settles
 * them, decides row by row, and writes all of it in a few statements. Throws Overtaken.
 */
export async function importChunk(
  tx: Tx,
  deps: SettlingDeps,
  terms: ChunkTerms,
  given: readonly GivenCustomer[],
): Promise<ChunkResult> {
  const { program } = terms;
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
  const counts: RowCounts = { created: 0, changed: 0, unchanged: 0, refused: 0, points: 0 };
  const refusals: Refusal[] = [];
  const examples: string[] = [];
  const drafts: { draft: CustomerDraft; openings: PlannedOpening[] }[] = [];
  const changed: Changed[] = [];
  for (const row of given) {
    const plan = planRow({ ...terms, now }, row, known.get(nameOf(row, terms.identity)), owners);
    if (examples.length < EXAMPLES) examples.push(...describePlan(program, row, plan));
    if (plan.kind === 'refused') refusals.push({ line: row.line, reason: plan.reason });
    else if (plan.kind === 'unchanged') counts.unchanged += 1;
    else if (plan.kind === 'create') drafts.push(plan);
    else changed.push(changeOf(plan));
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
  noteOpenings(all, await postOpenings(tx, program, customers, openings, { now, note: terms.note }));
  counts.created = created.length;
  counts.changed = changed.length;
  counts.refused = refusals.length;
  counts.points = openings.reduce((sum, { points }) => sum + points, 0);
  return { counts, refusals, rows: all.map(({ row }) => row), examples };
}

function nameOf(row: GivenCustomer, identity: ChunkTerms['identity']): string {
  return identity === 'email' ? row.email! : platformKey(row.merchant_id!);
}

/** The customers that rows name, by that name, locked and with what is due done. */
async function lockNamed(
  tx: Tx,
  deps: SettlingDeps,
  { program, identity }: ChunkTerms,
  given: readonly GivenCustomer[],
): Promise<{ known: Map<string, CustomerRow>; now: number }> {
  const names = given.map((row) => nameOf(row, identity));
  const found = await findNamed(tx, program.id, identity, names);
  const ids = [...found.values()].map(({ id }) => id);
  const locked = new Map<number, CustomerRow>();
  const rows = await lockAll(tx, program.id, ids);
  const now = deps.clock.now(program);
  for (const row of rows) {
    const isStill = row.merged_into === null && isDue(program, row, now);
    locked.set(row.id, isStill ? await settleIn(tx, deps, program, row, now) : row);
  }
  const known = new Map<string, CustomerRow>();
  for (const [name, { id, email, merchant_key }] of found) {
    const customer = locked.get(id);
    const isNamed =
      customer && (identity === 'email' ? customer.email === email : customer.merchant_key === merchant_key);
    if (!isNamed) throw new Overtaken();
    known.set(name, customer);
  }
  return { known, now };
}

function changeOf(plan: Extract<ReturnType<typeof planRow>, { kind: 'change' }>): Changed {
  const { customer, before, after, openings } = plan;
  return { customer, openings, row: rowOf(customer.id, false, before, after) };
}

function rowOf(
  customer_id: number,
  created: boolean,
  before: ImportedRow['before'],
  after: ImportedRow['after'],
): ImportedRow {
  return { customer_id, created, points: 0, adjustment_ids: [], before, after };
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
  deps: SettlingDeps,
  { program, site }: ChunkTerms,
  now: number,
  drafts: readonly { draft: CustomerDraft; openings: PlannedOpening[] }[],
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
  if (inserted.length < drafts.length) throw new Overtaken();
  const byKey = new Map(inserted.map((row) => [row.merchant_key, row]));
  return drafts.map(({ draft, openings }) => {
    const customer = byKey.get(platformKey(draft.merchant_id))!;
    return { customer, openings, row: rowOf(customer.id, true, null, draft.fields) };
  });
}

function noteOpenings(changes: readonly Changed[], posted: readonly PostedOpening[]): void {
  const byId = byCustomer(posted);
  for (const { row } of changes) {
    for (const { points, adjustment_id } of byId.get(row.customer_id) ?? []) {
      row.points += points;
      row.adjustment_ids.push(adjustment_id);
    }
  }
}
