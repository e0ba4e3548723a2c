import { sql } from 'kysely';
import type { CoreDeps } from '../core/deps.ts';
import { monthOf } from './vintage-store.ts';

/** The changes of a vintage in a month. */
export interface AgeRow {
  /** Months are numbered as in a vintage. */
  vintage: number;
  month: number;
  got: number;
  undone: number;
  redeemed: number;
  expired: number;
}

interface Ages {
  /** The moment when the last counted transaction was recorded, in ms; null: none is counted. */
  counted_at: number | null;
  counted_to: number;
  /** In order of vintage and month. */
  rows: AgeRow[];
}

/** Reads what happened to all points of a program, from one snapshot. */
export async function readAges({ db }: Pick<CoreDeps, 'db'>, programId: number): Promise<Ages> {
  const { rows } = await sql<Ages>`
    select s.counted_at, s.counted_to, coalesce(a.rows, '[]') as rows from report_states s
      left join lateral (
        select json_agg(json_build_object('vintage', vintage, 'month', month, 'got', got, 'undone', undone,
            'redeemed', redeemed, 'expired', expired) order by vintage, month) as rows
          from (
            select ${monthOf(sql`vintage`)} as vintage, ${monthOf(sql`month`)} as month, got, undone, redeemed, expired
              from report_ages where program_id = s.program_id and generation = s.generation
          ) age
      ) a on true
      where s.program_id = ${programId}`.execute(db);
  return rows[0] ?? { counted_at: null, counted_to: 0, rows: [] };
}
