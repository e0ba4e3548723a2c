import { EXIT } from './exit-codes.ts';
import { CommandError } from './outcome.ts';
import type { Shell } from './shell.ts';

/**
 * Ends long work on Ctrl-C or SIGTERM, between two of its steps. Finished steps are kept, and the operator is told how
 * to continue. A second signal ends the process at once.
 */
export class Interruption {
  private came = false;

  constructor(
    shell: Shell,
    private readonly advice: string,
  ) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      shell.once(signal, () => {
        this.came = true;
      });
    }
  }

  /** Throws after a signal. */
  check(): void {
    if (this.came) throw new CommandError(EXIT.interrupted, `Interrupted. ${this.advice}`);
  }

  async *within<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of items) {
      this.check();
      yield item;
    }
  }

  /** Prints progress, or ends the work after a signal. */
  progress(print: (done: number, of: number) => void): (done: number, of: number) => void {
    return (done, of) => {
      print(done, of);
      this.check();
    };
  }
}
