import { addOwnTotp, proposeTotpSecret } from '../../../domain/operations/manage-sign-in.ts';
import { openTotpSecret, sealTotpSecret } from '../../../domain/operators/totp.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { operatorOf } from '../../authenticate-operators.ts';
import { invalidRequest } from '../../errors.ts';
import { keepOperatorSession, operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { domainComplaintsOf } from './join.tsx';
import { leadTo, sendScreen, surroundingsOf } from './screens.tsx';
import { senderOf } from './sender.ts';

/** Loaded at its first use: it draws a QR code with a library of its own. */
const screen = () => import('./totp-screen.tsx');

/**
 * `/console/account/code`: turns the second factor on. The form carries the proposed secret sealed, so the server
 * stores no secret that nobody accepted.
 */
export function totpRoutes(app: App, deps: Deps): void {
  app.get(
    '/console/account/code',
    { config: { right: 'self', confirmed: true }, schema: { hide: true } },
    async (request, reply) => {
      const { TotpScreen } = await screen();
      const { id, email } = operatorOf(request);
      const secret = proposeTotpSecret(deps);
      const sealed = sealTotpSecret(deps, id, secret).toString('base64url');
      const view = { token: operatorFormToken(deps, request), email, secret, sealed };
      return sendScreen(reply, 200, <TotpScreen {...surroundingsOf(deps, request)} {...view} />);
    },
  );

  app.post(
    '/console/account/code',
    { config: { right: 'self', confirmed: true, body: 'form' }, schema: { hide: true } },
    async (request, reply) => {
      const me = operatorOf(request);
      const { sealed = '', code = '' } = parametersOfForm(request).parameters;
      const secret = openTotpSecret(deps, me.id, Buffer.from(sealed, 'base64url'));
      if (secret === undefined) throw invalidRequest({ sealed: 'is not one of this page' });
      const surroundings = surroundingsOf(deps, request);
      try {
        const session = await addOwnTotp(deps, me, { secret, code }, senderOf(request));
        return leadTo(keepOperatorSession(reply, deps, session), `${surroundings.base}/account`);
      } catch (error) {
        const wrong = domainComplaintsOf(error)?.code;
        if (wrong === undefined) throw error;
        const { TotpScreen } = await screen();
        const view = { token: operatorFormToken(deps, request), email: me.email, secret, sealed, wrong };
        return sendScreen(reply, 422, <TotpScreen {...surroundings} {...view} />);
      }
    },
  );
}
