import pg from 'pg';
import { type Job, openProcesses } from './processes.ts';
import type { TestDomain } from './test-domain.ts';

/**
 * Runs a job in a process of its own, which is killed while it waits to write a table. The dying process may hold its
 * locks until Postgres sees that it is gone. `meanwhile` runs while it waits.
 */
export async function killWhileItWaits(
  { database, clock, program }: TestDomain,
  table: string,
  { kind, id = 0 }: { kind: Job['kind']; id?: number },
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const isAwaited = async () => {
    const { rows } = await owner.query(
      'select exists (select from pg_locks where relation = $1::regclass and not granted) as awaited',
      [table],
    );
    return rows[0].awaited;
  };
  const processes = await openProcesses(1, database.serverUrl);
  const job: Job = { now: clock.real(), program_id: program.id, kind, id, merchant_id: '', count: 1 };
  await owner.query('begin');
  await owner.query(`lock table ${table} in share row exclusive mode`);
  await processes.killDuring(job, async () => {
    while (!(await isAwaited()));
    await meanwhile();
  });
  await owner.query('commit');
  await owner.end();
}
