import { createHash } from 'node:crypto';

/** A picture within a text. Shorter pictures are no burden. */
const PICTURE = /data:image\/[\w.+-]+;base64,[A-Za-z0-9+/=]{100,}/g;
const STAND_IN = /data:image\/[\w.+-]+;sha256,[\w-]{43}/g;

/** The text with a short stand-in for each picture. The stand-in contains the picture's hash. Pure. */
export function withStandIns(text: string): string {
  return text.replaceAll(PICTURE, standIn);
}

/** The pictures within a text. Pure. */
export function picturesIn(text: string): string[] {
  return [...text.matchAll(PICTURE)].map(([picture]) => picture);
}

/** The pictures of texts by their stand-ins. It reads and hashes all pictures, so call it once for many texts. Pure. */
export function picturesByStandIn(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(texts.flatMap((text) => picturesIn(text).map((picture) => [standIn(picture), picture])));
}

/**
 * The text with the known pictures in the places of their stand-ins. undefined: it would be longer by more than `most`
 * characters, as in a text that names a picture again and again. Pure.
 */
export function withPictures(
  text: string,
  pictures: ReadonlyMap<string, string>,
  most: number,
): string | undefined {
  let more = 0;
  for (const [short] of text.matchAll(STAND_IN)) {
    more += (pictures.get(short) ?? short).length - short.length;
    if (more > most) return undefined;
  }
  return text.replaceAll(STAND_IN, (short) => pictures.get(short) ?? short);
}

/** A picture of one pixel, too short for a stand-in. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The text with a special picture in the place of each remaining stand-in, so that the file can be read. Pure. */
export function withoutStandIns(text: string): string {
  return text.replaceAll(STAND_IN, PIXEL);
}

/** The text with only the beginning of each picture, for people to read. Pure. */
export function withoutPictures(text: string): string {
  return text.replaceAll(PICTURE, (picture) => `${picture.slice(0, picture.indexOf(',') + 1)}…`);
}

function standIn(picture: string): string {
  const type = picture.slice(0, picture.indexOf(';'));
  return `${type};sha256,${createHash('sha256').update(picture).digest('base64url')}`;
}
