import { sql } from 'kysely';
import type { Program } from './configuration.ts';
import type { Deps } from './deps.ts';

/** How often a program's entries were used, by id. An unused entry is missing. */
interface CatalogueCounts {
  /** Completions of rules and claims of rewards, except those that were taken back. */
  uses: ReadonlyMap<number, number>;
  /** Customers in tiers. */
  members: ReadonlyMap<number, number>;
}

interface Counted {
  counts: CatalogueCounts;
  until: number;
}

const counted = new WeakMap<Deps['db'], Map<number, Counted>>();

/**
 * Counting takes at most a hundredth of a server's time: counts that took one second are kept for a hundred seconds.
 */
const KEPT_FOR = 100;

/** Counts now, or returns kept counts if counting takes long. */
export async function countUses(
  deps: Pick<Deps, 'db' | 'clock'>,
  program: Pick<Program, 'id'>,
): Promise<CatalogueCounts> {
  let held = counted.get(deps.db);
  if (!held) {
    held = new Map();
    counted.set(deps.db, held);
  }
  const began = deps.clock.real();
  const known = held.get(program.id);
  if (known && known.until > began) return known.counts;
  const counts = { uses: await readUses(deps, program.id), members: await readMembers(deps, program.id) };
  const ended = deps.clock.real();
  held.set(program.id, { counts, until: ended + (ended - began) * KEPT_FOR });
  return counts;
}

async function readUses({ db }: Pick<Deps, 'db'>, programId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select subject_id as id, sum(total)::bigint as count from usage_counters
      where program_id = ${programId} group by subject_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function readMembers({ db }: Pick<Deps, 'db'>, programId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select tier_id as id, count(*) as count from customers
      where program_id = ${programId} and tier_id is not null and merged_into is null and erased_at is null
      group by tier_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
