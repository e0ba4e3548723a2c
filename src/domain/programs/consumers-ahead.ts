import type { Program } from './configuration.ts';
import type { Deps } from './deps.ts';
import { highestId, type IdSequence } from './id-store.ts';

/**
 * A consumer that has read ids which the database has not given yet, because the database was restored from an earlier
 * state.
 */
interface ConsumerAhead {
  kind: 'consumer_ahead';
  /** The key of the program in its file. */
  program: string;
  /** The name of the listing: transactions, orders, … */
  listing: string;
  since_id: number;
}

/** The known value of a sequence is trusted for this long: a database may be restored while a server runs. */
const KNOWN_MS = 60_000;

interface Seen extends ConsumerAhead {
  sequence: IdSequence;
}

/**
 * Finds consumers that would miss new rows without an error, because the new rows get ids that the consumers have
 * already passed.
 */
export class ConsumersAhead {
  private readonly known = new Map<IdSequence, { id: number; at: number }>();
  private readonly seen = new Map<string, Seen>();

  constructor(private readonly deps: Pick<Deps, 'db' | 'clock' | 'logger'>) {}

  /**
   * Whether a consumer asks for ids above every id ever given. Such a consumer is noted, and logged once per listing.
   */
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

  /**
   * The noted consumers whose ids the sequences have not reached since, read on a connection of the caller's choice.
   */
  async list({ db }: Pick<Deps, 'db'>): Promise<ConsumerAhead[]> {
    for (const [name, { sequence, since_id }] of this.seen) {
      if (since_id <= (await highestId(db, sequence))) this.seen.delete(name);
    }
    return [...this.seen.values()].map(({ sequence: _, ...warning }) => warning);
  }

  /** The highest id of a sequence. It is read again if the known one is lower than `since_id`. */
  private async highest(sequence: IdSequence, since_id: number): Promise<number> {
    const now = this.deps.clock.real();
    const known = this.known.get(sequence);
    if (known && known.id >= since_id && Math.abs(now - known.at) < KNOWN_MS) return known.id;
    const id = await highestId(this.deps.db, sequence);
    this.known.set(sequence, { id, at: now });
    return id;
  }
}
