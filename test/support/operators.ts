import { ts } from '../../src/db/timestamps.ts';
import { runInTransaction } from '../../src/domain/core/transaction.ts';
import { type Grant, inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { joinOperator } from '../../src/domain/operations/join-operator.ts';
import { listOperators, revokeOperator } from '../../src/domain/operations/manage-operators.ts';
import type { Attempt } from '../../src/domain/operations/sign-in.ts';
import { type StartedSession, startSession } from '../../src/domain/operators/start-session.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { TESTER } from './tester.ts';

export const PASSWORD = 'a long walk by the sea';

export const SENDER = { request_id: 'a-request', address: '192.0.2.7', agent: 'Test Browser 1.0' };

/** A try from one address, with the pauses that it was asked for. */
export function attemptFrom(address = SENDER.address): Attempt & { paused: number[] } {
  const paused: number[] = [];
  const from = { ...SENDER, address };
  return {
    from,
    network: address,
    paused,
    pause: async (ms) => {
      paused.push(ms);
    },
  };
}

/** The token in a link's address. */
export const tokenOf = ({ address }: { address: string }): string =>
  new URL(address).searchParams.get('link')!;

export interface Joined extends StartedSession {
  id: number;
  email: string;
}

let count = 0;

/** An operator with these rights, signed in, with PASSWORD. */
export async function joinedOperator(
  deps: Deps,
  grant: Grant,
  email = `operator-${++count}@team.example`,
): Promise<Joined> {
  const invited = await inviteOperator(deps, { email, grant, by: TESTER, whole_server: true });
  const session = await joinOperator(deps, {
    token: tokenOf(invited.link!),
    email: '',
    name: 'Olive Operator',
    password: PASSWORD,
    from: SENDER,
  });
  return { ...session, id: invited.operator_id, email };
}

/** An operator with these rights who has joined and has no password: `sessionOf` gives it sessions, at no cost. */
export async function plainOperator(
  deps: Deps,
  grant: Grant,
  email = `operator-${++count}@team.example`,
): Promise<{ id: number; email: string }> {
  const { operator_id } = await inviteOperator(deps, { email, grant, by: TESTER, whole_server: true });
  const joined_at = ts(deps.clock.real());
  await deps.db.updateTable('operators').set({ joined_at }).where('id', '=', operator_id).execute();
  return { id: operator_id, email };
}

/** A session of an operator who has just proved who it is. */
export const sessionOf = (deps: Deps, { id }: { id: number }): Promise<StartedSession> =>
  runInTransaction(deps, undefined, (tx) => startSession(tx, deps, id, SENDER));

/** An operator with these rights, signed in, without a password. */
export async function signedInOperator(deps: Deps, grant: Grant): Promise<Joined> {
  const operator = await plainOperator(deps, grant);
  return { ...operator, ...(await sessionOf(deps, operator)) };
}

/** Revokes everybody: operators belong to the server, so a test would meet those of the test before. */
export async function revokeEverybody(deps: Deps): Promise<void> {
  for (const { email } of await listOperators(deps, null)) {
    await revokeOperator(deps, { email, program_id: null, by: TESTER, even_last: true });
  }
}

/** The cookie of a session, as a browser sends it to https://loyalty.example. */
export const cookieOf = ({ token }: { token: string }): string => `__Host-loyalty_console=${token}`;
