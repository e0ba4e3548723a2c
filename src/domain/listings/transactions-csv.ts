import { type RawBuilder, sql } from 'kysely';
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
import { requireHere } from '../programs/require-here.ts';
import { beginReadingTransactions, listTransactionIds } from './transaction-store.ts';
import { pageQuery, type Reach, sliceQuery } from './transactions-csv-query.ts';

type ExportDeps = Pick<Deps, 'db' | 'hot' | 'replicas' | 'clock'>;

/**
 * The size of a slice, in bytes. It is in memory while the reader is slow. Each slice reads the customers of the
 * program again, so larger slices cost Postgres less.
 */
const SLICE_BYTES = 16 * 1024 * 1024;
const FIRST_SLICE_ROWS = 5_000;
const SMALLEST_SLICE_ROWS = 1_000;
const LARGEST_SLICE_ROWS = 200_000;
/** After a slice that takes longer, the next one is smaller: no statement may come near its time limit. */
const SLOW_SLICE_MS = 2_000;
/**
 * If the plan of the next slice has more than this many times the rows that the size of the slice before suggests, it
 * is made again.
 */
const TOO_MANY = 1.5;

/** The names of the columns, in order. */
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
 * All rows that match the filters, as csv rows that end in LF. They are read in slices. Each slice is passed on as its
 * bytes arrive, and the next slice is read while it is being sent. So no statement waits for the reader, and a slow
 * reader causes two slices in memory. The first slice is read before this returns, so that an unreachable database
 * gives an error and not an empty file. Throws Unavailable at the end if the program left this schema before the last
 * row was read.
 */
export async function exportTransactions(
  deps: ExportDeps,
  programId: number,
  request: PageRequest,
): Promise<AsyncGenerator<Buffer>> {
  const { highWater, read } = await beginReadingTransactions(deps, request.filters);
  const plan: PlanSlice = (range) => read((source) => planSlice(source, programId, range));
  const begin: BeginSlice = (planned) =>
    read(async (source) => {
      const slice = beginSlice(source, planned);
      // If a replica fails on the way, the primary reads the whole slice again. So a slice from a replica is passed on
      // only when it is complete.
      if (source.db !== deps.db) await slice.size;
      return slice;
    });
  // After a slow slice, the next but one is planned only when the time of the next one is known.
  const ahead = (slice: Slice, former: SliceSize) =>
    followed(slice, former.is_slow ? undefined : plan(rangeAfter(slice.planned, former)));
  const planned = await plan({ ...firstRange(request, highWater), limit: FIRST_SLICE_ROWS });
  const first = planned && (await begin(planned));
  // Everything is read now, even if the reader is slow: a later move of the program does not matter.
  if (!first) await requireHere(deps, programId);
  return slicesFrom(first && ahead(first, await first.size), async (slice) => {
    const following = await planAfter(slice, plan);
    if (following) return ahead(await begin(following), await slice.size);
    await requireHere(deps, programId);
    return undefined;
  });
}

type PlanSlice = (range: KeysetRange) => Promise<PlannedSlice | undefined>;
type BeginSlice = (planned: PlannedSlice) => Promise<Slice>;

/** Begins each slice when Postgres has given all of the slice before. */
async function* slicesFrom(
  first: FollowedSlice | undefined,
  beginAfter: (slice: FollowedSlice) => Promise<FollowedSlice | undefined>,
): AsyncGenerator<Buffer> {
  for (let slice = first; slice; ) {
    const following = beginAfter(slice);
    // This is awaited below, unless the reader leaves before.
    following.catch(() => {});
    yield* slice.csv;
    slice = await following;
  }
}

/** The plan of a slice, before it is read. */
interface PlannedSlice {
  range: KeysetRange;
  reach: Reach;
  query: RawBuilder<unknown>;
}

interface SliceSize {
  rows: number;
  bytes: number;
  is_slow: boolean;
}

interface Slice {
  planned: PlannedSlice;
  csv: Backlog;
  /** Resolves when Postgres has given all of the slice. */
  size: Promise<SliceSize>;
}

/**
 * A slice whose next slice is planned while Postgres gives its rows; undefined: the plan waits for the size of this
 * slice.
 */
type FollowedSlice = Slice & { following: Promise<PlannedSlice | undefined> | undefined };

function followed(slice: Slice, following: FollowedSlice['following']): FollowedSlice {
  // The reader may leave before it awaits this.
  following?.catch(() => {});
  return { ...slice, following };
}

async function planSlice(
  deps: ExportDeps,
  programId: number,
  range: KeysetRange,
): Promise<PlannedSlice | undefined> {
  const reach = await findSlice(deps, programId, range);
  return reach && { range, reach, query: await sliceQuery(deps, programId, range, reach) };
}

function beginSlice(deps: ExportDeps, planned: PlannedSlice): Slice {
  const csv = new Backlog();
  const began = deps.clock.real();
  const size = csv.fill(copy(deps, planned.query)).then((bytes) => {
    return { rows: planned.reach.rows, bytes, is_slow: deps.clock.real() - began > SLOW_SLICE_MS };
  });
  // The error also reaches the reader of the rows.
  size.catch(() => {});
  return { planned, csv, size };
}

/** The range after a slice. The size of the last read slice decides its number of rows. */
function rangeAfter({ range, reach }: PlannedSlice, size: SliceSize): KeysetRange {
  const within = size.is_slow ? Math.max(Math.ceil(range.limit / 2), SMALLEST_SLICE_ROWS) : range.limit * 4;
  const bySize = Math.ceil((size.rows * SLICE_BYTES) / size.bytes);
  const limit = Math.min(bySize, within, LARGEST_SLICE_ROWS);
  return { ...range, ...(range.ascending ? { above: reach.last_id } : { below: reach.first_id }), limit };
}

/** The plan that was made ahead; a new one if that failed, or if it has too many rows. */
async function planAfter(slice: FollowedSlice, plan: PlanSlice): Promise<PlannedSlice | undefined> {
  const range = rangeAfter(slice.planned, await slice.size);
  if (!slice.following) return plan(range);
  const following = await slice.following.catch(() => plan(range));
  return following && following.reach.rows > TOO_MANY * range.limit ? plan(range) : following;
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
  // The window is far away, or is over.
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
