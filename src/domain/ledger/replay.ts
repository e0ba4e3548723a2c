import { debtOf } from './lots.ts';

// Works out from the ledger which points were spent and which expired, for customers without lots: first in, first out.
// It does in memory what lots do in rows.

/** A transaction that changed a balance. */
export interface LedgerLine {
  customer_id: number;
  /** The points that it added; not 0. */
  points: number;
  activity_id: number | null;
  adjustment_id: number | null;
  claimed_reward_id: number | null;
  /** The survivor, for the adjustment by which a merge took a balance away; null for every other line. */
  merged_into: number | null;
}

/** Points of one source. */
export interface Parcel {
  readonly activity_id: number | null;
  readonly adjustment_id: number | null;
  left: number;
  expired: number;
  lent: number;
  owed: number;
  /** Its position in its book. */
  place: number;
}

interface Part {
  parcel: Parcel;
  points: number;
}

interface Book {
  balance: number;
  parcels: Parcel[];
  /**
   * No parcel before this position has points left. So each line of a long ledger need not search it from the start.
   */
  first: number;
}

/** Replays the lines of a customer and of all customers merged into it, in the order of their ids. */
export function replay(lines: readonly LedgerLine[]): Parcel[] {
  const ledger = new Replay();
  const moves = movesOfMerges(lines);
  for (const line of lines) if (!moves.has(line)) ledger.play(line);
  return ledger.parcels;
}

/**
 * A merge returns each claim of the merged customer and takes it from the survivor. These lines do not change which
 * points the claim took.
 */
function movesOfMerges(lines: readonly LedgerLine[]): Set<LedgerLine> {
  const moves = new Set<LedgerLine>();
  const returned = new Map<number, LedgerLine>();
  for (const line of lines) {
    const id = line.claimed_reward_id;
    if (id === null) continue;
    const before = returned.get(id);
    if (line.points > 0) returned.set(id, line);
    else if (before) {
      moves.add(before).add(line);
      returned.delete(id);
    }
  }
  return moves;
}

class Replay {
  readonly parcels: Parcel[] = [];
  readonly #books = new Map<number, Book>();
  readonly #ofActivity = new Map<number, Parcel>();
  readonly #ofClaim = new Map<number, Part[]>();

  play(line: LedgerLine): void {
    const { customer_id, points, activity_id, claimed_reward_id } = line;
    const book = this.#book(customer_id);
    if (line.merged_into !== null) {
      this.#merge(book, line.merged_into);
      return;
    }
    if (claimed_reward_id !== null) {
      if (points < 0) this.#ofClaim.set(claimed_reward_id, this.#takeFirst(book, -points));
      else this.#restoreLots(book, this.#ofClaim.get(claimed_reward_id) ?? [], points);
    } else if (activity_id !== null && points < 0) {
      this.#undo(book, this.#ofActivity.get(activity_id), -points);
    } else if (points > 0) this.#creditLots(book, line);
    else this.#debitLots(book, line);
    book.balance += points;
  }

  #book(customerId: number): Book {
    const book = this.#books.get(customerId) ?? { balance: 0, parcels: [], first: 0 };
    this.#books.set(customerId, book);
    return book;
  }

  /**
   * The first adjustment of the merged customer stands for the whole merge. Its other adjustments have no effect here.
   */
  #merge(from: Book, intoId: number): void {
    const into = this.#book(intoId);
    const debts = [debtOf(into.balance), debtOf(from.balance)] as const;
    for (const part of this.#takeFirst(from, debts[0])) part.parcel.lent += part.points;
    for (const part of this.#takeFirst(into, debts[1])) part.parcel.lent += part.points;
    for (const parcel of from.parcels) append(into, parcel);
    into.balance += from.balance;
    from.parcels = [];
    from.first = 0;
    from.balance = 0;
  }

  #creditLots(book: Book, { points, activity_id, adjustment_id }: LedgerLine): void {
    const known = activity_id === null ? undefined : this.#ofActivity.get(activity_id);
    if (known) {
      this.#restoreLots(book, [{ parcel: known, points }], points);
      return;
    }
    const lent = Math.min(points, debtOf(book.balance));
    const parcel = { activity_id, adjustment_id, expired: 0, lent, owed: 0, place: 0 };
    const formed: Parcel = { ...parcel, left: points - lent };
    this.parcels.push(formed);
    append(book, formed);
    if (activity_id !== null) this.#ofActivity.set(activity_id, formed);
  }

  /** Removes points; without an adjustment the line is an expiry. */
  #debitLots(book: Book, { points, adjustment_id }: LedgerLine): void {
    const taken = this.#takeFirst(book, -points);
    if (adjustment_id === null) for (const part of taken) part.parcel.expired += part.points;
  }

  #undo(book: Book, own: Parcel | undefined, points: number): void {
    const part = Math.min(own?.left ?? 0, points);
    if (own) own.left -= part;
    for (const other of this.#takeFirst(book, points - part)) other.parcel.lent += other.points;
    if (own) own.owed += points - part;
  }

  #takeFirst(book: Book, points: number): Part[] {
    const taken: Part[] = [];
    let missing = points;
    while (missing > 0 && book.first < book.parcels.length) {
      const parcel = book.parcels[book.first]!;
      const part = Math.min(parcel.left, missing);
      parcel.left -= part;
      missing -= part;
      if (part > 0) taken.push({ parcel, points: part });
      if (parcel.left === 0) book.first += 1;
    }
    return taken;
  }

  /** The counterpart of `planReturn`, which does the same for lots. */
  #restoreLots(book: Book, taken: readonly Part[], points: number): void {
    let debt = debtOf(book.balance);
    let pot = 0;
    const standing: Part[] = [];
    for (const { parcel, points: part } of taken.toReversed()) {
      const owed = Math.min(part, parcel.owed);
      parcel.owed -= owed;
      pot += owed;
      standing.push({ parcel, points: part - owed });
    }
    const loose = points - taken.reduce((sum, part) => sum + part.points, 0);
    const paid = Math.min(pot, debt);
    pot -= paid;
    debt = Math.max(0, debt - paid - loose);
    for (const { parcel, points: part } of standing.toReversed()) {
      const lent = Math.min(part, debt);
      debt -= lent;
      parcel.lent += lent;
      refill(book, parcel, part - lent);
    }
    this.#repay(book, pot);
  }

  #repay(book: Book, pot: number): void {
    let rest = pot;
    if (rest === 0) return;
    for (const lender of book.parcels.toReversed()) {
      while (rest > 0 && lender.lent > 0) {
        const part = Math.min(rest, lender.lent);
        const onwards = Math.min(part, lender.owed);
        lender.lent -= part;
        lender.owed -= onwards;
        refill(book, lender, part - onwards);
        rest -= part - onwards;
      }
    }
  }
}

function append(book: Book, parcel: Parcel): void {
  parcel.place = book.parcels.length;
  book.parcels.push(parcel);
}

function refill(book: Book, parcel: Parcel, points: number): void {
  parcel.left += points;
  if (points > 0) book.first = Math.min(book.first, parcel.place);
}
