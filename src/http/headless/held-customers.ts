import { decodedAgain } from '../../domain/customers/find-customer.ts';
import { hasUnshownCodes } from '../../domain/operations/show-gift-card-codes.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Channel } from '../../domain/programs/program-settings.ts';
import type { StockLevels, StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { timeLeftChangesAt } from '../../texts/time-left.ts';
import { type KeptPieces, SharedPieces } from '../kept-pieces.ts';
import type { Pieces } from '../pieces.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';
import { stringBytes } from '../string-bytes.ts';

/** Everything in a request that decides the text of a customer, beside the customer itself. */
export interface Reading {
  view: StorefrontView;
  channel: Channel;
  country: string | null;
  /** The merchant_id as it is in the path. */
  merchant_id: string;
}

/** The text of a customer, with the mark of the data that it was made from. */
export interface HeldText {
  pieces: KeptPieces;
  mark: string;
  stock: StockLevels;
}

/** Everything that is kept for one state of a program and its stocks. After a change it is never shown again. */
interface Shelf {
  program: Program;
  stock_hash: string | null;
  stock: StockLevels;
  keys: Set<string>;
  /** The pieces that the program's texts share, and the number of their bytes that is counted. */
  pieces: SharedPieces;
  counted: number;
}

interface Held {
  shelf: Shelf;
  view: StorefrontView;
  mark: string;
  /** null: the customer was read once. Most customers that are read once change before they are read again. */
  pieces: KeptPieces | null;
  /** The text is true from this moment, and before `until`. */
  from: number;
  until: number;
}

/** The most memory that an entry takes beside its key, its mark and its text. */
const ENTRY_BYTES = 400;

/** The pieces that the texts of one program share may take this part of all bytes. */
const SHARED_PART = 1 / 8;

/**
 * The texts of the customers that were read last, up to so many bytes. A text is kept when a customer is read for the
 * second time without a change. The reader of a text asks Postgres whether its mark is still the present one.
 */
export class HeldCustomers {
  private readonly held = new Map<string, Held>();
  /** By the id of the program. */
  private readonly shelves = new Map<number, Shelf>();
  private bytes = 0;

  constructor(private readonly most_bytes: number) {}

  /** undefined if there is no text, or if time has changed it. */
  find(reading: Reading, now: number): HeldText | undefined {
    const key = keyOf(reading);
    const held = this.held.get(key);
    if (!held?.pieces) return undefined;
    const { pieces, mark, shelf } = held;
    if (held.view !== reading.view || now < held.from || now >= held.until) return undefined;
    // The entries that were read last stand at the end.
    this.held.delete(key);
    this.held.set(key, held);
    return { pieces, mark, stock: shelf.stock };
  }

  /**
   * Drops a text that is no longer true. The next read of the customer asks for no mark, until a text is kept again.
   */
  drop(reading: Reading): void {
    const key = keyOf(reading);
    const held = this.held.get(key);
    if (!held) return;
    this.remove(key, held);
    this.put(key, { ...held, pieces: null });
  }

  /** Keeps the text of a customer that was read outside any transaction. */
  hold(reading: Reading, customer: StorefrontCustomer, pieces: Pieces): void {
    const { view, merchant_id } = reading;
    const key = keyOf(reading);
    this.forgetFormer(view.program, customer);
    const known = this.held.get(key);
    this.remove(key, known);
    const until = holdsUntil(customer);
    if (until <= customer.now || hasUnshownCodes(customer.claims)) return;
    // A customer may be found under such an id only after a second decoding, but marks are found by the id as it is.
    if (decodedAgain(merchant_id) !== undefined) return;
    const { mark, now: from } = customer;
    const again = known !== undefined && known.mark === mark && known.view === view;
    const shelf = this.shelfOf(view.program, customer);
    this.put(key, { shelf, view, mark, pieces: again ? pieces.kept(shelf.pieces) : null, from, until });
    for (const [oldest, other] of this.held) {
      if (this.bytes <= this.most_bytes) return;
      this.remove(oldest, other);
    }
  }

  /** Forgets everything that was kept before the program was loaded again, or before its stocks changed. */
  private forgetFormer(program: Program, { stock_hash }: StorefrontCustomer): void {
    const shelf = this.shelves.get(program.id);
    if (!shelf || (shelf.program === program && shelf.stock_hash === stock_hash)) return;
    for (const key of shelf.keys) this.remove(key, this.held.get(key));
  }

  private shelfOf(program: Program, { stock, stock_hash }: StorefrontCustomer): Shelf {
    let shelf = this.shelves.get(program.id);
    if (!shelf) {
      const pieces = new SharedPieces(this.most_bytes * SHARED_PART);
      shelf = { program, stock_hash, stock, keys: new Set(), pieces, counted: 0 };
      this.shelves.set(program.id, shelf);
    }
    return shelf;
  }

  private put(key: string, held: Held): void {
    const { shelf } = held;
    this.held.set(key, held);
    shelf.keys.add(key);
    this.shelves.set(shelf.program.id, shelf);
    this.bytes += bytesOf(key, held);
    this.count(shelf, shelf.pieces.bytes);
  }

  private remove(key: string, held: Held | undefined): void {
    if (!held || !this.held.delete(key)) return;
    const { shelf } = held;
    this.bytes -= bytesOf(key, held);
    shelf.keys.delete(key);
    if (shelf.keys.size > 0) return;
    this.shelves.delete(shelf.program.id);
    this.count(shelf, 0);
  }

  /** Counts so many bytes for the shared pieces of a shelf. */
  private count(shelf: Shelf, bytes: number): void {
    this.bytes += bytes - shelf.counted;
    shelf.counted = bytes;
  }
}

function bytesOf(key: string, { mark, pieces }: Held): number {
  return ENTRY_BYTES + stringBytes(key) + stringBytes(mark) + (pieces?.bytes ?? 0);
}

function keyOf({ view, channel, country, merchant_id }: Reading): string {
  return `${view.program.id} ${view.site.id} ${view.language} ${channel} ${country} ${merchant_id}`;
}

/** The moment at which the text may change although nothing is written. */
function holdsUntil(customer: StorefrontCustomer): number {
  const { now, rules, rewards } = customer;
  let until = customer.steady_until;
  for (const { limit } of [...rules, ...rewards]) {
    if (limit.state === 'limit_reached_until_reset')
      until = Math.min(until, timeLeftChangesAt(limit.resets_at, now));
  }
  return until;
}
