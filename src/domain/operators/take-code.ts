import type { CoreDeps } from '../core/deps.ts';
import { DomainError } from '../core/errors.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Tx } from '../core/transaction.ts';
import { type OperatorRow, takeTotpStep } from './operator-store.ts';
import { codesRefusedFor, forgetWrongCodes, noteWrongCode } from './sign-in-delay.ts';
import { openTotpSecret, totpStep } from './totp.ts';

/**
 * Takes a code of a locked operator's second factor. Returns false if it is none, or was taken before, which counts: the
 * transaction is to commit then. Throws `rate_limited` for an operator of whom too many codes were wrong, from wherever:
 * a code has a million values, and whoever knows the password and has many addresses would try them all.
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
