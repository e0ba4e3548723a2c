import { REASON_CODES } from '../../../domain/ledger/reason-codes.ts';
import type { ConsoleWording } from '../language/wording.ts';

/** The reasons that an operator can choose for added or removed points. */
export function reasonOptions({ say }: Pick<ConsoleWording, 'say'>) {
  return REASON_CODES.map((code) => [code, say(`reason_${code}`)] as const);
}
