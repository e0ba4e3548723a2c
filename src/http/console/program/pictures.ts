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
  /** In pixels. */
  width: number;
  height: number;
  /** Its name in addresses: SHA-256 of the bytes, as base64url. */
  hash: string;
}

/** A picture that stands in a program file itself; undefined: a text that is none. */
export function shownPicture(written: string): ShownPicture | undefined {
  const [, base64] = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(written) ?? [];
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  const facts = imageFacts(bytes);
  return facts && { ...facts, bytes, hash: createHash('sha256').update(bytes).digest('base64url') };
}

/** A picture of a draft, apart from the form that shows it: it is heavier than all else on the screen. */
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
      // The address names its bytes. Nobody else's cache keeps it: a draft is not public.
      'cache-control': 'private, max-age=31536000, immutable',
    })
    .send(found.bytes);
};
