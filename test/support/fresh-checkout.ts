import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, freePort } from './command.ts';
import { makeFastFolder } from './fast-folder.ts';

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

/** A command in a process group of its own, and its output so far. */
export class RunningCommand {
  output = '';
  private readonly exited: Promise<unknown>;

  constructor(
    private readonly command: string,
    private readonly child: ChildProcess,
  ) {
    this.exited = once(child, 'exit');
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        this.output += chunk;
        child.emit('said');
      });
    }
  }

  /** Resolves with its output once that holds `text`; rejects if the command ends without it. */
  async until(text: string): Promise<string> {
    const ended = this.exited.then(() => {
      throw new Error(`${this.command} ended: ${this.output}`);
    });
    ended.catch(() => {}); // It may end when nobody waits any more.
    while (!this.output.includes(text)) await Promise.race([once(this.child, 'said'), ended]);
    return this.output;
  }

  /** As Ctrl-C does. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    process.kill(-this.child.pid!, 'SIGINT');
    await this.exited;
  }
}

/**
 * The project as after a clone, installed and built already: with a folder and data of its own, and an environment that
 * sets only PORT, so that several may start on one machine.
 */
export class FreshCheckout {
  private readonly env: Record<string, string> = {};
  private readonly running = new Set<RunningCommand>();
  private server: RunningCommand | undefined;

  private constructor(readonly folder: string) {}

  static async create(): Promise<FreshCheckout> {
    await build();
    const checkout = new FreshCheckout(await makeFastFolder('readme'));
    const { PATH = '', HOME = '', TMPDIR } = process.env;
    Object.assign(checkout.env, { PATH, HOME, PORT: String(await freePort()), ...(TMPDIR && { TMPDIR }) });
    for (const file of FILES) cpSync(join(ROOT, file), join(checkout.folder, file), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(checkout.folder, 'node_modules'));
    return checkout;
  }

  /**
   * From now on `npm start` and `npm run --silent loyaltyd` are what package.json says, without npm, which takes as long as
   * the command itself.
   */
  shortenNpm(): void {
    const { scripts } = JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8'));
    mkdirSync(join(this.folder, 'bin'));
    const lines = [
      '#!/bin/sh',
      'case "$*" in',
      `start) ${scripts.start} ;;`,
      `"run --silent loyaltyd -- "*) shift 4; ${scripts.loyaltyd} "$@" ;;`,
      '*) echo "npm $*: not in this test" >&2; exit 1 ;;',
      'esac',
    ];
    writeFileSync(join(this.folder, 'bin/npm'), `${lines.join('\n')}\n`, { mode: 0o755 });
    this.env.PATH = `${join(this.folder, 'bin')}:${this.env.PATH}`;
  }

  get url(): string {
    return `http://127.0.0.1:${this.env.PORT}`;
  }

  /** Types a command that keeps running, and waits until it prints `text`. Returns its whole output so far. */
  async start(command: string, text: string): Promise<string> {
    this.server = this.launch(command);
    return this.server.until(text);
  }

  /** Types a command that runs beside the others until the checkout is removed. */
  launch(command: string): RunningCommand {
    const running = new RunningCommand(command, this.spawn(command));
    this.running.add(running);
    return running;
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

  /** Ends the server, as Ctrl-C does. */
  async stop(): Promise<void> {
    await this.server?.stop();
  }

  async remove(): Promise<void> {
    await Promise.all([...this.running].map((running) => running.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** It has a process group of its own. A signal reaches the whole group, as at a terminal. */
  private spawn(script: string): ChildProcess {
    return spawn('/bin/sh', ['-eu', '-c', script], {
      cwd: this.folder,
      env: this.env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
