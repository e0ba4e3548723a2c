import type { Readable, Writable } from 'node:stream';

/** A standard stream to write to. With `isTTY`, people read it. */
export interface Output extends Writable {
  readonly isTTY?: boolean;
}

/** Everything that a shell gives to a command, and the exit code that it gets back. Node's `process` is one. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  exitCode?: NodeJS.Process['exitCode'];
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}
