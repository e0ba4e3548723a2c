import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Deps } from '../../../src/domain/programs/deps.ts';

/** CPU time in µs: of this process, and of the Postgres backends that serve it. */
export interface CpuTime {
  node: number;
  /** null: the backends are no processes of this machine. */
  postgres: number | null;
}

/** The CPU time that `work` takes, divided by the calls that it says it made. */
export async function cpuPerCall(deps: Pick<Deps, 'db'>, work: () => Promise<number>): Promise<CpuTime> {
  const backends = await listBackends(deps);
  const began = { node: process.cpuUsage(), postgres: cpuOfProcesses(backends) };
  const calls = await work();
  const { user, system } = process.cpuUsage(began.node);
  const ended = cpuOfProcesses(backends);
  return {
    node: (user + system) / calls,
    postgres: began.postgres === null || ended === null ? null : (ended - began.postgres) / calls,
  };
}

async function listBackends({ db }: Pick<Deps, 'db'>): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
    db,
  );
  return rows.map(({ pid }) => pid);
}

/** Linux counts the nanoseconds that a process has run. */
function cpuOfProcesses(pids: readonly number[]): number | null {
  try {
    return pids.reduce(
      (sum, pid) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000,
      0,
    );
  } catch {
    return null;
  }
}
