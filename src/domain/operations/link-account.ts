import { DomainError } from '../core/errors.ts';
import { runInTransaction } from '../core/transaction.ts';
import { auditOwn, changeCredentials } from '../operators/change-credentials.ts';
import type { SignedInOperator } from '../operators/find-session.ts';
import { insertAccount } from '../operators/identity-store.ts';
import type { Sender, StartedSession } from '../operators/start-session.ts';
import type { Deps } from '../programs/deps.ts';
import { CREDENTIAL, type ProvidedPerson } from './sign-in-by-provider.ts';

/**
 * Lets a signed-in operator sign in by an account of the provider too, if the provider confirms the operator's email.
 * So nobody can be tricked into linking the account of another person. The groups give their rights at the next sign-in
 * by it. Throws `authentication_required` for every other account.
 */
export async function linkAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  me: Pick<SignedInOperator, 'id' | 'session_id'>,
  person: ProvidedPerson,
  from: Sender,
): Promise<StartedSession> {
  return runInTransaction(deps, undefined, (tx) =>
    changeCredentials(tx, deps, me, from, async (operator) => {
      const isMine = person.email?.toLowerCase() === operator.email.toLowerCase();
      if (!isMine || !(await insertAccount(tx, operator.id, person, deps.clock.real()))) {
        throw new DomainError(
          'authentication_required',
          'This account has another email than you have here, or somebody signs in by it.',
        );
      }
      await auditOwn(tx, deps, operator, from, 'operator.credential_added', { credential: CREDENTIAL });
    }),
  );
}
