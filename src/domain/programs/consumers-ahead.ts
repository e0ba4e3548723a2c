import type { Program } from './configuration.ts';
import type { Deps } from './deps.ts';
import { highestId, type IdSequence } from './id-store.ts';

/**
 * A consumer that has seen ids which the database has not given yet. The database was restored from an earlier state.
 */
interface ConsumerAhead {
  kind: 'consumer_ahead';
  /** The key in the program file. */
  program: string;
  /** The listing: transactions, orders, … */
  listing: string;
  since_id: number;
}

/** A sequence's known value is trusted for so long: a database may be restored under a running server. */
const KNOWN_MS = 60_000;

interface Seen extends ConsumerAhead {
  sequence: IdSequence;
}

/** Finds consumers that would silently miss new rows, since these get ids that the consumers have passed. */
export class ConsumersAhead {
  private readonly known = new Map<IdSequence, { id: number; at: number }>();
  private readonly seen = new Map<string, Seen>();

  constructor(private readonly deps: Pick<Deps, 'db' | 'clock' | 'logger'>) {}

  /** Whether a consumer asks from above every id ever given. Such a consumer is noted, and logged once per listing. */
  async isAhead(program: Program, listing: string, sequence: IdSequence, since_id: number): Promise<boolean> {
    const name = `${program.id} ${listing}`;
    if (since_id <= (await this.highest(sequence, since_id))) return false;
    if (!this.seen.has(name)) {
      this.deps.logger.warn(
        { program: program.key, listing, since_id },
        'a consumer has seen higher ids than there are: was the database restored? Run "loyaltyd ids advance"',
      );
    }
    this.seen.set(name, { kind: 'consumer_ahead', program: program.key, listing, since_id, sequence });
    return true;
  }

  /** The consumers whose ids have not been reached since, on a connection of the caller's choice. */
  async list({ db }: Pick<Deps, 'db'>): Promise<ConsumerAhead[]> {
    for (const [name, { sequence, since_id }] of this.seen) {
      if (since_id <= (await highestId(db, sequence))) this.seen.delete(name);
    }
    return [...this.seen.values()].map(({ sequence: _, ...warning }) => warning);
  }

  /** The highest id of a sequence. It is read anew if the known one is lower than `since_id`. */
  private async highest(sequence: IdSequence, since_id: number): Promise<number> {
    const now = this.deps.clock.real();
    const known = this.known.get(sequence);
    if (known && known.id >= since_id && Math.abs(now - known.at) < KNOWN_MS) return known.id;
    const id = await highestId(this.deps.db, sequence);
    this.known.set(sequence, { id, at: now });
    return id;
  }
}
