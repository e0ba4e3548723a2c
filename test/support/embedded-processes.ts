import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { bundled } from './bundled.ts';
import { makeFastFolder } from './fast-folder.ts';

/** A process that uses the Postgres of a folder. */
export interface Use {
  child: ChildProcess;
  owned: boolean;
  serverUrl: string;
  ownerUrl: string;
  superuserUrl: string;
}

/** Processes of a test file that use the embedded Postgres of one folder. They end after each test. */
export class EmbeddedProcesses {
  /** The program that they run. */
  readonly program = bundled('test/support/embedded-process.mjs');
  dataDir = '';
  children: ChildProcess[] = [];

  /** Another process that uses the Postgres of a folder; resolves once it does. */
  readonly use = async (
    lifetime: 'command' | 'server',
    launcher: object = {},
    folder = this.dataDir,
    user: { uid?: number; gid?: number } = {},
  ): Promise<Use> => {
    const args = [this.program, folder, lifetime];
    const child = spawn(process.execPath, [...args, JSON.stringify(launcher)], {
      stdio: ['ignore', 'pipe', 2],
      ...user,
    });
    this.children.push(child);
    const [line] = await Promise.race([
      once(createInterface(child.stdout!), 'line'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`ended with ${code}`))),
    ]);
    return { child, ...JSON.parse(line as string) };
  };

  readonly postmasterPid = async (): Promise<number> =>
    Number((await readFile(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

  /** A process that has ended and whose parent does not ask for its end, until `collect`. */
  readonly zombie = async (): Promise<{ pid: number; collect: () => Promise<void> }> => {
    const parent = spawn('sh', ['-c', 'true & echo $!; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.children.push(parent);
    const [pid] = await once(createInterface(parent.stdout!), 'line');
    await untilGone(Number(pid));
    return {
      pid: Number(pid),
      collect: async () => {
        parent.stdin!.end();
        await once(parent, 'exit');
      },
    };
  };
}

export function embeddedProcesses(): EmbeddedProcesses {
  const processes = new EmbeddedProcesses();
  beforeAll(async () => {
    processes.dataDir = await makeFastFolder('embedded');
  });
  beforeEach(() => {
    processes.children = [];
  });
  afterEach(async () => {
    for (const child of processes.children.reverse()) await end(child, 'SIGTERM');
  });
  afterAll(() => rm(processes.dataDir, { recursive: true, force: true }));
  return processes;
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Resolves once the query succeeds. */
export async function eventually(url: string, text: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await query(url, text);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Commits something that must be there ever after. */
export async function keep({ ownerUrl }: Pick<Use, 'ownerUrl'>): Promise<void> {
  await query(ownerUrl, 'drop table if exists kept; create table kept as select 1 as id');
}

/** The file by which a postmaster keeps others off its socket. */
export function socketLock({ serverUrl }: Pick<Use, 'serverUrl'>): string {
  return join(new URL(serverUrl).searchParams.get('host')!, '.s.PGSQL.5432.lock');
}

export function isAlive(pid: number): boolean {
  try {
    // Dead and not yet collected by its parent, a process has no command line.
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`).length > 0;
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}
