import { randomBytes } from 'node:crypto';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lifetime } from './connections.ts';

/** Archiving of the embedded Postgres's log by the process that runs that Postgres. */
export interface Archiving {
  /**
   * Postgres's settings; `marks`: the folder in which Postgres reads which files are archived; `run`: the name of this
   * run.
   */
  settings(marks: string, run: string): Record<string, string>;
  /** Archives the log of the cluster in this folder until it is stopped. */
  begin(cluster: string, marks: string, run: string): { stop(): Promise<void> };
}

/** One run of Postgres: its settings for archiving, and the archiver beside it. */
interface ArchivingRun {
  settings: Record<string, string>;
  /** Call this when Postgres runs: before that, the folders may belong to the Postgres of another process. */
  begin(cluster: string): Promise<{ stop(): Promise<void> } | undefined>;
}

/**
 * The folder in DATA_DIR with the names of archived files that Postgres has not read yet. While it exists, the log is
 * archived.
 */
export function marksFolder(dataDir: string): string {
  return join(dataDir, 'archiving');
}

/**
 * Postgres's settings for the archive of its log. A command may run Postgres without the settings of the server.
 * Postgres then keeps the log files that the next server has to archive, so that the archive has no gap. A server
 * without an archive ends this.
 */
export async function prepareArchiving(
  dataDir: string,
  lifetime: Lifetime,
  archiving: Archiving | undefined,
): Promise<ArchivingRun> {
  const marks = marksFolder(dataDir);
  if (archiving) {
    const run = randomBytes(8).toString('hex');
    return {
      settings: archiving.settings(marks, run),
      begin: async (cluster) => archiving.begin(cluster, marks, run),
    };
  }
  const isArchived = await access(marks).then(
    () => true,
    () => false,
  );
  const isKept = isArchived && lifetime === 'command';
  return {
    settings: isKept ? { archive_mode: 'on', archive_command: '' } : {},
    async begin() {
      if (!isKept) await rm(marks, { recursive: true, force: true });
      return undefined;
    },
  };
}
