import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../src/cli/command-line.ts';
import type { Shell } from '../../src/cli/shell.ts';
import type { CommandResult } from './command.ts';

/** A stream that keeps what is written to it. */
class Kept extends Writable {
  private readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    this.emit('written', chunk.toString());
    done();
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }
}

/**
 * `loyaltyd ARGS` in this process, with no settings but `env`. It needs no build and a small part of the time that
 * `runBuilt` needs, which shows what only a process has: its end, its standard streams. Ctrl-C comes whenever a text with
 * `interruptAt` is written to stderr.
 */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
  interruptAt?: string,
): Promise<CommandResult> {
  const streams = { stdin: Readable.from([input]), stdout: new Kept(), stderr: new Kept() };
  const shell: Shell & EventEmitter = Object.assign(new EventEmitter(), { env, ...streams });
  if (interruptAt !== undefined) {
    streams.stderr.on('written', (text: string) => {
      if (text.includes(interruptAt)) shell.emit('SIGINT');
    });
  }
  await runCommandLine(args, shell);
  return { code: Number(shell.exitCode), stdout: streams.stdout.text, stderr: streams.stderr.text };
}
