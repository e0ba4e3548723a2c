import { type Grant, inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { joinOperator } from '../../src/domain/operations/join-operator.ts';
import type { Attempt } from '../../src/domain/operations/sign-in.ts';
import type { StartedSession } from '../../src/domain/operators/start-session.ts';
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

/** The cookie of a session, as a browser sends it to https://loyalty.example. */
export const cookieOf = ({ token }: { token: string }): string => `__Host-loyalty_console=${token}`;
