import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, freePort } from './command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES = [
  'src',
  'dist',
  'migrations',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

export interface ShellResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * The project as somebody has it who just cloned it, installed and built already: its own folder and data,
 * and an environment that sets nothing but PORT, so that several may start on one machine.
 */
export class FreshCheckout {
  readonly folder = mkdtempSync(join(tmpdir(), 'loyaltyd-readme-'));
  private readonly env: Record<string, string> = {};
  private server: ChildProcess | undefined;

  static async create(): Promise<FreshCheckout> {
    await build();
    const checkout = new FreshCheckout();
    const { PATH = '', HOME = '', TMPDIR } = process.env;
    Object.assign(checkout.env, { PATH, HOME, PORT: String(await freePort()), ...(TMPDIR && { TMPDIR }) });
    for (const file of FILES) cpSync(join(ROOT, file), join(checkout.folder, file), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(checkout.folder, 'node_modules'));
    return checkout;
  }

  get url(): string {
    return `http://127.0.0.1:${this.env.PORT}`;
  }

  /** Types a command that goes on, and waits until it says `text`. Its whole output so far is the result. */
  async start(command: string, text: string): Promise<string> {
    const server = this.spawn(command);
    this.server = server;
    let output = '';
    return new Promise((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk;
        if (output.includes(text)) resolve(output);
      };
      server.stdout!.on('data', read);
      server.stderr!.on('data', read);
      server.once('exit', (code) => reject(new Error(`${command} ended with ${code}: ${output}`)));
    });
  }

  /** Types a script into a shell and waits until it is through. */
  async run(script: string): Promise<ShellResult> {
    const shell = this.spawn(script);
    const result: ShellResult = { code: null, stdout: '', stderr: '' };
    shell.stdout!.on('data', (chunk) => {
      result.stdout += chunk;
    });
    shell.stderr!.on('data', (chunk) => {
      result.stderr += chunk;
    });
    [result.code] = await once(shell, 'close');
    return result;
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Ends what was started, as Ctrl-C does. */
  async stop(): Promise<void> {
    const { server } = this;
    if (!server || server.exitCode !== null) return;
    const exited = once(server, 'exit');
    process.kill(-server.pid!, 'SIGINT');
    await exited;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** In a process group of its own, which a signal reaches whole, as at a terminal. */
  private spawn(script: string): ChildProcess {
    return spawn('/bin/sh', ['-eu', '-c', script], {
      cwd: this.folder,
      env: this.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
