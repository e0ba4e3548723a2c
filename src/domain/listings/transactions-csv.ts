import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { endOf, whereInRange } from '../core/keyset-range.ts';
import {
  firstRange,
  hasWindow,
  isEmpty,
  type KeysetRange,
  NO_BOUND,
  nearPart,
  type Page,
  type PageRequest,
} from '../core/pagination.ts';
import { Backlog } from '../ledger/backlog.ts';
import type { Deps } from '../programs/deps.ts';
import { listTransactionIds, transactionHighWaterMark } from './transaction-store.ts';

type ExportDeps = Pick<Deps, 'db' | 'hot'>;

/** The size of one request to the database. It is held in memory while the reader is slow. */
const SLICE_BYTES = 8 * 1024 * 1024;
const FIRST_SLICE_ROWS = 5_000;
const LARGEST_SLICE_ROWS = 100_000;

/** The names of the columns, in their order. */
export const TRANSACTION_CSV_COLUMNS = [
  'id',
  'created_at',
  'resource',
  'points_approved',
  'points_pending',
  'customer_id',
  'customer_merchant_id',
  'customer_email',
  'activity_id',
  'activity_state',
  'rule_id',
  'rule_name',
  'claimed_reward_id',
  'reward_id',
  'adjustment_note',
];

/** A page as csv rows that end in LF, without the header. */
export async function exportTransactionPage(
  deps: ExportDeps,
  programId: number,
  request: PageRequest,
): Promise<{ page: Page<{ id: number }>; csv: Buffer[] }> {
  const page = await listTransactionIds(deps, programId, request);
  if (page.rows.length === 0) return { page, csv: [] };
  const ids = page.rows.map(({ id }) => sql.lit(id));
  const rows = sql<SqlBool>`t.program_id = ${sql.lit(programId)} and t.id in (${sql.join(ids)})`;
  const csv: Buffer[] = [];
  for await (const chunk of copy(deps, csvQuery(programId, rows, null, request.order === 'oldest_first'))) {
    csv.push(chunk);
  }
  return { page, csv };
}

/**
 * All rows that match the filters, as csv rows that end in LF. They are read in slices. Each slice is passed on as it
 * comes, and the next is read while it is being sent. So no statement waits for the reader, and for a slow reader two
 * slices are in memory. The first slice is read before this returns: a database that is away gives an error and not an
 * empty file.
 */
export async function exportTransactions(
  deps: ExportDeps,
  programId: number,
  request: PageRequest,
): Promise<AsyncGenerator<Buffer>> {
  const highWater = await transactionHighWaterMark(deps, request.filters);
  const whole = { ...firstRange(request, highWater), limit: FIRST_SLICE_ROWS };
  const first = await beginSlice(deps, programId, whole);
  await first?.rest;
  return slicesFrom(deps, programId, first);
}

async function* slicesFrom(
  deps: ExportDeps,
  programId: number,
  first: Slice | undefined,
): AsyncGenerator<Buffer> {
  for (let slice = first; slice; ) {
    const following = slice.rest.then((rest) => beginSlice(deps, programId, rest));
    // Awaited below, if the reader stays for it.
    following.catch(() => {});
    yield* slice.csv;
    slice = await following;
  }
}

interface Slice {
  csv: Backlog;
  /** The range after this slice, once Postgres has given all of the slice. */
  rest: Promise<KeysetRange>;
}

async function beginSlice(
  deps: ExportDeps,
  programId: number,
  range: KeysetRange,
): Promise<Slice | undefined> {
  const reach = await findSlice(deps, programId, range);
  if (!reach) return undefined;
  const { ascending } = range;
  const csv = new Backlog();
  const rest = csv.fill(copy(deps, sliceQuery(programId, range, reach))).then((bytes) => ({
    ...range,
    ...(ascending ? { above: reach.last_id } : { below: reach.first_id }),
    limit: Math.min(Math.ceil((reach.rows * SLICE_BYTES) / bytes), range.limit * 4, LARGEST_SLICE_ROWS),
  }));
  // The reader of the rows gets the same error.
  rest.catch(() => {});
  return { csv, rest };
}

/**
 * The bounds of the ids in a slice and of the ids that its rows refer to. With these bounds the joins need not read
 * whole tables.
 */
interface Reach {
  rows: number;
  first_id: number;
  last_id: number;
  first_activity: number | null;
  last_activity: number | null;
  first_claim: number | null;
  last_claim: number | null;
}

async function findSlice(
  deps: ExportDeps,
  programId: number,
  range: KeysetRange,
): Promise<Reach | undefined> {
  if (isEmpty(range)) return undefined;
  const windowed = hasWindow(range.filters);
  const reach = await reachOf(deps, programId, windowed ? nearPart(range) : range);
  if (reach.rows > 0) return reach;
  if (!windowed) return undefined;
  // The window lies far off, or is over.
  const { rows } = await sql<{ id: number | null }>`
    select ${sql.raw(range.ascending ? 'min' : 'max')}(t.id + 0) as id from transactions t
    where ${whereInRange(programId, range)}`.execute(deps.db);
  const id = rows[0]!.id;
  if (id === null) return undefined;
  return reachOf(
    deps,
    programId,
    nearPart({ ...range, ...(range.ascending ? { above: id - 1 } : { below: id + 1 }) }),
  );
}

async function reachOf(deps: ExportDeps, programId: number, range: KeysetRange): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select count(*)::int as rows, min(id) as first_id, max(id) as last_id,
      min(activity_id) as first_activity, max(activity_id) as last_activity,
      min(claimed_reward_id) as first_claim, max(claimed_reward_id) as last_claim
    from (
      select t.id, t.activity_id, t.claimed_reward_id from transactions t
      where ${whereInRange(programId, range)} ${endOf(range)}
    ) slice`.execute(deps.db);
  return rows[0]!;
}

/**
 * Only so few rows are joined without bounds. Postgres then finds each record by its key, and not by a read of whole
 * tables.
 */
const FEW_ROWS = 1_000;

function sliceQuery(
  programId: number,
  { filters, ascending }: KeysetRange,
  reach: Reach,
): RawBuilder<unknown> {
  const { rows, first_id, last_id } = reach;
  if (rows <= FEW_ROWS) {
    const few = whereInRange(programId, { filters, above: first_id - 1, below: last_id + 1 });
    return csvQuery(programId, few, null, ascending);
  }
  const all = whereInRange(programId, { filters, above: 0, below: NO_BOUND });
  return csvQuery(programId, sql`${all} ${within('t.id', first_id, last_id)}`, reach, ascending);
}

/**
 * Transactions without an activity or a claim are joined by a key of their own, which nothing has: a hash join over many
 * rows without a key puts them all into one batch, and divides it until memory or the disk is full.
 */
function csvQuery(
  programId: number,
  rows: RawBuilder<SqlBool>,
  reach: Reach | null,
  ascending: boolean,
): RawBuilder<unknown> {
  const program = sql.lit(programId);
  return sql`
    select t.id, to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), t.resource,
      t.points_approved, t.points_pending, t.customer_id,
      ${formulaSafe('c.merchant_id')}, ${formulaSafe('c.email')},
      t.activity_id, a.state, a.rule_id, case when a.rule_id is not null then ${formulaSafe('a.name')} end,
      t.claimed_reward_id, r.reward_id, case when t.resource = 'adjustment' then ${formulaSafe('t.note')} end
    from transactions t
    join customers c on c.program_id = ${program} and c.id = t.customer_id
    left join activities a on a.program_id = ${program} and a.id = coalesce(t.activity_id, -t.id)
      ${reach ? within('a.id', reach.first_activity, reach.last_activity) : sql``}
    left join claimed_rewards r on r.program_id = ${program} and r.id = coalesce(t.claimed_reward_id, -t.id)
      ${reach ? within('r.id', reach.first_claim, reach.last_claim) : sql``}
    where ${rows}
    order by t.id ${sql.raw(ascending ? 'asc' : 'desc')}`;
}

/**
 * A condition that takes only ids within these bounds; without bounds, none. The bounds are subqueries, which Postgres
 * plans without a look at their values. By the values it takes ids that are newer than its statistics for a single row,
 * and compares each transaction of the slice with each record of it.
 */
function within(column: string, first: number | null, last: number | null): RawBuilder<unknown> {
  if (first === null || last === null) return sql`and false`;
  return sql`and ${sql.raw(column)} between (select ${sql.lit(first)}::bigint) and (select ${sql.lit(last)}::bigint)`;
}

/** A spreadsheet would run text that begins with tab, CR, +, -, = or @ as a formula, so it gets a quote before it. */
function formulaSafe(column: string): RawBuilder<unknown> {
  const text = sql.raw(column);
  return sql`case when ascii(${text}) in (9, 13, 43, 45, 61, 64) then '''' || ${text} else ${text} end`;
}

function copy(deps: ExportDeps, query: RawBuilder<unknown>): AsyncIterable<Buffer> {
  return deps.hot.copyOut(`copy (${query.compile(deps.db).sql}) to stdout (format csv)`);
}
