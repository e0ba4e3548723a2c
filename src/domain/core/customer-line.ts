import { Unavailable } from './errors.ts';

/** The most statements that wait for the lock of one customer at once. Others wait without a connection. */
const MOST_LOCKING = 4;

interface Line {
  locking: number;
  waiting: Set<() => void>;
}

/** The lines of this process. Each process has its own connections to wait for. */
const lines = new Map<string, Line>();

/**
 * Ends a transaction when too many others already wait for the customer. The transaction releases its connection and
 * runs again.
 */
export class CustomerBusy extends Error {
  constructor(private readonly line: Line) {
    super('too many wait for this customer');
    this.name = 'CustomerBusy';
  }

  /** Resolves when the transaction may be run again. Throws Unavailable once `patience` is over. */
  turn(patience: AbortSignal): Promise<void> {
    const { waiting } = this.line;
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(come);
        patience.removeEventListener('abort', giveUp);
      };
      const come = () => {
        leave();
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(
          new Unavailable(
            'none',
            'Too many requests wait for this customer. Nothing was changed; send it again.',
          ),
        );
      };
      if (patience.aborted) return giveUp();
      if (this.line.locking < MOST_LOCKING) return resolve();
      waiting.add(come);
      patience.addEventListener('abort', giveUp);
    });
  }
}

/**
 * Runs the statement that locks a customer. Throws CustomerBusy if too many statements wait for that customer already.
 */
export async function inLine<T>(programId: number, customerId: number, lock: () => Promise<T>): Promise<T> {
  const name = `${programId} ${customerId}`;
  const line = lines.get(name) ?? { locking: 0, waiting: new Set() };
  if (line.locking >= MOST_LOCKING) throw new CustomerBusy(line);
  lines.set(name, line);
  line.locking += 1;
  try {
    return await lock();
  } finally {
    line.locking -= 1;
    if (line.locking === 0) lines.delete(name);
    // A transaction that runs again may lock another customer first, or none. So the last one to leave wakes all that
    // still wait.
    const called = line.locking === 0 ? [...line.waiting] : [...line.waiting].slice(0, 1);
    for (const come of called) come();
  }
}
