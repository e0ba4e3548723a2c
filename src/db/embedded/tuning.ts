import { totalmem } from 'node:os';

const MB = 1_048_576;

/**
 * Postgres's settings for a machine with this much memory. The server, the file cache and other processes need most of
 * it. docs/performance.md gives the measured gain of each setting.
 */
export function tunedFor(memoryBytes: number): Record<string, string> {
  const megabytes = (share: number, least: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, (memoryBytes * share) / MB)))}MB`;
  return {
    // Pages take memory when they are used; the list of pages takes memory at once, 31 MB for 1 GB.
    shared_buffers: megabytes(1 / 16, 32, 1_024),
    effective_cache_size: megabytes(1 / 2, 128, 65_536),
    maintenance_work_mem: megabytes(1 / 64, 32, 512),
    // After each checkpoint a page's first change writes the whole page to the log.
    checkpoint_timeout: '15min',
    max_wal_size: '2GB',
  };
}

/** For a Postgres that runs for a while beside the serving one. */
export const SMALL = tunedFor(256 * MB);

/** The memory that this process may use: the machine's, or less in a container with a limit. */
export function memoryHere(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
