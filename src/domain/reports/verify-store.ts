import { sql } from 'kysely';
import type { CoreDeps } from '../core/deps.ts';
import { FIGURE_KEY, figuresOf, transactionsWithin } from './figure-store.ts';
import { findState } from './state-store.ts';

/** A figure of one day that is not the sum of its transactions. */
export interface WrongFigure {
  day: string;
  site_id: number;
  tier_id: number;
  rule_id: number;
  reward_id: number;
  flow: string;
  stored: number;
  summed: number;
}

interface VerifiedFigures {
  figures: number;
  counted_to: number;
  /** The first thousand. */
  wrong: WrongFigure[];
}

const MOST = 1_000;

/** Compares a program's kept figures with its transactions, in one snapshot and without a lock. */
export async function verifyFigures(deps: Pick<CoreDeps, 'db'>, programId: number): Promise<VerifiedFigures> {
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const state = await findState(tx, programId);
      if (!state) return { figures: 0, counted_to: 0, wrong: [] };
      const { generation, counted_to } = state;
      const range = { program_id: programId, above: 0, up_to: counted_to };
      const { rows } = await sql<WrongFigure>`
        select ${FIGURE_KEY}, coalesce(kept.points, 0)::bigint as stored, coalesce(summed.points, 0)::bigint as summed
          from (select * from report_figures where program_id = ${programId} and generation = ${generation}) kept
          full join (${figuresOf(transactionsWithin(range))}) summed using (${FIGURE_KEY})
          where kept.points is distinct from summed.points or kept.transactions is distinct from summed.transactions
          order by ${FIGURE_KEY} limit ${MOST}`.execute(tx);
      const { rows: counts } = await sql<{ count: number }>`
        select count(*) as count from report_figures where program_id = ${programId} and generation = ${generation}`.execute(
        tx,
      );
      return { figures: counts[0]!.count, counted_to, wrong: rows };
    });
}
