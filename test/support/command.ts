import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const BOOT = fileURLToPath(new URL('../../src/boot.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

type Environment = Record<string, string>;

/**
 * Flags of V8 for processes that live for seconds: garbage that threads of their own look for, in a space that grows step by
 * step, takes a fifth of a start.
 */
const SHORT_LIVED = ['--single-threaded-gc', '--min-semi-space-size=16'];

let built: Promise<unknown> | undefined;

/** Builds `dist`, once per test file; quick when the sources did not change. */
export function build(): Promise<unknown> {
  built ??= runBuild();
  return built;
}

async function runBuild(): Promise<void> {
  const [code] = await once(spawn(process.execPath, [BOOT, 'build'], { stdio: ['ignore', 2, 2] }), 'exit');
  if (code !== 0) throw new Error('the build failed; see above');
}

/** `loyaltyd ARGS` as it is built, or as another build has it, in a process of its own with no settings but `env`. */
export async function spawnCommand(args: string[], env: Environment, main = MAIN): Promise<ChildProcess> {
  if (main === MAIN) await build();
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  return spawn(process.execPath, [...SHORT_LIVED, main, ...args], {
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...env },
    stdio: 'pipe',
  });
}

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** `loyaltyd ARGS` as it is built, until it ends. */
export async function runBuilt(
  args: string[],
  env: Environment,
  input = '',
  main = MAIN,
): Promise<CommandResult> {
  const child = await spawnCommand(args, env, main);
  const result: CommandResult = { code: null, stdout: '', stderr: '' };
  child.stdout!.on('data', (chunk) => {
    result.stdout += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    result.stderr += chunk;
  });
  child.stdin!.end(input);
  [result.code] = await once(child, 'close');
  return result;
}

export type LogLine = Record<string, unknown> & { msg: string };

export interface ServerProcess {
  url: string;
  pid: number;
  /** Every line that it has logged. */
  log: LogLine[];
  /** Resolves with the first line, past or future, whose `msg` this is. Rejects if the process ends without it. */
  logged(msg: string): Promise<LogLine>;
  /** Waits for `work`. Rejects if the process ends before. */
  during(work: Promise<unknown>): Promise<void>;
  /** Sends the signal and resolves with the exit code; null if the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  stderr(): string;
}

/** Starts `loyaltyd serve` on a free port. Does not wait until it serves. */
export async function startServer(env: Environment, main = MAIN): Promise<ServerProcess> {
  const port = await freePort();
  const child = await spawnCommand(['serve'], { PORT: String(port), ...env }, main);
  const log: LogLine[] = [];
  let stderr = '';
  child.stderr!.on('data', (chunk) => {
    stderr += chunk;
  });
  const lines = createInterface(child.stdout!);
  lines.on('line', (line) => log.push(JSON.parse(line)));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const unexpectedEnd = (when: string): Promise<never> => {
    const ended = exited.then((code) => {
      throw new Error(`ended with ${code} ${when}: ${JSON.stringify(log.slice(-50))} ${stderr}`);
    });
    // It may come when nobody waits any more.
    ended.catch(() => {});
    return ended;
  };
  return {
    url: `http://127.0.0.1:${env.PORT ?? port}`,
    pid: child.pid!,
    log,
    async logged(msg) {
      const ended = unexpectedEnd(`before it logged "${msg}"`);
      for (;;) {
        const found = log.find((line) => line.msg === msg);
        if (found) return found;
        await Promise.race([once(lines, 'line'), ended]);
      }
    },
    async during(work) {
      await Promise.race([work, unexpectedEnd('meanwhile')]);
    },
    end(signal) {
      child.kill(signal);
      return exited;
    },
    stderr: () => stderr,
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
