import { spawnSync } from 'node:child_process';

/** The commands that the bench drives, and the Debian packages that bring them. */
const PACKAGES = {
  wrk: 'wrk',
  pgbench: 'postgresql-contrib',
  psql: 'postgresql-client',
  curl: 'curl',
} as const;

type Tool = keyof typeof PACKAGES;

export class ToolMissing extends Error {
  constructor(tools: Tool[]) {
    const names = tools.map((tool) => `${tool} (Debian package ${PACKAGES[tool]})`);
    super(`The bench needs ${names.join(', ')}: install what is missing, or run as root on Debian.`);
    this.name = 'ToolMissing';
  }
}

/** Sees to it that every tool can be run, installing as root what is missing. Throws ToolMissing. */
export function ensureTools(tell: (text: string) => void): void {
  let missing = missingTools();
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((tool) => PACKAGES[tool]))];
  if (process.getuid?.() === 0 && isRunnable('apt-get')) {
    tell(`installing ${packages.join(', ')}`);
    const apt = (...words: string[]) => spawnSync('apt-get', words, { stdio: ['ignore', 2, 2] });
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...packages);
    missing = missingTools();
  }
  if (missing.length > 0) throw new ToolMissing(missing);
}

function missingTools(): Tool[] {
  return (Object.keys(PACKAGES) as Tool[]).filter((tool) => !isRunnable(tool));
}

/** wrk answers every question with status 1: what counts is that it is there. */
function isRunnable(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}
