import type { Deps } from '../../domain/programs/deps.ts';

interface Image {
  type: string;
  bytes: Buffer;
}

const MAX_IMAGE_BYTES = 2_000_000;
/** For all images together. */
const MAX_SHELF_BYTES = 48_000_000;
const FRESH_MS = 24 * 60 * 60 * 1000;
/** An image that could not be fetched is not tried again for so long. */
const FAILURE_KEPT_MS = 60_000;

interface Kept {
  /** null: it could not be fetched. */
  image: Image | null;
  /** In ms of the wall clock. */
  until: number;
}

/**
 * Images from other hosts, kept in memory for a day. So visitors need not ask those hosts themselves, and no other host
 * learns their addresses. The longest unused images make room.
 */
export class ImageShelf {
  /** The longest unused first. */
  private readonly kept = new Map<string, Kept>();
  private readonly coming = new Map<string, Promise<Image | null>>();
  private bytes = 0;

  constructor(private readonly deps: Pick<Deps, 'outbound' | 'clock'>) {}

  /** null: there is none, or it is not an image of at most 2 MB. */
  async get(url: string): Promise<Image | null> {
    const known = this.kept.get(url);
    if (known && known.until > this.deps.clock.real()) {
      this.put(url, known);
      return known.image;
    }
    let coming = this.coming.get(url);
    if (!coming) {
      coming = this.renew(url, known?.image ?? null).finally(() => this.coming.delete(url));
      this.coming.set(url, coming);
    }
    return coming;
  }

  /** If no new image can be fetched, the old one stays. */
  private async renew(url: string, old: Image | null): Promise<Image | null> {
    const fetched = await this.fetch(url);
    const image = fetched ?? old;
    this.put(url, { image, until: this.deps.clock.real() + (fetched ? FRESH_MS : FAILURE_KEPT_MS) });
    return image;
  }

  private async fetch(url: string): Promise<Image | null> {
    try {
      const { status, body } = await this.deps.outbound.send({
        url,
        method: 'GET',
        headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
        connect_timeout_ms: 3_000,
        timeout_ms: 10_000,
        max_answer_bytes: MAX_IMAGE_BYTES,
        too_long: 'refuse',
      });
      const type = status === 200 ? imageType(body) : null;
      return type === null ? null : { type, bytes: body };
    } catch {
      // The page does without it.
      return null;
    }
  }

  private put(url: string, entry: Kept): void {
    this.bytes += sizeOf(entry) - sizeOf(this.kept.get(url));
    this.kept.delete(url);
    this.kept.set(url, entry);
    for (const [longest, unused] of this.kept) {
      if (this.bytes <= MAX_SHELF_BYTES) return;
      this.kept.delete(longest);
      this.bytes -= sizeOf(unused);
    }
  }
}

function sizeOf(entry: Kept | undefined): number {
  return entry?.image?.bytes.length ?? 0;
}

/**
 * The type of an image by its first bytes, whatever its sender calls it. null for anything else, above all for SVG,
 * which is a document that can run scripts.
 */
export function imageType(bytes: Buffer): string | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 12) === 'ftypavif' || text(4, 12) === 'ftypavis') return 'image/avif';
  return null;
}
