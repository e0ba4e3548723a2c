import { hasUntoldCodes } from '../../domain/operations/tell-codes.ts';
import type { Channel } from '../../domain/programs/program-settings.ts';
import type { StockLevels, StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { timeLeftChangesAt } from '../../texts/time-left.ts';
import type { KeptPieces, Pieces } from '../pieces.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';

/** Everything of a request that decides the text of a customer, beside the customer. */
export interface Reading {
  view: StorefrontView;
  channel: Channel;
  country: string | null;
  /** As the path gives it. */
  merchant_id: string;
}

/** The text of a customer, with the mark of what it was made of. */
export interface HeldText {
  pieces: KeptPieces;
  mark: string;
  stock: StockLevels;
}

interface Held {
  view: StorefrontView;
  mark: string;
  /** null: the customer was read once. Most that are read once are not read again before they change. */
  text: HeldText | null;
  /** It holds from this moment on, until the other. */
  from: number;
  until: number;
}

/** The memory that an entry without a text takes, at most. */
const MARK_BYTES = 500;

/**
 * The texts of the customers that were read last, up to so many bytes. They are held from the second time on that a
 * customer reads the same. Whoever takes one asks Postgres whether its mark is the present one still.
 */
export class HeldCustomers {
  private readonly held = new Map<string, Held>();
  private bytes = 0;

  constructor(private readonly most_bytes: number) {}

  /** undefined if there is none, or if time has changed it. */
  find(reading: Reading, now: number): HeldText | undefined {
    const key = keyOf(reading);
    const held = this.held.get(key);
    if (!held?.text) return undefined;
    if (held.view !== reading.view || now < held.from || now >= held.until) return undefined;
    // The latest stand at the end.
    this.held.delete(key);
    this.held.set(key, held);
    return held.text;
  }

  /** Holds the text of a customer that was read outside any transaction. */
  hold(reading: Reading, customer: StorefrontCustomer, pieces: Pieces): void {
    const key = keyOf(reading);
    const known = this.held.get(key);
    if (known && known.view.program !== reading.view.program) this.forget(reading.view.program.id);
    this.remove(key, known);
    const until = holdsUntil(customer);
    if (until <= customer.now || hasUntoldCodes(customer.claims)) return;
    const { mark, stock, now: from } = customer;
    const again = known !== undefined && known.mark === mark && known.view === reading.view;
    const text = again ? { pieces: pieces.kept(), mark, stock } : null;
    const held: Held = { view: reading.view, mark, text, from, until };
    this.held.set(key, held);
    this.bytes += bytesOf(held);
    for (const [oldest, other] of this.held) {
      if (this.bytes <= this.most_bytes) return;
      this.remove(oldest, other);
    }
  }

  /** Forgets the texts of a program that was loaded anew. */
  private forget(programId: number): void {
    for (const [key, held] of this.held) if (held.view.program.id === programId) this.remove(key, held);
  }

  private remove(key: string, held: Held | undefined): void {
    if (held && this.held.delete(key)) this.bytes -= bytesOf(held);
  }
}

function bytesOf({ text }: Held): number {
  return MARK_BYTES + (text?.pieces.bytes ?? 0);
}

function keyOf({ view, channel, country, merchant_id }: Reading): string {
  return `${view.program.id} ${view.site.id} ${view.language} ${channel} ${country} ${merchant_id}`;
}

/** The moment from which the text may read otherwise though nothing is written. */
function holdsUntil(customer: StorefrontCustomer): number {
  const { now, rules, rewards } = customer;
  let until = customer.steady_until;
  for (const { limit } of [...rules, ...rewards]) {
    if (limit.state === 'limit_reached_until_reset')
      until = Math.min(until, timeLeftChangesAt(limit.resets_at, now));
  }
  return until;
}
