import { cookieOf } from '../../support/operators.ts';
import { LOYALTY } from './stage.ts';

/** The cookie of an operator's session, as a browser keeps it. */
export function cookieFor(session: { token: string }) {
  const [name, value] = cookieOf(session).split('=') as [string, string];
  return { name, value, url: `${LOYALTY}/`, secure: true, httpOnly: true, sameSite: 'Lax' } as const;
}
