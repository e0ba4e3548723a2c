/** The part of a table that a listing shows. Windows: `created_at_min` inclusive, `created_at_max` exclusive; ms. */
export interface ListingFilters {
  customer_id: number | null;
  /** Only rows with a greater id. Such a listing runs oldest first. */
  since_id: number | null;
  created_at_min: number | null;
  created_at_max: number | null;
  /** Only listings whose rows change have these two. */
  updated_at_min?: number | null;
  updated_at_max?: number | null;
  /** Only rows whose latest change has a higher place. Such a listing runs in the order of these places. */
  updated_since?: number | null;
}

export interface PageRequest {
  order: 'newest_first' | 'oldest_first';
  filters: ListingFilters;
  /** The page lies beside this row; null: the first page. */
  from: { way: 'next' | 'prev'; id: number } | null;
  limit: number;
  /** How many rows to pass over, for numbered pages. */
  offset: number;
}

export interface Page<Row> {
  /** In the order of the listing. */
  rows: Row[];
  has_prev: boolean;
  has_next: boolean;
}

/** A range of ids of one program, read from one end. */
export interface KeysetRange {
  filters: ListingFilters;
  /** Exclusive. */
  above: number;
  /** Exclusive. */
  below: number;
  ascending: boolean;
  limit: number;
  offset: number;
  /** Rows are found by the window first and then sorted, instead of read in the order of their ids. */
  window_first: boolean;
}

/** Greater than every id. */
export const NO_BOUND = Number.MAX_SAFE_INTEGER;

/** How many ids are read in order to find the rows of a window. */
const NEAR = 200_000;

/**
 * The first range that a listing reads. It takes `limit` rows and one more, which tells whether there is another page.
 */
export function firstRange(request: PageRequest, highWater: number): KeysetRange {
  const { filters, from, limit, offset } = request;
  const ascending = (request.order === 'oldest_first') !== (from?.way === 'prev');
  return {
    filters,
    above: Math.max(filters.since_id ?? 0, ascending && from ? from.id : 0),
    below: Math.min(highWater + 1, !ascending && from ? from.id : NO_BOUND),
    ascending,
    limit: limit + 1,
    offset,
    window_first: false,
  };
}

/**
 * Reads one page through `select`. No id up to `highWater` is in flight any more. `highWater` was read in an earlier
 * statement, so `select` sees every row up to it.
 */
export async function readPage<Row extends { id: number }>(
  request: PageRequest,
  highWater: number,
  select: (range: KeysetRange) => Promise<Row[]>,
): Promise<Page<Row>> {
  return pageOf(await selectInWindow(firstRange(request, highWater), select), request);
}

/**
 * The page for the rows that were read for it. They are in the direction of the request. One row above the limit means
 * that there are more.
 */
export function pageOf<Row>(
  read: readonly Row[],
  { from, limit, offset }: Pick<PageRequest, 'from' | 'limit' | 'offset'>,
): Page<Row> {
  const back = from?.way === 'prev';
  const more = read.length > limit;
  const rows = read.slice(0, limit);
  if (back) rows.reverse();
  return {
    rows,
    // Rows are never deleted. So the row beside which the page lies is still there, on the other side.
    has_prev: back ? more : from !== null || (offset > 0 && rows.length > 0),
    has_next: back ? true : more,
  };
}

/**
 * Ids and moments grow together, with small exceptions. So a page of a window is most often among the next ids.
 * Otherwise the window lies far off, and reading ids in order could take as long as reading the table. Then the index
 * of moments finds the window's rows, and they are sorted.
 */
async function selectInWindow<Row>(
  range: KeysetRange,
  select: (range: KeysetRange) => Promise<Row[]>,
): Promise<Row[]> {
  if (!hasWindow(range.filters)) return select(range);
  if (range.offset > 0) return select({ ...range, window_first: true });
  const near = nearPart(range);
  const rows = await select(near);
  const far = range.ascending ? { ...range, above: near.below - 1 } : { ...range, below: near.above + 1 };
  if (rows.length === range.limit || isEmpty(far)) return rows;
  return [...rows, ...(await select({ ...far, limit: range.limit - rows.length, window_first: true }))];
}

/** The ids of a range that come first. */
export function nearPart(range: KeysetRange): KeysetRange {
  const { above, below, ascending } = range;
  return ascending
    ? { ...range, below: Math.min(below, above + NEAR + 1) }
    : { ...range, above: Math.max(above, below - NEAR - 1) };
}

export function isEmpty({ above, below }: KeysetRange): boolean {
  return below - above <= 1;
}

/**
 * Whether the listing chooses rows of the whole program by their moments. One customer's rows are few and need no such
 * care.
 */
export function hasWindow(filters: ListingFilters): boolean {
  const { created_at_min, created_at_max, updated_at_min = null, updated_at_max = null } = filters;
  const bounds = [created_at_min, created_at_max, updated_at_min, updated_at_max];
  return filters.customer_id === null && bounds.some((bound) => bound !== null);
}
