import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DamagedFile } from './backup-error.ts';

/** An unpacked file. */
export interface Unpacked {
  path: string;
  bytes: number;
  sha256: string;
}

const BLOCK = 512;

/**
 * Unpacks the tar file of Postgres into a folder: files and folders, with names of at most 99 bytes. Postgres writes
 * nothing else. Returns its files.
 */
export async function unpack(
  source: AsyncIterable<Buffer>,
  folder: string,
  place: string,
): Promise<Unpacked[]> {
  const reader = new Reader(source, place);
  const unpacked: Unpacked[] = [];
  const made = new Set<string>();
  try {
    for (;;) {
      const header = await reader.header();
      if (!header) return unpacked;
      const { name, type, bytes } = readHeader(header, place);
      const path = join(folder, name);
      const home = type === 'folder' ? path : dirname(path);
      if (!made.has(home)) await mkdir(home, { recursive: true, mode: 0o700 });
      made.add(home);
      if (type === 'folder') continue;
      unpacked.push({ path: name, bytes, sha256: await writeOut(reader.content(bytes), path) });
    }
  } finally {
    await reader.close();
  }
}

/** Returns the digest of the written bytes. */
async function writeOut(content: AsyncIterable<Buffer>, path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

interface Header {
  name: string;
  type: 'file' | 'folder';
  bytes: number;
}

function readHeader(header: Buffer, place: string): Header {
  const name = textOf(header.subarray(0, 100)).replace(/^\.\//, '');
  const kind = String.fromCharCode(header[156]!);
  if (textOf(header.subarray(257, 262)) !== 'ustar' || checksum(header) !== octal(header.subarray(148, 156)))
    throw new DamagedFile(place, 'it is no tar file');
  if (name.startsWith('/') || name.split('/').includes('..'))
    throw new DamagedFile(place, `it names ${name}, which is not in the data folder`);
  if (kind !== '0' && kind !== '5') throw new DamagedFile(place, `${name} is neither a file nor a folder`);
  return { name, type: kind === '5' ? 'folder' : 'file', bytes: sizeOf(header.subarray(124, 136)) };
}

function textOf(field: Buffer): string {
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? field.length : end).toString();
}

function octal(field: Buffer): number {
  return Number.parseInt(textOf(field).trim() || '0', 8);
}

/** A size from 8 GB on is written as a binary number, with the highest bit set. */
function sizeOf(field: Buffer): number {
  return field[0]! & 0x80 ? Number(field.readBigUInt64BE(4)) : octal(field);
}

/** The sum of all bytes. The bytes of the sum itself count as spaces. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}

class Reader {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(
    source: AsyncIterable<Buffer>,
    private readonly place: string,
  ) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** The next header; undefined: the whole tar file has been read. */
  async header(): Promise<Buffer | undefined> {
    const block = await this.block();
    if (block?.some((byte) => byte !== 0)) return block;
    while (await this.block());
    return undefined;
  }

  async *content(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.rest.length === 0 && !(await this.more()))
        throw new DamagedFile(this.place, 'it ends within a file');
      const chunk = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(chunk.length);
      left -= chunk.length;
      yield chunk;
    }
    const padding = (BLOCK - (bytes % BLOCK)) % BLOCK;
    if (padding > 0) await this.exactly(padding);
  }

  async close(): Promise<void> {
    await this.source.return?.();
  }

  private async block(): Promise<Buffer | undefined> {
    if (this.rest.length === 0 && !(await this.more())) return undefined;
    return this.exactly(BLOCK);
  }

  private async exactly(bytes: number): Promise<Buffer> {
    while (this.rest.length < bytes) {
      if (!(await this.more())) throw new DamagedFile(this.place, 'it ends within a file');
    }
    const taken = this.rest.subarray(0, bytes);
    this.rest = this.rest.subarray(bytes);
    return taken;
  }

  private async more(): Promise<boolean> {
    const { value, done } = await this.source.next();
    if (done) return false;
    this.rest = this.rest.length === 0 ? value : Buffer.concat([this.rest, value]);
    return true;
  }
}
