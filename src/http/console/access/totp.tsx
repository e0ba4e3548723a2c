import { addOwnTotp, proposeTotpSecret } from '../../../domain/operations/manage-sign-in.ts';
import { openTotpSecret, sealTotpSecret, totpAddress } from '../../../domain/operators/totp.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { operatorOf } from '../../authenticate-operators.ts';
import { invalidRequest } from '../../errors.ts';
import { keepOperatorSession, operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { Alone, FormToken } from './alone.tsx';
import { complaintsOf } from './join.tsx';
import { leadTo, type Surroundings, sendScreen, surroundingsOf } from './screens.tsx';
import { senderOf } from './sender.ts';

/**
 * `/console/account/code`: turns the second factor on. The proposed secret travels sealed in the form, so nothing is
 * kept of one that nobody took over.
 */
export function totpRoutes(app: App, deps: Deps): void {
  app.get(
    '/console/account/code',
    { config: { right: 'self', confirmed: true }, schema: { hide: true } },
    (request, reply) => {
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
        const wrong = complaintsOf(error)?.code;
        if (wrong === undefined) throw error;
        const view = { token: operatorFormToken(deps, request), email: me.email, secret, sealed, wrong };
        return sendScreen(reply, 422, <TotpScreen {...surroundings} {...view} />);
      }
    },
  );
}

interface TotpProps extends Surroundings {
  token: string;
  email: string;
  secret: string;
  sealed: string;
  wrong?: string;
}

function TotpScreen({ base, look, token, email, secret, sealed, wrong }: TotpProps) {
  const about = 'An authenticator app then shows a code for each time that you sign in.';
  return (
    <Alone base={base} look={look} title="Codes of an app" about={about}>
      <Card>
        <form method="post" action={`${base}/account/code`}>
          <FormToken token={token} />
          <input type="hidden" name="sealed" value={sealed} />
          <ButtonLink href={totpAddress(secret, email)}>Open the app on this device</ButtonLink>
          <p>Or type this key into it:</p>
          <p class="secret">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</p>
          <Field
            name="code"
            label="The code that the app shows"
            inputmode="numeric"
            autocomplete="one-time-code"
            required
            {...(wrong && { wrong })}
          />
          <div class="row">
            <Button kind="main">Turn on</Button>
            <ButtonLink href={`${base}/account`}>Leave it</ButtonLink>
          </div>
        </form>
      </Card>
    </Alone>
  );
}
