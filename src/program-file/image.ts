import { type ImageType, imageType } from '../domain/core/image-type.ts';

interface ImageFacts {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  /** The width in pixels. */
  width: number;
  height: number;
}

/**
 * The facts at the beginning of an image file; undefined unless it is PNG, JPEG or WebP. Other formats are not allowed:
 * an SVG is a document, which can contain scripts and ask other hosts.
 */
export function imageFacts(bytes: Buffer): ImageFacts | undefined {
  const type = imageType(bytes);
  const facts = type && FACTS[type](bytes);
  return facts && facts.width > 0 && facts.height > 0 ? facts : undefined;
}

const FACTS: Record<ImageType, (bytes: Buffer) => ImageFacts | undefined> = {
  png: pngFacts,
  jpeg: jpegFacts,
  webp: webpFacts,
};

function pngFacts(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 24) return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Every marker from C0 to CF starts a frame, except these three: Huffman tables, an extension, arithmetic coding. */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc]);

function jpegFacts(bytes: Buffer): ImageFacts | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) {
      return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
  }
  return undefined;
}

function webpFacts(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 30) return undefined;
  const size = webpSize(bytes, bytes.toString('latin1', 8, 16));
  return size && { type: 'image/webp', width: size[0], height: size[1] };
}

function webpSize(bytes: Buffer, form: string): [width: number, height: number] | undefined {
  if (form === 'WEBPVP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  if (form === 'WEBPVP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (form !== 'WEBPVP8L') return undefined;
  const packed = bytes.readUInt32LE(21);
  return [(packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1];
}
