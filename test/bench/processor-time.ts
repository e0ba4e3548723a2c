import { readFileSync } from 'node:fs';
import pg from 'pg';

/** The processor time of a process in all its threads, in ms. Linux counts hundredths of a second. */
export function processorMs(pid: number): number {
  return times(pid).own;
}

/** The processor time that the Postgres of an address has taken in all its processes, also in those that ended, in ms. */
export async function postgresMs(url: string): Promise<number> {
  const postmaster = await postmasterOf(url);
  const living = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  const sum = living.reduce((ms, pid) => ms + finelyCountedMs(pid), 0);
  return sum + times(postmaster).ended;
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return Number(fieldsOf(rows[0]!.pid)[1]);
  } finally {
    await client.end();
  }
}

function times(pid: number): { own: number; ended: number } {
  const [user, system, endedUser, endedSystem] = fieldsOf(pid).slice(11).map(Number);
  return { own: (user! + system!) * 10, ended: (endedUser! + endedSystem!) * 10 };
}

/** From the state of the process on: the third field of its line and those behind it (proc(5)). */
function fieldsOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
}

/** A process of one thread, to the nanosecond. One that has ended meanwhile is counted by its parent. */
function finelyCountedMs(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}
