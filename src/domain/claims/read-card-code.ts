import type { Secrets } from '../core/secrets.ts';
import type { Tx } from '../core/transaction.ts';
import type { Deps } from '../programs/deps.ts';
import { newCardCode, openCardCode } from './card-code.ts';
import { type CardRow, updateCardCode } from './card-code-store.ts';

/** The code of a card. If the code was not kept, or cannot be opened any more, the card gets a new one. */
export async function readOrRenew(
  tx: Tx,
  deps: Secrets & Pick<Deps, 'random'>,
  card: CardRow,
): Promise<{ code: string; renewed: boolean }> {
  const kept = openCardCode(deps, card);
  if (kept !== undefined) return { code: kept, renewed: false };
  const { code, stored } = newCardCode(deps);
  await updateCardCode(tx, card, stored);
  return { code, renewed: true };
}
