import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type Binaries, copyBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';

/** Whom Postgres runs as, or believes to run as, where we are root. */
export const NOBODY = 65_534;

/** Exit status when another Postgres holds the lock file. */
export const LOCK_HELD = 75;

/**
 * How Postgres runs here. It refuses to run as root, so root gives it another face.
 * - `plain`: we are an ordinary user; so is Postgres.
 * - `namespace`: root, or a user without a name, shows itself as nobody inside a user namespace; the
 *   files stay ours.
 * - `capability`: nobody, with the right to enter any folder, where namespaces are refused or where
 *   the folder lies below an ordinary user's closed home.
 * - `nobody`: neither works; nobody without any rights, from a copy of the binaries.
 */
export type Route = 'plain' | 'namespace' | 'capability' | 'nobody';

/**
 * How Postgres learns that we are gone, `kill -9` included:
 * - `signal`: the kernel sends it one (Linux, setpriv).
 * - `pipe`: a small shell beside it waits for the end of a pipe that only we hold.
 */
export type Guard = 'signal' | 'pipe';

export interface Launcher {
  binaries: Binaries;
  route: Route;
  guard: Guard;
  /** Whether the flock command is here. */
  flock: boolean;
}

/** What a test may force; a server takes the first that works. */
export interface LauncherChoice {
  route?: Route;
  guard?: Guard;
}

/** Finds a way for Postgres to run with its files in `dataDir`. Throws with what to do when there is none. */
export async function prepareLauncher(
  binaries: Binaries,
  dataDir: string,
  choice: LauncherChoice = {},
): Promise<Launcher> {
  const guard = choice.guard ?? (works('setpriv', '--pdeathsig', 'INT', 'true') ? 'signal' : 'pipe');
  const flock = works('flock', '--no-fork', '--version');
  const isRoot = process.getuid?.() === 0;
  for (const route of choice.route ? [choice.route] : routesFor(isRoot)) {
    const found = route === 'nobody' ? await openToNobody(binaries, dataDir) : binaries;
    const launcher: Launcher = { binaries: found, route, guard, flock };
    if (canRun(launcher, dataDir)) return launcher;
  }
  throw new EmbeddedPostgresError(
    isRoot
      ? `Postgres may not run as root, and as another user it cannot reach ${dataDir} here. Set DATA_DIR to a folder whose parents everyone may enter (say /var/lib/loyaltyd), start as another user than root, or set DATABASE_URL to a Postgres of your own.`
      : `The embedded Postgres does not run here: ${binaries.folder}/bin/postgres --version fails. It needs glibc. Set DATABASE_URL to a Postgres of your own.`,
  );
}

function routesFor(isRoot: boolean): Route[] {
  if (isRoot) return ['namespace', 'capability', 'nobody'];
  // initdb insists on the name of its user, which a container's `--user 12345` does not have.
  return hasName() ? ['plain'] : ['namespace', 'plain'];
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Lets nobody enter the data folder, and puts binaries there for him. */
async function openToNobody(binaries: Binaries, dataDir: string): Promise<Binaries> {
  try {
    await chmod(dataDir, 0o711);
    return await copyBinaries(binaries, join(dataDir, 'postgres-binaries'));
  } catch {
    return binaries; // Without the rights for that, Postgres cannot run as nobody either.
  }
}

/** The uid that must own what Postgres writes. */
export function fileOwner(launcher: Launcher): number {
  return launcher.route === 'capability' || launcher.route === 'nobody' ? NOBODY : process.getuid!();
}

/** A short-lived tool of Postgres (initdb, single-user mode). Throws with what it printed when it fails. */
export function runTool(launcher: Launcher, tool: string, args: string[], input = ''): Promise<string> {
  const [command, ...rest] = disguised(launcher.route, [
    join(launcher.binaries.folder, 'bin', tool),
    ...args,
  ]);
  return new Promise((resolve, reject) => {
    const child = spawn(command!, rest, { ...userOf(launcher.route), stdio: 'pipe', cwd: '/' });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else
        reject(new EmbeddedPostgresError(`${tool} failed (${signal ?? `status ${code}`}): ${output.trim()}`));
    });
    child.stdin.on('error', () => {}); // A tool that fails early does not read its input.
    child.stdin.end(input);
  });
}

/**
 * Starts Postgres so that it ends with us. The child's pid is the postmaster's: each wrapper replaces
 * itself by the next. With flock, the kernel lets one Postgres at a time have `lockFile`, also between
 * containers that share the folder and cannot see each other's processes.
 */
export function spawnPostgres(
  launcher: Launcher,
  args: string[],
  lockFile: string,
  log: number,
): ChildProcess {
  const postgres = [join(launcher.binaries.folder, 'bin/postgres'), ...args];
  const lock = ['flock', '--nonblock', '--no-fork', '--conflict-exit-code', String(LOCK_HELD), lockFile];
  const wrapped = disguised(launcher.route, guarded(launcher.guard, postgres));
  const [command, ...rest] = [...(launcher.flock ? lock : []), ...wrapped];
  // In a process group of its own: a terminal's Ctrl-C is ours to handle, requests in flight come first.
  const options: SpawnOptions = {
    ...userOf(launcher.route),
    stdio: ['pipe', log, log],
    cwd: '/',
    detached: true,
  };
  return spawn(command!, rest, options);
}

function guarded(guard: Guard, command: string[]): string[] {
  // Should we have ended before the kernel was asked for the signal, the parent is another by now.
  const bySignal = 'exec </dev/null; [ "$PPID" = "$1" ] || exit 1; shift; exec "$@"';
  const byPipe =
    'shift; exec 3<&0 </dev/null; ( (cat <&3; kill -INT $$) >/dev/null 2>&1 & ); exec 3<&-; exec "$@"';
  const script = guard === 'signal' ? bySignal : byPipe;
  const shell = ['sh', '-c', script, 'sh', String(process.pid), ...command];
  return guard === 'signal' ? ['setpriv', '--pdeathsig', 'INT', ...shell] : shell;
}

function disguised(route: Route, command: string[]): string[] {
  switch (route) {
    case 'namespace':
      return ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, ...command];
    case 'capability':
      return [
        'setpriv',
        `--reuid=${NOBODY}`,
        `--regid=${NOBODY}`,
        '--clear-groups',
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
        ...command,
      ];
    default:
      return command;
  }
}

function userOf(route: Route): SpawnOptions {
  return route === 'nobody' ? { uid: NOBODY, gid: NOBODY } : {};
}

function canRun(launcher: Launcher, dataDir: string): boolean {
  const script = 'test -x "$1" && exec "$2" --version';
  const probe = ['sh', '-c', script, 'sh', dataDir, join(launcher.binaries.folder, 'bin/postgres')];
  const [command, ...rest] = disguised(launcher.route, probe);
  return spawnSync(command!, rest, { ...userOf(launcher.route), stdio: 'ignore', cwd: '/' }).status === 0;
}

function works(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
