import { openText, sealText } from '../core/sealed-text.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Deps } from '../programs/deps.ts';
import { giftCardCode, giftCardHash } from './codes.ts';

/** The stored form of a gift card's code. */
export interface StoredCode {
  code_hash: Buffer;
  code_last_characters: string;
  /** Sealed with the hash as its `bound`: it can be opened as the code of this card only. */
  code_sealed: Buffer;
}

/** Makes a new gift card's code and its stored form. */
export function newCardCode(deps: Pick<Deps, 'random' | 'secret'>): { code: string; stored: StoredCode } {
  const code = giftCardCode(deps.random);
  const code_hash = giftCardHash(deps.secret, code);
  const code_sealed = sealText(deps, 'gift card code', code_hash, code);
  return { code, stored: { code_hash, code_last_characters: code.slice(-4), code_sealed } };
}

/** Returns undefined if the code was not kept, or was sealed under a key that is not configured. */
export function openCardCode(
  deps: Secrets,
  { code_hash, code_sealed }: { code_hash: Buffer | null; code_sealed: Buffer | null },
): string | undefined {
  if (code_hash === null || code_sealed === null) return undefined;
  return openText(deps, 'gift card code', code_hash, code_sealed);
}
