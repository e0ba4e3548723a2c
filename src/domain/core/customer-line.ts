import { Unavailable } from './errors.ts';

/** So many statements wait at once for the lock of one customer; who comes then waits without a connection. */
const MOST_LOCKING = 4;

interface Line {
  locking: number;
  waiting: Set<() => void>;
}

/** Of this process: each waits for its own connections. */
const lines = new Map<string, Line>();

/** Thrown out of a transaction that would be one too many to wait: it gives its connection back and comes again. */
export class CustomerBusy extends Error {
  constructor(private readonly line: Line) {
    super('too many wait for this customer');
    this.name = 'CustomerBusy';
  }

  /** Resolves when it may come again. Throws Unavailable once `patience` is over. */
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

/** Runs the statement that locks a customer. Throws CustomerBusy where too many wait for that one already. */
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
    // Whoever is called may lock another customer first, or none: the last one to leave calls all who still wait.
    const called = line.locking === 0 ? [...line.waiting] : [...line.waiting].slice(0, 1);
    for (const come of called) come();
  }
}
