import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../src/cli/command-line.ts';
import type { Shell } from '../../src/cli/shell.ts';

/** A pipe whose reader ended with that error. */
class Broken extends Writable {
  constructor(private readonly code: string) {
    super({ autoDestroy: false });
  }

  override _write(_chunk: Buffer, _encoding: BufferEncoding, done: (error: Error) => void): void {
    done(Object.assign(new Error(`write ${this.code}`), { code: this.code }));
  }
}

async function run(
  args: string[],
  code = 'EPIPE',
): Promise<{ code: unknown; complaint: string | undefined }> {
  let complaint: string | undefined;
  const stdout = new Broken(code);
  const emit = stdout.emit.bind(stdout);
  stdout.emit = (...event: Parameters<typeof emit>) => {
    try {
      return emit(...event);
    } catch (error) {
      complaint = (error as Error).message;
      return true;
    }
  };
  const streams = { stdin: Readable.from(['']), stdout, stderr: new Broken('EPIPE') };
  const shell: Shell = Object.assign(new EventEmitter(), { env: {}, ...streams });
  await runCommandLine(args, shell);
  await new Promise((resolve) => setImmediate(resolve));
  return { code: shell.exitCode, complaint };
}

it.each([[['--help']], [['program', '--help']]])(
  'a command whose output nobody reads ends as ever: %j',
  async (args) => {
    expect(await run(args)).toEqual({ code: 0, complaint: undefined });
  },
);

it('any other fault of the output is told', async () => {
  expect(await run(['--help'], 'EIO')).toEqual({ code: 0, complaint: 'write EIO' });
});
