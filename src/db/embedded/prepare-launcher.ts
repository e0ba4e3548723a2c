import { spawnSync } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type Binaries, copyBinaries } from './binaries.ts';
import { clusterFolder } from './cluster-folder.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import { disguised, type Guard, type Launcher, NOBODY, type Route, userOf } from './launcher.ts';

/** A choice that a test may force. A server takes the first way that works. */
export interface LauncherChoice {
  route?: Route;
  guard?: Guard;
}

interface Way {
  route: Route;
  uid: number;
  gid: number;
  /** Postgres's folder exists and belongs to that user. */
  made?: true;
}

/** Finds a way to run Postgres with its files in `dataDir`. Throws with advice if there is none. */
export async function prepareLauncher(
  binaries: Binaries,
  dataDir: string,
  choice: LauncherChoice = {},
): Promise<Launcher> {
  const guard = choice.guard ?? (works('setpriv', '--pdeathsig', 'INT', 'true') ? 'signal' : 'pipe');
  const flock = works('flock', '--no-fork', '--version');
  const complaints = new Set<string>();
  for (const ways of await waysFor(dataDir, choice.route)) {
    // The user nobody must be able to enter the data folder.
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

/**
 * The ways in groups, the preferred group first. Each group is tried with the binaries in every possible place before
 * the next group.
 */
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
  // initdb needs the name of its user, and the user of a container's `--user 12345` has none.
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

/**
 * The folder where npm installed the binaries and, for root, copies in other places, which are made when they are
 * needed.
 */
async function* placesOf(binaries: Binaries, dataDir: string, ways: Way[]): AsyncGenerator<Binaries> {
  yield binaries;
  if (!isRoot()) return;
  for (const parent of [dataDir, '/var/cache/loyaltyd', tmpdir()]) {
    const reached = await Promise.all(ways.map(({ uid }) => reaches(uid, parent)));
    const copy = reached.includes(true) ? await copyBinaries(binaries, parent) : undefined;
    if (copy) yield copy;
  }
}

/**
 * Whether the user may reach the folder without special rights. Postgres checks this for its programs, even if it has
 * more rights.
 */
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

/**
 * With these arguments the tools write nothing. They look up their user and find their own programs, files and
 * settings.
 */
const PROBES = {
  initdb: ['--show', '--pgdata'],
  postgres: ['-C', 'data_directory', '-D'],
};

/**
 * The reason why Postgres cannot run this way; undefined: it can. Only a try shows it: initdb needs a named user, and
 * both tools must reach their programs without special rights.
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
