import { KeptPieces, NO_PIECE, type SharedPieces } from './kept-pieces.ts';

/** A text that is being built. Some of its pieces are the same strings in many texts. */
export class Pieces {
  /** Parts of this text alone and shared parts, alternately. */
  private readonly parts: string[] = [];
  private last = '';

  /** Adds a piece of this text alone. */
  own(piece: string): this {
    this.last += piece;
    return this;
  }

  /** Adds a piece that many texts have. */
  shared(piece: string): this {
    this.parts.push(this.last, piece);
    this.last = '';
    return this;
  }

  text(): string {
    return [...this.parts, this.last].join('');
  }

  /**
   * The text in a form that takes little memory. `shared` keeps the shared pieces of all such texts, while it has room.
   */
  kept(shared: SharedPieces): KeptPieces {
    const owned: string[] = [];
    const ids: number[] = [];
    let own = '';
    for (let index = 0; index < this.parts.length; index += 2) {
      const piece = this.parts[index + 1]!;
      own += this.parts[index]!;
      const id = shared.idOf(piece);
      if (id === NO_PIECE) own += piece;
      else {
        owned.push(own);
        ids.push(id);
        own = '';
      }
    }
    return new KeptPieces(shared, [...owned, own + this.last], ids);
  }
}
