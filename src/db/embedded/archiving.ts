import { access, chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lifetime } from './connections.ts';

/** How the log of the embedded Postgres is archived by the process that runs it. */
export interface Archiving {
  /** Postgres's settings; `marks`: the folder in which Postgres reads what is archived. */
  settings(marks: string): Record<string, string>;
  /** Archives the log of the cluster in this folder until it is stopped. */
  begin(cluster: string, marks: string): { stop(): Promise<void> };
}

/** In DATA_DIR: names of archived files that Postgres has not read yet. While it is there, the log is archived. */
export function marksFolder(dataDir: string): string {
  return join(dataDir, 'archiving');
}

/**
 * Postgres's settings for the archive of its log. A command may run Postgres without the settings of the server; then
 * Postgres keeps what the next server has to archive, so that the archive has no gap. A server without an archive ends
 * it.
 */
export async function prepareArchiving(
  dataDir: string,
  lifetime: Lifetime,
  archiving: Archiving | undefined,
): Promise<Record<string, string>> {
  const marks = marksFolder(dataDir);
  if (archiving) {
    await mkdir(marks, { recursive: true });
    // Postgres may run as another user than we do.
    await chmod(marks, 0o755);
    // They may be of another cluster, whose place this one took.
    for (const name of await readdir(marks)) await rm(join(marks, name), { force: true });
    return archiving.settings(marks);
  }
  const isArchived = await access(marks).then(
    () => true,
    () => false,
  );
  if (!isArchived) return {};
  if (lifetime === 'command') return { archive_mode: 'on', archive_command: '' };
  await rm(marks, { recursive: true, force: true });
  return {};
}
