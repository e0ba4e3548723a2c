import {
  askForPasskey,
  confirmWithPasskey,
  signInWithPasskey,
} from '../../../domain/operations/use-passkeys.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { operatorOf } from '../../authenticate-operators.ts';
import { keepOperatorSession } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { localPath } from '../place.ts';
import type { Access } from './access.ts';
import { sendConfirm } from './confirm.tsx';
import { sendOptions } from './passkeys.tsx';
import { leadTo, surroundingsOf } from './screens.tsx';
import { complaintOf, sendSignIn } from './sign-in.tsx';

const ANYONES_FORM = { config: { right: 'anyone', body: 'form' }, schema: { hide: true } } as const;
const MY_FORM = { config: { right: 'self', body: 'form' }, schema: { hide: true } } as const;

/** The sign-in, and the repeated proof of identity, with a passkey. */
export function passkeySignInRoutes(app: App, deps: Deps, access: Access): void {
  const { queue } = access;
  app.post('/console/sign-in/passkey/options', ANYONES_FORM, async (_request, reply) =>
    sendOptions(reply, await askForPasskey(deps, null)),
  );

  app.post('/console/sign-in/passkey', ANYONES_FORM, async (request, reply) => {
    const { answer = '', next } = parametersOfForm(request).parameters;
    try {
      const session = await queue.run(request, (attempt) => signInWithPasskey(deps, { ...attempt, answer }));
      const { base } = surroundingsOf(deps, request);
      return leadTo(keepOperatorSession(reply, deps, session), localPath(base, next));
    } catch (error) {
      const complaint = complaintOf(error, request, reply, 'wrong_passkey');
      return sendSignIn(deps, access, request, reply, { next, complaint });
    }
  });

  app.post('/console/confirm/passkey/options', MY_FORM, async (request, reply) =>
    sendOptions(reply, await askForPasskey(deps, operatorOf(request))),
  );

  app.post('/console/confirm/passkey', MY_FORM, async (request, reply) => {
    const { answer = '', next } = parametersOfForm(request).parameters;
    const me = operatorOf(request);
    try {
      const session = await queue.run(request, (attempt) =>
        confirmWithPasskey(deps, me, { ...attempt, answer }),
      );
      const { base } = surroundingsOf(deps, request);
      return leadTo(keepOperatorSession(reply, deps, session), localPath(base, next));
    } catch (error) {
      const complaint = complaintOf(error, request, reply, 'wrong_passkey');
      return sendConfirm(deps, access, me, request, reply, { next, complaint });
    }
  });
}
