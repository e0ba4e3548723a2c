import type { Program } from './configuration.ts';
import type { Deps } from './deps.ts';
import { highestId, type IdSequence } from './id-store.ts';

/** A consumer that has seen ids which the database never gave: it was restored from before them. */
interface ConsumerAhead {
  kind: 'consumer_ahead';
  /** Key of the program file. */
  program: string;
  /** What is listed: transactions, orders, … */
  listing: string;
  since_id: number;
}

/** So long what is known of a sequence is believed: a database may be restored under a running server. */
const KNOWN_MS = 60_000;

interface Seen extends ConsumerAhead {
  sequence: IdSequence;
}

/** Finds consumers that would silently miss what is written from now on, since it gets ids that they have passed. */
export class ConsumersAhead {
  private readonly known = new Map<IdSequence, { id: number; at: number }>();
  private readonly seen = new Map<string, Seen>();

  constructor(private readonly deps: Pick<Deps, 'db' | 'clock' | 'logger'>) {}

  /** Whether a consumer asks from above every id ever given. Noted, and logged once for a listing. */
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

  /** Those whose ids have not been reached since, on a connection of the caller's choice. */
  async list({ db }: Pick<Deps, 'db'>): Promise<ConsumerAhead[]> {
    for (const [name, { sequence, since_id }] of this.seen) {
      if (since_id <= (await highestId(db, sequence))) this.seen.delete(name);
    }
    return [...this.seen.values()].map(({ sequence: _, ...warning }) => warning);
  }

  /** Of a sequence, asked anew where what is known is lower than `since_id`. */
  private async highest(sequence: IdSequence, since_id: number): Promise<number> {
    const now = this.deps.clock.real();
    const known = this.known.get(sequence);
    if (known && known.id >= since_id && Math.abs(now - known.at) < KNOWN_MS) return known.id;
    const id = await highestId(this.deps.db, sequence);
    this.known.set(sequence, { id, at: now });
    return id;
  }
}
