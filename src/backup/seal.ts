import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { BackupError, DamagedFile } from './backup-error.ts';

// A sealed file is a header and pieces. Each piece is encrypted under a key of this file alone. Its nonce contains the
// number of the piece and whether it is the last: a missing, moved or repeated piece cannot be opened. The place of the
// file is authenticated too, so that one file cannot replace another.

const MAGIC = Buffer.from('loyaltyd-sealed-1\n');
const SALT_BYTES = 32;
const KEY_ID_BYTES = 8;
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
const PIECE_BYTES = 65_536;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

/** Identifies a key and reveals nothing about it. */
export function keyIdOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'loyaltyd backup: name of the key', KEY_ID_BYTES));
}

function keyOf(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'loyaltyd backup: key of a file', 32));
}

function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(piece, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Collects bytes and passes them on in pieces of one size; the last piece may be shorter. */
abstract class InPieces extends Transform {
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private pieces = 0;

  protected constructor(private readonly size: number) {
    super();
  }

  protected abstract onPiece(piece: Buffer, number: number, isLast: boolean): Buffer;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      this.accept(chunk);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.finish();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  /** A piece is passed on when a byte follows it: until then it may be the last. */
  protected accept(chunk: Buffer): void {
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    if (this.waitingBytes <= this.size) return;
    let rest = Buffer.concat(this.waiting);
    for (; rest.length > this.size; rest = rest.subarray(this.size)) {
      this.push(this.onPiece(rest.subarray(0, this.size), this.pieces, false));
      this.pieces += 1;
    }
    this.waiting = [rest];
    this.waitingBytes = rest.length;
  }

  protected finish(): void {
    this.push(this.onPiece(Buffer.concat(this.waiting), this.pieces, true));
  }
}

/** Encrypts the content of the file at `place`. */
export class Seal extends InPieces {
  private readonly key: Buffer;

  constructor(
    secret: string,
    private readonly place: string,
  ) {
    super(PIECE_BYTES);
    const salt = randomBytes(SALT_BYTES);
    this.key = keyOf(secret, salt);
    this.push(Buffer.concat([MAGIC, keyIdOf(secret), salt]));
  }

  protected override onPiece(piece: Buffer, number: number, isLast: boolean): Buffer {
    const cipher = createCipheriv(ALGORITHM, this.key, nonceOf(number, isLast));
    cipher.setAAD(Buffer.from(this.place));
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Opens a file that `Seal` made for the same place. Passes on only authenticated bytes. */
export class Unseal extends InPieces {
  private header: Buffer | undefined = Buffer.alloc(0);
  private key: Buffer | undefined;

  constructor(
    private readonly secret: string,
    private readonly place: string,
  ) {
    super(PIECE_BYTES + TAG_BYTES);
  }

  protected override accept(chunk: Buffer): void {
    if (this.header === undefined) {
      super.accept(chunk);
      return;
    }
    this.header = Buffer.concat([this.header, chunk]);
    if (this.header.length < HEADER_BYTES) return;
    const rest = this.header.subarray(HEADER_BYTES);
    this.readHeader(this.header);
    this.header = undefined;
    super.accept(rest);
  }

  protected override finish(): void {
    if (this.header !== undefined) throw new DamagedFile(this.place, 'it ends within its header');
    super.finish();
  }

  protected override onPiece(piece: Buffer, number: number, isLast: boolean): Buffer {
    const end = piece.length - TAG_BYTES;
    if (end < 0) throw new DamagedFile(this.place, 'it is cut off');
    const decipher = createDecipheriv(ALGORITHM, this.key!, nonceOf(number, isLast));
    decipher.setAAD(Buffer.from(this.place));
    decipher.setAuthTag(piece.subarray(end));
    try {
      return Buffer.concat([decipher.update(piece.subarray(0, end)), decipher.final()]);
    } catch {
      throw new DamagedFile(this.place, 'it was changed, cut off or put in the place of another');
    }
  }

  private readHeader(header: Buffer): void {
    if (!header.subarray(0, MAGIC.length).equals(MAGIC))
      throw new DamagedFile(this.place, 'it does not begin as a sealed file does');
    const keyId = header.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES);
    if (!keyId.equals(keyIdOf(this.secret))) {
      throw new BackupError(`${this.place} was sealed with another BACKUP_KEY than the one that is set.`);
    }
    this.key = keyOf(this.secret, header.subarray(MAGIC.length + KEY_ID_BYTES, HEADER_BYTES));
  }
}
