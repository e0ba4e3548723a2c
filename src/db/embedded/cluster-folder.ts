import { join } from 'node:path';

/** Postgres's own data folder within DATA_DIR. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}
