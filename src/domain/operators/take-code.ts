import type { CoreDeps } from '../core/deps.ts';
import { DomainError } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Tx } from '../core/transaction.ts';
import { type OperatorRow, takeTotpStep } from './operator-store.ts';
import { codesRefusedFor, forgetWrongCodes, noteWrongCode } from './sign-in-delay.ts';
import { openTotpSecret, totpStep } from './totp.ts';

/**
 * Uses a code of a locked operator's second factor. Returns false if the code is wrong, or was used before. That counts
 * as a failure, so the transaction must commit. Throws `rate_limited` if too many codes of the operator were wrong,
 * from any addresses: a code has a million values, and a person with the password and many addresses could try them
 * all.
 */
export async function takeCode(
  tx: Tx,
  deps: Pick<CoreDeps, 'clock'> & Secrets,
  operator: OperatorRow,
  code: string,
): Promise<boolean> {
  const secret = operator.totp_secret && openTotpSecret(deps, operator.id, operator.totp_secret);
  if (!secret) return false;
  const refused_ms = await codesRefusedFor(tx, deps, operator.id);
  if (refused_ms > 0) {
    throw new DomainError('rate_limited', 'Too many codes were wrong. Wait a little.', {
      retry_after_seconds: Math.ceil(refused_ms / 1000),
    });
  }
  const step = totpStep(secret, code, { now: deps.clock.real(), after: operator.totp_step });
  const taken = step !== undefined && (await takeTotpStep(tx, operator.id, step));
  await (taken ? forgetWrongCodes(tx, deps, operator.id) : noteWrongCode(tx, deps, operator.id));
  return taken;
}
