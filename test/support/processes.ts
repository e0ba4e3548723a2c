import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundled } from './bundled.ts';

/** The work of a process: so many times and all at once; every other time on the ordinary path. */
export interface Job {
  /** The moment at which its clock stands. */
  now: number;
  program_id: number;
  kind: 'complete' | 'claim' | 'sweep' | 'count' | 'rebuild' | 'publish' | 'code_imports';
  /** The rule, the reward or the draft. */
  id: number;
  merchant_id: string;
  count: number;
}

export interface Processes {
  /** Each process does the job, all at once. Resolves with the sum of their outcomes. */
  run(job: Job): Promise<Record<string, number>>;
  /** Sends the job; each process is killed by SIGKILL, in the midst of it, once `reached` resolves. */
  killDuring(job: Job, reached: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Starts processes of their own on the database of that url. */
export async function openProcesses(count: number, url: string): Promise<Processes> {
  const program = bundled('test/support/domain-process.mjs');
  const children = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, [program, url], { stdio: ['pipe', 'pipe', 'inherit'] });
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  });
  const answers = () =>
    Promise.all(
      children.map(async ({ lines }) => {
        const { value, done } = await lines.next();
        if (done) throw new Error('a process ended before it answered');
        return JSON.parse(value) as Record<string, number>;
      }),
    );
  await answers();
  return {
    async run(job) {
      for (const { child } of children) child.stdin.write(`${JSON.stringify(job)}\n`);
      const sum: Record<string, number> = {};
      for (const answer of await answers()) {
        for (const [outcome, times] of Object.entries(answer)) sum[outcome] = (sum[outcome] ?? 0) + times;
      }
      return sum;
    },
    async killDuring(job, reached) {
      const ended = Promise.all(children.map(({ child }) => once(child, 'exit')));
      for (const { child } of children) child.stdin.write(`${JSON.stringify(job)}\n`);
      await reached();
      for (const { child } of children) child.kill('SIGKILL');
      await ended;
    },
    async close() {
      const ended = Promise.all(children.map(({ child }) => child.exitCode ?? once(child, 'exit')));
      for (const { child } of children) child.stdin.end();
      await ended;
    },
  };
}
