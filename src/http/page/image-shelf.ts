import { LRUCache } from 'lru-cache';
import type { Deps } from '../../domain/programs/deps.ts';

export interface Image {
  type: string;
  bytes: Buffer;
}

const MAX_IMAGE_BYTES = 2_000_000;
/** The most memory for all images and their addresses together, in bytes. */
const MAX_SHELF_BYTES = 48_000_000;
/** The cache counts an entry as fresh in the last millisecond of this time too. */
const FRESH_MS = 24 * 60 * 60 * 1000 - 1;
/** After a failed fetch, an image is not fetched again for this time. */
const FAILURE_KEPT_MS = 60_000 - 1;

interface Kept {
  /** null: the image could not be fetched. */
  image: Image | null;
}

/**
 * Images from other hosts, kept in memory for a day. Visitors need not ask those hosts themselves, so no other host
 * learns their addresses. When memory is short, the images that were unused for longest are dropped.
 */
export class ImageShelf {
  private readonly kept: LRUCache<string, Kept>;

  constructor(private readonly deps: Pick<Deps, 'outbound' | 'clock'>) {
    this.kept = new LRUCache({
      maxSize: MAX_SHELF_BYTES,
      sizeCalculation: ({ image }, url) => url.length + (image?.bytes.length ?? 0),
      ttl: FRESH_MS,
      ttlResolution: 0,
      perf: { now: () => this.deps.clock.real() },
      // If an entry is dropped while its image is being fetched, the callers that wait still get the image.
      ignoreFetchAbort: true,
      // While an image is being fetched, all callers wait for the same fetch.
      fetchMethod: (url, stale, { options }) => this.renew(url, stale, options),
    });
  }

  /** null: there is no image, or it is larger than 2 MB, or it is no image that pages show. */
  async get(url: string): Promise<Image | null> {
    return (await this.kept.forceFetch(url)).image;
  }

  /** If no new image can be fetched, the old one stays. */
  private async renew(url: string, old: Kept | undefined, options: { ttl?: number }): Promise<Kept> {
    const image = await this.fetch(url);
    options.ttl = image ? FRESH_MS : FAILURE_KEPT_MS;
    return { image: image ?? old?.image ?? null };
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
      // The page is shown without the image.
      return null;
    }
  }
}

/**
 * The type of an image by its first bytes, whatever its sender calls it. null for anything else, above all for SVG: an
 * SVG is a document that can run scripts.
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
