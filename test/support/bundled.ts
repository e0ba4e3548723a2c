import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The beginning of the names of folders, beside dist, that the run removes at its end. */
    bundles: string;
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const made = new Map<string, string>();

/**
 * The path of a file of this project, bundled as the server is, so that it loads fast in a process of its own. It is made
 * once a worker. Its folder lies beside dist, where it finds migrations and packages as dist does.
 */
export function bundled(file: string): string {
  const found = made.get(file);
  if (found) return found;
  const folder = mkdtempSync(inject('bundles'));
  chmodSync(folder, 0o755); // Other users' processes read it too.
  execFileSync(process.execPath, ['src/bundle.mjs', folder, file], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  const path = join(folder, `${basename(file, extname(file))}.js`);
  made.set(file, path);
  return path;
}
