import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { type Outcome, report } from '../../src/cli/outcome.ts';
import { watchOutputs } from '../../src/cli/output-faults.ts';
import type { Shell } from '../../src/cli/shell.ts';

/** Takes what is written, or fails with that error, as process.stdout does. */
class Output extends Writable {
  text = '';

  constructor(private readonly code?: string) {
    super({ autoDestroy: false });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    const { code } = this;
    this.text += code === undefined ? chunk : '';
    done(code === undefined ? undefined : Object.assign(new Error(`write ${code}`), { code }));
  }
}

const shellOf = (stdout: Output, stderr = new Output()) =>
  Object.assign(new EventEmitter(), { env: {}, stdin: Readable.from(['']), stdout, stderr }) as Shell & {
    stderr: Output;
  };

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Runs a command of this work as `runCommandLine` runs one. */
async function run(shell: Shell, work: () => Promise<Outcome>): Promise<void> {
  const end = watchOutputs(shell);
  await report(shell, {}, work);
  end();
  await turn();
}

describe('a command whose output nobody reads', () => {
  it.each([[['--help']], [['program', '--help']]])('ends as ever: %j', async (args) => {
    const shell = shellOf(new Output('EPIPE'));
    await runCommandLine(args, shell);
    await turn();
    expect([shell.exitCode, shell.stderr.text]).toEqual([EXIT.ok, '']);
  });

  it('ends its work, also if nobody reads its progress', async () => {
    const shell = shellOf(new Output('EPIPE'), new Output('EPIPE'));
    let done = 0;
    await run(shell, async () => {
      for (; done < 3; done += 1) {
        shell.stderr.write(`${done} of 3\n`);
        await turn();
      }
      return { exit_code: EXIT.ok, text: 'Restored.', json: {} };
    });
    expect([done, shell.exitCode]).toEqual([3, EXIT.ok]);
  });

  it('ends at once and says nothing if its work is its output', async () => {
    const shell = shellOf(new Output('EPIPE'));
    await run(shell, async () => {
      await pipeline(Readable.from(['a row\n']), shell.stdout, { end: false });
      return { exit_code: EXIT.ok, text: null, json: {} };
    });
    expect([shell.exitCode, shell.stderr.text]).toEqual([EXIT.failed, '']);
  });
});

describe('a command whose output cannot be written', () => {
  it('fails, and says so once', async () => {
    const shell = shellOf(new Output('ENOSPC'));
    await runCommandLine(['--help'], shell);
    shell.stdout.write('more');
    await turn();
    const said = 'The output cannot be written: write ENOSPC\n';
    expect([shell.exitCode, shell.stderr.text]).toEqual([EXIT.failed, said]);
  });

  it('fails as well if the fault is met before its work ends', async () => {
    const shell = shellOf(new Output('ENOSPC'), new Output('EIO'));
    await run(shell, async () => {
      shell.stdout.write('begun\n');
      await turn();
      return { exit_code: EXIT.ok, text: null, json: {} };
    });
    expect(shell.exitCode).toBe(EXIT.failed);
  });
});
