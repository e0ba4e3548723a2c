import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The newest commit whose schema lacks some of today's migrations, and has the others as they are today: one that stood
 * in no release may have been rewritten. undefined where there is no history, as in a shallow clone.
 */
export function previousCommit(): string | undefined {
  try {
    const now = new Set(migrationsAt('HEAD'));
    const commits = git('log', '--format=%H^', '--', 'migrations').split('\n');
    const former = commits.find((commit) => {
      const then = migrationsAt(commit);
      return then.length < now.size && then.every((migration) => now.has(migration));
    });
    return former && git('rev-parse', '--verify', '--quiet', former);
  } catch {
    return undefined;
  }
}

/** Each migration's sum and name. */
const migrationsAt = (commit: string) => git('ls-tree', commit, 'migrations/').split('\n');

/** The project as it was at a commit, built. */
export interface FormerBuild {
  folder: string;
  /** The file that starts it. */
  main: string;
}

/** Builds a commit in a folder of its own, with the packages of today. */
export function buildCommit(commit: string): FormerBuild {
  const folder = mkdtempSync(join(tmpdir(), 'loyaltyd-former-'));
  try {
    execFileSync(
      'sh',
      ['-c', `git archive ${commit} src migrations package.json tsconfig.json | tar -x -C ${folder}`],
      { cwd: ROOT },
    );
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const bundle = [join(ROOT, 'src/bundle.mjs'), 'dist', 'src/main.ts'];
    execFileSync(process.execPath, bundle, { cwd: folder });
    return { folder, main: join(folder, 'dist/main.js') };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
