import { type RawBuilder, sql } from 'kysely';
import { Unavailable } from '../core/errors.ts';
import { endOf, whereInRange } from '../core/keyset-range.ts';
import {
  firstRange,
  hasWindow,
  isEmpty,
  type KeysetRange,
  nearPart,
  type Page,
  type PageRequest,
} from '../core/pagination.ts';
import { Backlog } from '../ledger/backlog.ts';
import type { Deps } from '../programs/deps.ts';
import { listProgramStamps } from '../programs/store.ts';
import { beginReadingTransactions, listTransactionIds } from './transaction-store.ts';
import { pageQuery, type Reach, sliceQuery } from './transactions-csv-query.ts';

type ExportDeps = Pick<Deps, 'db' | 'hot' | 'replicas' | 'clock'>;

/**
 * The size of one request to the database. It is held in memory while the reader is slow. Each slice reads the customers of
 * the program anew, so larger ones cost Postgres less.
 */
const SLICE_BYTES = 16 * 1024 * 1024;
const FIRST_SLICE_ROWS = 5_000;
const SMALLEST_SLICE_ROWS = 1_000;
const LARGEST_SLICE_ROWS = 200_000;
/** A slice that takes longer makes the next one smaller: a statement must not come near its time limit. */
const SLOW_SLICE_MS = 2_000;

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
  const { highWater, read } = await beginReadingTransactions(deps, request.filters);
  return read(async (source) => {
    const page = await listTransactionIds(source, programId, request, highWater);
    if (page.rows.length === 0) return { page, csv: [] };
    const ids = page.rows.map(({ id }) => id);
    const query = pageQuery(programId, ids, request.order === 'oldest_first');
    const csv: Buffer[] = [];
    for await (const chunk of copy(source, query)) csv.push(chunk);
    return { page, csv };
  });
}

/**
 * All rows that match the filters, as csv rows that end in LF. They are read in slices. Each slice is passed on as it
 * comes, and the next is read while it is being sent. So no statement waits for the reader, and for a slow reader two
 * slices are in memory. The first slice is read before this returns: a database that is away gives an error and not an
 * empty file. Throws Unavailable at the end where the program had left this schema before the last row was read.
 */
export async function exportTransactions(
  deps: ExportDeps,
  programId: number,
  request: PageRequest,
): Promise<AsyncGenerator<Buffer>> {
  const { highWater, read } = await beginReadingTransactions(deps, request.filters);
  const whole = { ...firstRange(request, highWater), limit: FIRST_SLICE_ROWS };
  const begin: BeginSlice = async (range) => {
    const begun = await read(async (source) => {
      const slice = await beginSlice(source, programId, range);
      // The primary reads the whole slice if a replica fails on the way, so nothing of it may be passed on before.
      if (source.db !== deps.db) await slice?.rest;
      return slice;
    });
    // All is read now, however slow the reader is: a move that comes later takes nothing from it.
    if (!begun) await requireHere(deps, programId);
    return begun;
  };
  const first = await begin(whole);
  await first?.rest;
  return slicesFrom(first, begin);
}

/** A program that has moved leaves no rows behind, which looks like the end of a listing. */
async function requireHere({ db }: ExportDeps, programId: number): Promise<void> {
  const found = await listProgramStamps(db, [programId]);
  if (found.length === 0) throw new Unavailable('none', 'The program has moved to another schema.');
}

type BeginSlice = (range: KeysetRange) => Promise<Slice | undefined>;

async function* slicesFrom(first: Slice | undefined, begin: BeginSlice): AsyncGenerator<Buffer> {
  for (let slice = first; slice; ) {
    const following = slice.rest.then(begin);
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
  const query = await sliceQuery(deps, programId, range, reach);
  const began = deps.clock.real();
  const rest = csv.fill(copy(deps, query)).then((bytes) => {
    const isSlow = deps.clock.real() - began > SLOW_SLICE_MS;
    const within = isSlow ? Math.max(Math.ceil(range.limit / 2), SMALLEST_SLICE_ROWS) : range.limit * 4;
    return {
      ...range,
      ...(ascending ? { above: reach.last_id } : { below: reach.first_id }),
      limit: Math.min(Math.ceil((reach.rows * SLICE_BYTES) / bytes), within, LARGEST_SLICE_ROWS),
    };
  });
  // The reader of the rows gets the same error.
  rest.catch(() => {});
  return { csv, rest };
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

function copy(deps: ExportDeps, query: RawBuilder<unknown>): AsyncIterable<Buffer> {
  return deps.hot.copyOut(`copy (${query.compile(deps.db).sql}) to stdout (format csv)`);
}
