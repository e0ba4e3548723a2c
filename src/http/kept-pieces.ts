import { compacted, stringBytes } from './string-bytes.ts';

/** The id that means: no piece. */
export const NO_PIECE = 0;

/** An id is one UTF-16 unit of a string. */
const MOST_IDS = 0x1_0000;

/** The most memory that a piece takes beside its characters, in bytes. */
const PIECE_BYTES = 120;

/** Pieces that many kept texts have in common. Each is stored once, up to so many bytes together. */
export class SharedPieces {
  private readonly ids = new Map<string, number>();
  private readonly pieces = [''];
  /** The most memory that the pieces take, in bytes. */
  bytes = 0;

  constructor(private readonly most_bytes: number) {}

  /** NO_PIECE: there is no room for another piece. */
  idOf(piece: string): number {
    const known = this.ids.get(piece);
    if (known !== undefined) return known;
    const bytes = PIECE_BYTES + stringBytes(piece);
    if (this.pieces.length === MOST_IDS || this.bytes + bytes > this.most_bytes) return NO_PIECE;
    this.bytes += bytes;
    this.ids.set(piece, this.pieces.length);
    return this.pieces.push(piece) - 1;
  }

  pieceOf(id: number): string {
    return this.pieces[id]!;
  }
}

/** The most memory that a kept text takes beside the characters of its two strings, in bytes. */
const OVERHEAD_BYTES = 100;

/** A longer part takes several steps. */
const LONGEST_STEP = 0xffff;

/** A finished text that takes little memory: its shared pieces are not copied. */
export class KeptPieces {
  /** The most memory that the text takes, in bytes. */
  readonly bytes: number;
  private readonly own: string;
  /** Two UTF-16 units for each step: the length of a part of `own`, and the id of the shared piece after it. */
  private readonly steps: string;

  /** `ids` are the shared pieces between the `owned` parts. */
  constructor(
    private readonly shared: SharedPieces,
    owned: readonly string[],
    ids: readonly number[],
  ) {
    // The joined parts are one string. It no longer keeps the strings in memory of which the parts were cut.
    this.own = compacted(owned.join(''));
    this.steps = ids.map((id, index) => stepsTo(owned[index]!.length, id)).join('');
    this.bytes = OVERHEAD_BYTES + stringBytes(this.own) + stringBytes(this.steps);
  }

  text(): string {
    const { shared, own, steps } = this;
    const parts = new Array<string>(steps.length + 1);
    let start = 0;
    for (let step = 0; step < steps.length; step += 2) {
      const end = start + steps.charCodeAt(step);
      parts[step] = own.slice(start, end);
      parts[step + 1] = shared.pieceOf(steps.charCodeAt(step + 1));
      start = end;
    }
    parts[steps.length] = own.slice(start);
    return parts.join('');
  }
}

function stepsTo(length: number, id: number): string {
  const long = String.fromCharCode(LONGEST_STEP, NO_PIECE).repeat(Math.floor(length / LONGEST_STEP));
  return long + String.fromCharCode(length % LONGEST_STEP, id);
}
