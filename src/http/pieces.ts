import { compacted, stringBytes } from './string-bytes.ts';

/** A text in the making. Some pieces of it are the same strings in many texts. */
export class Pieces {
  /** The parts before, between and after the shared pieces. */
  private readonly owned: string[] = [];
  private readonly between: string[] = [];
  private last = '';

  /** Adds a piece that belongs to this text alone. */
  own(piece: string): this {
    this.last += piece;
    return this;
  }

  /** Adds a piece that is kept elsewhere. */
  shared(piece: string): this {
    this.owned.push(this.last);
    this.between.push(piece);
    this.last = '';
    return this;
  }

  text(): string {
    let text = '';
    for (let index = 0; index < this.owned.length; index += 1)
      text += this.owned[index]! + this.between[index]!;
    return text + this.last;
  }

  kept(): KeptPieces {
    let end = 0;
    const ends = this.owned.map((piece) => {
      end += piece.length;
      return end;
    });
    // Joined, the parts are one string, and no longer hold what they were made of.
    const own = compacted([...this.owned, this.last].join(''));
    // A copy has no room for more.
    return new KeptPieces(own, ends, this.between.slice());
  }
}

const OVERHEAD_BYTES = 500;
const PIECE_BYTES = 16;

/** A finished text that takes little memory: the shared pieces are not copied. */
export class KeptPieces {
  /** The memory that it takes, in bytes at most. */
  readonly bytes: number;

  constructor(
    private readonly own: string,
    /** The end within `own` of each part that a shared piece follows. */
    private readonly ends: readonly number[],
    private readonly between: readonly string[],
  ) {
    this.bytes = stringBytes(own) + PIECE_BYTES * between.length + OVERHEAD_BYTES;
  }

  text(): string {
    const pieces: string[] = [];
    let start = 0;
    for (let index = 0; index < this.ends.length; index += 1) {
      const end = this.ends[index]!;
      pieces.push(this.own.slice(start, end), this.between[index]!);
      start = end;
    }
    pieces.push(this.own.slice(start));
    return pieces.join('');
  }
}
