import pg from 'pg';
import { NO_LIMITS } from '../../src/db/limits.ts';
import { sweepOnce } from '../../src/domain/operations/sweep.ts';
import { type Bench, type Check, openDeps } from './bench.ts';
import { APPROVAL_STATEMENT } from './reference-statements.ts';
import { rateFinding } from './report.ts';
import { compare } from './rounds.ts';

const AIM = 0.85;
/** For each customer of the group. */
const APPROVALS = 2;

/** The server's own sweep, batch by batch, against one statement that approves everything at once. */
export const sweepCheck: Check = {
  name: 'sweep',
  about: 'approvals that fall due, by the sweep',
  run: async (bench) => {
    const { sweep } = bench.groups;
    const ids = Array.from({ length: sweep.last - sweep.first + 1 }, (_, index) => sweep.first + index);
    const due = ids.length * APPROVALS;
    const { deps, database } = openDeps(bench.database.serverUrl, 4, NO_LIMITS);
    try {
      const timed = (work: () => Promise<unknown>) => async () => {
        await letFallDue(bench);
        const start = performance.now();
        await work();
        const elapsed = performance.now() - start;
        await requireNothingDue(bench);
        return (due * 1000) / elapsed;
      };
      const ours = timed(() => sweepOnce(deps));
      const limit = timed(() => database.pool.query(APPROVAL_STATEMENT, [bench.program.id, ids]));
      await ours();
      await limit();
      const figures = await compare(bench.options.rounds, ours, limit);
      bench.report(
        rateFinding(`sweep, approvals of ${ids.length.toLocaleString('en')} customers`, figures, AIM),
      );
    } finally {
      await database.close();
    }
  },
};

/** Earnings of every customer of the group, pending until a moment ago. */
async function letFallDue({ database, program, groups }: Bench): Promise<void> {
  const rule = program.rules.find((candidate) => candidate.kind === 'social_follow')!;
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(`
    with earned as (
      insert into activities (program_id, customer_id, rule_id, name, value, state, date, created_at, approves_at, channel)
        select ${program.id}, id, ${rule.id}, '${rule.name}', 50, 'pending', now(), now(), now() - interval '1 minute', 'web'
          from customers cross join generate_series(1, ${APPROVALS})
          where program_id = ${program.id} and id between ${groups.sweep.first} and ${groups.sweep.last}
        returning id, customer_id
    ), entry as (
      insert into transactions (program_id, customer_id, points_approved, points_pending, points_spent, resource, activity_id, created_at)
        select ${program.id}, customer_id, 0, 50, 0, 'activity', id, now() from earned
    )
    update customers set points_pending = points_pending + 50 * ${APPROVALS}, version = version + 1,
        last_entry_at = now(), next_due_at = now() - interval '1 minute'
      where program_id = ${program.id} and id between ${groups.sweep.first} and ${groups.sweep.last}`);
  await client.query('vacuum (analyze) activities, customers');
  await client.end();
}

async function requireNothingDue({ database, program }: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ left: number }>(
    `select count(*)::int as left from activities where program_id = ${program.id} and state = 'pending'`,
  );
  await client.end();
  if (rows[0]!.left > 0) throw new Error(`${rows[0]!.left} activities were left pending`);
}
