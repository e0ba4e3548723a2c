import { sql } from 'kysely';
import type { Tx } from '../core/transaction.ts';
import { listLines } from './attribution.ts';
import { replay } from './replay.ts';
import { type Drift, rowsOf, type Step, transactionsOfRecords } from './verify-step.ts';

const CUSTOMERS_A_REPLAY = 200;

/**
 * Checks that no earning lost more points than it had left after its expiries, and that no spared points are in the
 * balance again. For customers with lots the lots show it; for others their ledgers are replayed. An earning from
 * before its customer had lots is not checked against expiries: lots do not tell such earnings apart.
 */
export async function undoneDrifts(tx: Tx, step: Step): Promise<Drift[]> {
  const drifts = [...(await expiredInLots(tx, step)), ...(await sparedInLots(tx, step))];
  const played = await listToPlay(tx, step);
  for (const program_id of new Set(played.map((customer) => customer.program_id))) {
    const ours = played.filter((customer) => customer.program_id === program_id);
    for (let from = 0; from < ours.length; from += CUSTOMERS_A_REPLAY)
      drifts.push(...(await playedDrifts(tx, program_id, ours.slice(from, from + CUSTOMERS_A_REPLAY))));
  }
  return drifts;
}

/** Lots from before a merge belong to the merged customer; the activity belongs to its survivor. */
async function expiredInLots(tx: Tx, step: Step): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    select a.program_id, a.customer_id, 'activity_expired' as what, a.id, coalesce(s.approved, 0)::bigint as stored, e.expired as summed
      from (
        select a.program_id, a.customer_id, a.id, sum(l.expired)::bigint as expired
          from ${rowsOf('activities', step)} a
          join lots l on l.program_id = a.program_id and l.activity_id = a.id and l.expired > 0
          where a.state = 'void' or a.taken_back > 0
          group by 1, 2, 3
      ) e
      join activities a on a.program_id = e.program_id and a.id = e.id
      left join (select program_id, activity_id, sum(points_approved) as approved from ${transactionsOfRecords(step)} t
        where activity_id is not null group by 1, 2) s on s.program_id = a.program_id and s.activity_id = a.id
      where e.expired > coalesce(s.approved, 0)
      order by 1, 2, 4`.execute(tx);
  return rows;
}

async function sparedInLots(tx: Tx, step: Step): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    select a.program_id, a.customer_id, 'activity_spared' as what, a.id, 0::bigint as stored,
        least(l.remaining, a.spared - a.reclaimed) as summed
      from ${rowsOf('activities', step)} a
      join lots l on l.program_id = a.program_id and l.customer_id = a.customer_id and l.activity_id = a.id and l.remaining > 0
      where a.spared > a.reclaimed
      order by 1, 2, 4`.execute(tx);
  return rows;
}

interface Played {
  program_id: number;
  customer_id: number;
  /** Spared points by activity id. */
  spared: Record<string, number> | null;
}

/** Customers without lots that lost points of an earning, and that had points expire or spared. */
async function listToPlay(tx: Tx, step: Step): Promise<Played[]> {
  const { rows } = await sql<Played>`
    select a.program_id, a.customer_id, json_object_agg(a.id, a.spared - a.reclaimed) filter (where a.spared > a.reclaimed) as spared
      from ${rowsOf('activities', step)} a
      join customers c on c.program_id = a.program_id and c.id = a.customer_id and c.lots_since is null
      where a.state = 'void' or a.taken_back > 0
      group by 1, 2
      having bool_or(a.spared > a.reclaimed)
        or exists (select from expiries e where e.program_id = a.program_id and e.customer_id = a.customer_id)
        or exists (select from customers m join expiries e on e.program_id = m.program_id and e.customer_id = m.id
          where m.program_id = a.program_id and m.merged_into = a.customer_id)
      order by 1, 2`.execute(tx);
  return rows;
}

/** The drifts of customers of one program. */
async function playedDrifts(tx: Tx, program_id: number, played: readonly Played[]): Promise<Drift[]> {
  const ids = played.map(({ customer_id }) => customer_id);
  const ledgers = await listLines(tx, program_id, ids);
  return played.flatMap(({ customer_id, spared }) => {
    const lines = ledgers.get(customer_id) ?? [];
    const standing = new Map<number, number>();
    for (const { activity_id: id, points } of lines)
      if (id !== null) standing.set(id, (standing.get(id) ?? 0) + points);
    return replay(lines).flatMap(({ activity_id: id, expired, left }): Drift[] => {
      if (id === null) return [];
      const stored = standing.get(id) ?? 0;
      const there = Math.min(left, spared?.[id] ?? 0);
      const drift = { program_id, customer_id, id };
      return [
        ...(expired > Math.max(0, stored)
          ? [{ ...drift, what: 'activity_expired' as const, stored, summed: expired }]
          : []),
        ...(there > 0 ? [{ ...drift, what: 'activity_spared' as const, stored: 0, summed: there }] : []),
      ];
    });
  });
}
