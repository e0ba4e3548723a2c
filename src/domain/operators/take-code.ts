import type { CoreDeps } from '../core/deps.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Tx } from '../core/transaction.ts';
import { type OperatorRow, takeTotpStep } from './operator-store.ts';
import { openTotpSecret, totpStep } from './totp.ts';

/** Takes a code of a locked operator's second factor. Returns false if it is none, or was taken before. */
export async function takeCode(
  tx: Tx,
  deps: Pick<CoreDeps, 'clock'> & Secrets,
  operator: OperatorRow,
  code: string,
): Promise<boolean> {
  const secret = operator.totp_secret && openTotpSecret(deps, operator.id, operator.totp_secret);
  if (!secret) return false;
  const step = totpStep(secret, code, { now: deps.clock.real(), after: operator.totp_step });
  return step !== undefined && takeTotpStep(tx, operator.id, step);
}
