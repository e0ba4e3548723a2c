import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The commit before the last that added a migration: the newest one whose schema is another. undefined where there is no
 * history, as in a shallow clone.
 */
export function previousCommit(): string | undefined {
  try {
    const last = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations');
    return git('rev-parse', '--verify', '--quiet', `${last}^`);
  } catch {
    return undefined;
  }
}

/** The project as it was at a commit, built. */
export interface FormerBuild {
  folder: string;
  /** The file that starts it. */
  main: string;
}

/** Builds a commit in a folder of its own, with the packages of today. */
export function buildCommit(commit: string): FormerBuild {
  const folder = mkdtempSync(join(tmpdir(), 'loyaltyd-former-'));
  execFileSync(
    'sh',
    [
      '-c',
      `git archive ${commit} src migrations package.json tsconfig.json tsconfig.build.json | tar -x -C ${folder}`,
    ],
    { cwd: ROOT },
  );
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--noCheck'], { cwd: folder });
  return { folder, main: join(folder, 'dist/main.js') };
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
