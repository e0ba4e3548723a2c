import { EXIT } from './exit-codes.ts';
import type { Shell } from './shell.ts';

const faults = new WeakSet<object>();

/**
 * Lets a command go on if its output cannot be written, so that no work is left half done. If nobody reads the output
 * any more, as after `head`, this is not reported. Any other fault, such as a full disk, is reported once on stderr,
 * and the command fails. Returns a function that gives the shell the exit code of such a fault; call it after the
 * command.
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

/** The reader at the other end of a pipe has ended. */
function isUnread({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE';
}
