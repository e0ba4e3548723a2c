import { openText, sealText } from '../core/sealed-text.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Deps } from '../programs/deps.ts';
import { giftCardCode, giftCardHash } from './codes.ts';

/** What stands in the database for a gift card's code. */
export interface StoredCode {
  code_hash: Buffer;
  code_last_characters: string;
  /** Bound to the hash: it opens as the code of this card alone. */
  code_sealed: Buffer;
}

/** A new gift card's code, and what is stored of it. */
export function newCardCode(deps: Pick<Deps, 'random' | 'secret'>): { code: string; stored: StoredCode } {
  const code = giftCardCode(deps.random);
  const code_hash = giftCardHash(deps.secret, code);
  const code_sealed = sealText(deps, 'gift card code', code_hash, code);
  return { code, stored: { code_hash, code_last_characters: code.slice(-4), code_sealed } };
}

/** undefined where it was not kept, or was kept under a key that is not there. */
export function openCardCode(
  deps: Secrets,
  { code_hash, code_sealed }: { code_hash: Buffer | null; code_sealed: Buffer | null },
): string | undefined {
  if (code_hash === null || code_sealed === null) return undefined;
  return openText(deps, 'gift card code', code_hash, code_sealed);
}
