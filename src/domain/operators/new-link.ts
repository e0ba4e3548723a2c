import { secretHash } from '../core/checked-secret.ts';
import type { CoreDeps } from '../core/deps.ts';
import type { Tx } from '../core/transaction.ts';
import { LINK_MS } from './lifetimes.ts';
import { deleteLinksOf, insertLink, type LinkRow } from './link-store.ts';
import { newLinkToken } from './secrets.ts';

/** A link for a single use. Its address is returned only here. */
export interface OneTimeLink {
  address: string;
  /** In ms of the wall clock. */
  expires_at: number;
}

/** Makes a link, which replaces the operator's earlier links. */
export async function makeLink(
  tx: Tx,
  deps: Pick<CoreDeps, 'clock' | 'random' | 'publicUrl'>,
  { purpose, operator_id }: Pick<LinkRow, 'purpose' | 'operator_id'>,
): Promise<OneTimeLink> {
  const token = newLinkToken(deps.random);
  const created_at = deps.clock.real();
  const expires_at = created_at + LINK_MS[purpose];
  if (operator_id !== null) await deleteLinksOf(tx, operator_id);
  await insertLink(tx, { purpose, operator_id, token_hash: secretHash(token), created_at, expires_at });
  return { address: `${deps.publicUrl}/console/join?link=${token}`, expires_at };
}
