import type { DomainError } from '../../../domain/core/errors.ts';
import { English } from '../design/english.tsx';
import { useWording } from '../language/use-wording.ts';
import { type OwnRefusalWords, refusalText } from './refusal-words.ts';

/** A refusal in words for operators. A refusal without such words is in English, as in the API. */
export function Refusal({ of, own }: { of: DomainError; own?: OwnRefusalWords }) {
  return refusalText(useWording(), of, own) ?? <English>{of.message}</English>;
}
