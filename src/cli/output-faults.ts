import { EXIT } from './exit-codes.ts';
import type { Shell } from './shell.ts';

const faults = new WeakSet<object>();

/**
 * Lets a command go on if its output cannot be written, so that its work is not left half done. If nobody reads the output
 * any more, as after `head`, nothing is said of it. Any other fault, such as a full disk, is told once on stderr, and the
 * command fails. Returns a function that gives the shell the exit code of such a fault, and is called when the command is
 * over.
 */
export function watchOutputs(shell: Shell): () => void {
  let isIncomplete = false;
  shell.stdout.on('error', (error: NodeJS.ErrnoException) => {
    faults.add(error);
    if (isUnread(error) || isIncomplete) return;
    isIncomplete = true;
    shell.exitCode = EXIT.failed;
    shell.stderr.write(`The output cannot be written: ${error.message}\n`);
  });
  shell.stderr.on('error', (error) => faults.add(error));
  return () => {
    if (isIncomplete) shell.exitCode = EXIT.failed;
  };
}

/** Whether a command ended because its output cannot be written. */
export function isOutputFault(error: unknown): boolean {
  return typeof error === 'object' && error !== null && faults.has(error);
}

/** The reader of a pipe has ended. */
function isUnread({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE';
}
