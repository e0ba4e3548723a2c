import { createHash } from 'node:crypto';
import { DomainError } from '../../../domain/core/errors.ts';
import { getDraft } from '../../../domain/programs/draft-store.ts';
import { imageFacts } from '../../../program-file/image.ts';
import { picturesIn } from '../../../program-file/stand-ins.ts';
import type { Show } from '../show.ts';
import { draftPlace } from './draft-place.ts';

export interface ShownPicture {
  type: string;
  bytes: Buffer;
  /** The width in pixels. */
  width: number;
  height: number;
  /** The name of the picture in addresses: SHA-256 of the bytes, as base64url. */
  hash: string;
}

/** A picture that a program file contains; undefined: the text is no picture. */
export function shownPicture(written: string): ShownPicture | undefined {
  const [, base64] = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(written) ?? [];
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  const facts = imageFacts(bytes);
  return facts && { ...facts, bytes, hash: createHash('sha256').update(bytes).digest('base64url') };
}

/** A picture of a draft. It has its own address, because it is larger than all the rest of the form's screen. */
export const sendPicture: Show = async (deps, visit, request, reply) => {
  const { picture } = request.params as { picture: string };
  const { file } = await getDraft(deps.db, visit.program.id, draftPlace(visit, request).id);
  const found = picturesIn(file)
    .map(shownPicture)
    .find((one) => one?.hash === picture);
  if (!found) throw new DomainError('not_found', 'The draft has no such picture.');
  return reply
    .headers({
      'content-type': found.type,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      // The address contains the hash of the bytes. Shared caches must not store it: a draft is not public.
      'cache-control': 'private, max-age=31536000, immutable',
    })
    .send(found.bytes);
};
