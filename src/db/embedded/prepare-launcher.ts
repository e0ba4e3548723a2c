import { spawnSync } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type Binaries, copyBinaries } from './binaries.ts';
import { clusterFolder } from './cluster-folder.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { disguised, type Guard, type Launcher, NOBODY, type Route, userOf } from './launcher.ts';

/** What a test may force; a server takes the first that works. */
export interface LauncherChoice {
  route?: Route;
  guard?: Guard;
}

interface Way {
  route: Route;
  uid: number;
  gid: number;
  /** Postgres's folder is there and theirs. */
  made?: true;
}

/** Finds a way for Postgres to run with its files in `dataDir`. Throws with what to do when there is none. */
export async function prepareLauncher(
  binaries: Binaries,
  dataDir: string,
  choice: LauncherChoice = {},
): Promise<Launcher> {
  const guard = choice.guard ?? (works('setpriv', '--pdeathsig', 'INT', 'true') ? 'signal' : 'pipe');
  const flock = works('flock', '--no-fork', '--version');
  const complaints = new Set<string>();
  for (const ways of await waysFor(dataDir, choice.route)) {
    // Nobody must be able to enter the data folder.
    if (ways.some(({ route, uid }) => route === 'user' && uid === NOBODY))
      await chmod(dataDir, 0o711).catch(() => {});
    for await (const found of placesOf(binaries, dataDir, ways)) {
      for (const way of ways) {
        const { made, ...face } = way;
        const launcher: Launcher = { binaries: found, ...face, guard, flock };
        const complaint = probe(launcher, dataDir, made ? 'postgres' : 'initdb');
        if (complaint === undefined) return launcher;
        complaints.add(complaint);
      }
    }
  }
  throw new EmbeddedPostgresError(
    isRoot()
      ? `Postgres may not run as root, and as another user it cannot run with ${dataDir} here (${[...complaints].join('; ')}). Set DATA_DIR to a folder whose parents everyone may enter (say /var/lib/loyaltyd), start as another user than root, or set DATABASE_URL to a Postgres of your own.`
      : `The embedded Postgres does not run here: ${[...complaints].join('; ')}.${isGlibcMissing() ? ' It needs glibc.' : ''} Set DATABASE_URL to a Postgres of your own.`,
  );
}

/** In groups, the preferred first: each is tried with the binaries wherever they can be before the next one. */
async function waysFor(dataDir: string, forced: Route | undefined): Promise<Way[][]> {
  const [uid, gid] = [process.getuid!(), process.getgid!()];
  const nobody = { uid: NOBODY, gid: NOBODY };
  const ways = {
    plain: { route: 'plain', uid, gid },
    namespace: { route: 'namespace', uid, gid },
    capability: { route: 'capability', ...nobody },
    user: { route: 'user', ...nobody },
  } satisfies Record<Route, Way>;
  if (forced) return [[ways[forced]]];
  // initdb insists on the name of its user, which a container's `--user 12345` does not have.
  if (!isRoot()) return [hasName() ? [ways.plain] : [ways.namespace, ways.plain]];
  const common: Way[][] = [[ways.namespace, ways.capability], [ways.user]];
  const owner = await stat(clusterFolder(dataDir)).catch(() => undefined);
  if (!owner || owner.uid === 0 || owner.uid === NOBODY) return common;
  const theirs = { uid: owner.uid, gid: owner.gid, made: true } as const;
  return [
    [
      { route: 'user', ...theirs },
      { route: 'capability', ...theirs },
    ],
    ...common,
  ];
}

/** Where they were installed, and for root copies elsewhere, made when they are come to. */
async function* placesOf(binaries: Binaries, dataDir: string, ways: Way[]): AsyncGenerator<Binaries> {
  yield binaries;
  if (!isRoot()) return;
  for (const parent of [dataDir, '/var/cache/loyaltyd', tmpdir()]) {
    const reached = await Promise.all(ways.map(({ uid }) => reaches(uid, parent)));
    const copy = reached.includes(true) ? await copyBinaries(binaries, parent) : undefined;
    if (copy) yield copy;
  }
}

/** Postgres asks whether its own user may reach its programs, whatever rights it was given beside. */
async function reaches(uid: number, folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  if (found && (found.mode & (found.uid === uid ? 0o100 : 0o001)) === 0) return false;
  return folder === dirname(folder) || reaches(uid, dirname(folder));
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function isGlibcMissing(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return process.platform === 'linux' && header.glibcVersionRuntime === undefined;
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Asked without writing anything, the tools look up their user, and find their own programs, files and settings. */
const PROBES = {
  initdb: ['--show', '--pgdata'],
  postgres: ['-C', 'data_directory', '-D'],
};

/**
 * What keeps Postgres from running this way; undefined where nothing does. Nothing less than the tool that will be run
 * shows it: initdb wants its user to have a name, and both want to reach their programs without special rights.
 */
function probe(launcher: Launcher, dataDir: string, tool: keyof typeof PROBES): string | undefined {
  const script = 'test -x "$1" || { echo "$1 cannot be entered"; exit 1; }; shift; exec "$@"';
  const asked = [join(launcher.binaries.folder, 'bin', tool), ...PROBES[tool], clusterFolder(dataDir)];
  const [command, ...rest] = disguised(launcher, ['sh', '-c', script, 'sh', dataDir, ...asked]);
  const result = spawnSync(command!, rest, { ...userOf(launcher), encoding: 'utf8', cwd: '/' });
  if (result.status === 0) return undefined;
  const said = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim().split('\n')[0];
  return `${launcher.route}: ${said || result.error?.message || `${tool} ended with ${result.signal ?? result.status}`}`;
}

function works(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
