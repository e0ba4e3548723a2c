import { runInTransaction } from '../core/transaction.ts';
import type { SignedInOperator } from '../operators/find-session.ts';
import { updateOperator } from '../operators/operator-store.ts';
import type { Deps } from '../programs/deps.ts';

/** Stores the language in which an operator reads the console, in every browser; null: each browser decides. */
export async function chooseLanguage(
  deps: Pick<Deps, 'db'>,
  me: Pick<SignedInOperator, 'id'>,
  language: string | null,
): Promise<void> {
  await runInTransaction(deps, undefined, (tx) => updateOperator(tx, me.id, { language }));
}
