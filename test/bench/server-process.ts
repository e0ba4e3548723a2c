import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchDatabase } from './bench-database.ts';
import { processorMs } from './processor-time.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const PATIENCE_MS = 30_000;
/** Its Postgres is set up first, and a year is played. */
const DEMO_PATIENCE_MS = 300_000;

/** The bench's servers authenticate their cursors with it, so that the bench can make some. */
export const SECRET_KEY = 'a secret key for nothing but the bench';

/** `loyaltyd serve` as it is built, in a process of its own, with the settings that operators begin with. */
export interface ServerProcess {
  url: string;
  /** Resident memory now, in bytes. */
  memory(): Promise<number>;
  /** The processor time that it has taken so far, in ms. */
  processorMs(): number;
  stop(): Promise<void>;
}

export function startServer(
  { serverUrl, ownerUrl }: Pick<BenchDatabase, 'serverUrl' | 'ownerUrl'>,
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const settings = { DATABASE_URL: serverUrl, DATABASE_OWNER_URL: ownerUrl, DEMO: 'off', ...more };
  return startProcess(settings, PATIENCE_MS);
}

/** A server as a first look starts it: with a Postgres of its own and the demo, which was just played. */
export async function startDemoServer(): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'loyaltyd-bench-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const server = await startProcess({ DATA_DIR: folder, DEMO: 'on' }, DEMO_PATIENCE_MS);
    return { ...server, stop: () => server.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function startProcess(settings: Record<string, string>, patience_ms: number): Promise<ServerProcess> {
  const port = await freePort();
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [MAIN, 'serve', '--json'], {
    env: {
      PATH,
      PORT: String(port),
      SECRET_KEY,
      ...settings,
    },
    // Its log of each request goes where it costs what a log costs.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + patience_ms;
  while (!(await isReady(url))) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode} before it was ready`);
    if (Date.now() > deadline) {
      // Its own Postgres ends with it, before somebody removes their folder.
      child.kill('SIGTERM');
      await ended;
      throw new Error(`the server was not ready after ${patience_ms} ms`);
    }
    await delay(50);
  }
  return {
    url,
    memory: () => residentBytes(child.pid!),
    processorMs: () => processorMs(child.pid!),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).ok;
  } catch {
    return false;
  }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}

/** The most memory that the server has while `work` lasts, looked at ten times a second. */
export async function peakMemory(server: ServerProcess, work: Promise<unknown>): Promise<number> {
  let peak = 0;
  const over = new AbortController();
  const watch = (async () => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await server.memory());
      await delay(100);
    }
  })();
  try {
    await work;
  } finally {
    over.abort();
    await watch;
  }
  return Math.max(peak, await server.memory());
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
