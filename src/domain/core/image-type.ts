export type ImageType = 'png' | 'jpeg' | 'webp';

/**
 * The format that the first bytes of a file show: PNG (ISO/IEC 15948), JPEG (ITU-T T.81) or WebP (RFC 9649). undefined:
 * none of these.
 */
export function imageType(bytes: Buffer): ImageType | undefined {
  const begin = bytes.toString('latin1', 0, 12);
  if (begin.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (begin.startsWith('\xff\xd8\xff')) return 'jpeg';
  return begin.startsWith('RIFF') && begin.endsWith('WEBP') ? 'webp' : undefined;
}
