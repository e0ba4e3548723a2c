import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';

/** The user that runs Postgres, or that Postgres believes to have, if we are root. */
export const NOBODY = 65_534;

/** The exit status of flock if another Postgres has the lock file. */
export const LOCK_HELD = 75;

/**
 * The way in which Postgres runs here. It refuses to run as root, so under root it gets another identity.
 * - `plain`: we are an ordinary user, and so is Postgres.
 * - `namespace`: root, or a user without a name, appears as nobody inside a user namespace; the files stay ours.
 * - `capability`: nobody, with the right to enter any folder; for machines that refuse namespaces, and for a folder
 *   below an ordinary user's closed home.
 * - `user`: neither works; nobody without any rights. A folder that Postgres made as an ordinary user stays that
 *   user's: root runs it as that `user`, or with `capability`.
 */
export type Route = 'plain' | 'namespace' | 'capability' | 'user';

/**
 * The way in which Postgres learns that this process is gone, even by `kill -9`:
 * - `signal`: the kernel sends Postgres a signal (Linux, setpriv).
 * - `pipe`: a small shell beside Postgres waits for the end of a pipe that only this process has open.
 */
export type Guard = 'signal' | 'pipe';

export interface Launcher {
  binaries: Binaries;
  route: Route;
  /** The user id of the owner of the files that Postgres writes. */
  uid: number;
  gid: number;
  guard: Guard;
  /** Whether the flock command exists here. */
  flock: boolean;
}

/** Runs a short-lived tool of Postgres (initdb, single-user mode). If it fails, throws with its output. */
export function runTool(launcher: Launcher, tool: string, args: string[], input = ''): Promise<string> {
  const [command, ...rest] = disguised(launcher, [join(launcher.binaries.folder, 'bin', tool), ...args]);
  return new Promise((resolve, reject) => {
    const child = spawn(command!, rest, { ...userOf(launcher), stdio: 'pipe', cwd: '/' });
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
 * Starts Postgres so that it ends with us. The child's pid is the postmaster's: each wrapper replaces itself by the
 * next. With flock the kernel gives `lockFile` to one Postgres at a time, even between containers that share the folder
 * and cannot see each other's processes.
 */
export function spawnPostgres(
  launcher: Launcher,
  args: string[],
  lockFile: string,
  log: number,
): ChildProcess {
  const postgres = [join(launcher.binaries.folder, 'bin/postgres'), ...args];
  const lock = ['flock', '--nonblock', '--no-fork', '--conflict-exit-code', String(LOCK_HELD), lockFile];
  const wrapped = disguised(launcher, guarded(launcher.guard, postgres));
  const [command, ...rest] = [...(launcher.flock ? lock : []), ...wrapped];
  // Postgres has its own process group: this process handles a terminal's Ctrl-C, because requests in flight come
  // first.
  const options: SpawnOptions = {
    ...userOf(launcher),
    stdio: ['pipe', log, log],
    cwd: '/',
    detached: true,
  };
  return spawn(command!, rest, options);
}

function guarded(guard: Guard, command: string[]): string[] {
  // If this process ended before Postgres asked the kernel for the signal, the parent is another process now.
  const bySignal = 'exec </dev/null; [ "$PPID" = "$1" ] || exit 1; shift; exec "$@"';
  const byPipe =
    'shift; exec 3<&0 </dev/null; ( (cat <&3; kill -INT $$) >/dev/null 2>&1 & ); exec 3<&-; exec "$@"';
  const script = guard === 'signal' ? bySignal : byPipe;
  const shell = ['sh', '-c', script, 'sh', String(process.pid), ...command];
  return guard === 'signal' ? ['setpriv', '--pdeathsig', 'INT', ...shell] : shell;
}

export function disguised({ route, uid, gid }: Launcher, command: string[]): string[] {
  switch (route) {
    case 'namespace':
      return ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, ...command];
    case 'capability':
      return [
        'setpriv',
        `--reuid=${uid}`,
        `--regid=${gid}`,
        '--clear-groups',
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
        ...command,
      ];
    default:
      return command;
  }
}

export function userOf({ route, uid, gid }: Launcher): SpawnOptions {
  return route === 'user' ? { uid, gid } : {};
}
