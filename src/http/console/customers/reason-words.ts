import { REASON_CODES } from '../../../domain/ledger/reason-codes.ts';
import type { ConsoleWording } from '../language/wording.ts';

/** The reasons to choose from when somebody adds or removes points. */
export function reasonOptions({ say }: Pick<ConsoleWording, 'say'>) {
  return REASON_CODES.map((code) => [code, say(`reason_${code}`)] as const);
}
