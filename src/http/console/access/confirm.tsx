import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { readOwnAccess } from '../../../domain/operations/manage-sign-in.ts';
import { confirmOperator } from '../../../domain/operations/sign-in.ts';
import type { SignedInOperator } from '../../../domain/operators/find-session.ts';
import { takesPasskeys } from '../../../domain/operators/passkeys.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { operatorOf } from '../../authenticate-operators.ts';
import { keepOperatorSession, operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { localPath, withQuery } from '../place.ts';
import { textsOf } from '../show.ts';
import type { Access } from './access.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { leadTo, type Surroundings, sendScreen, surroundingsOf } from './screens.tsx';
import { complaintOf } from './sign-in.tsx';
import { FormToken, StandaloneScreen } from './standalone-screen.tsx';

/** `/console/confirm`: an operator proves its identity again, before a dangerous action. */
export function confirmRoutes(app: App, deps: Deps, access: Access): void {
  const { queue } = access;
  app.get('/console/confirm', { config: { right: 'self' }, schema: { hide: true } }, (request, reply) => {
    const { next } = textsOf(request.query);
    return sendConfirm(deps, access, operatorOf(request), request, reply, { next });
  });

  app.post(
    '/console/confirm',
    { config: { right: 'self', body: 'form' }, schema: { hide: true } },
    async (request, reply) => {
      const { password = '', code = '', next } = parametersOfForm(request).parameters;
      const me = operatorOf(request);
      const surroundings = surroundingsOf(deps, request);
      try {
        const session = await queue.run(request, (attempt) =>
          confirmOperator(deps, me, { ...attempt, password, code }),
        );
        return leadTo(keepOperatorSession(reply, deps, session), localPath(surroundings.base, next));
      } catch (error) {
        const complaint = complaintOf(error, request, reply, 'wrong_proof');
        return sendConfirm(deps, access, me, request, reply, { next, complaint });
      }
    },
  );
}

/** The reply's status must be set before. */
export async function sendConfirm(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl' | 'secret' | 'random'>,
  { provider }: Pick<Access, 'provider'>,
  me: Pick<SignedInOperator, 'id' | 'session_id'>,
  request: FastifyRequest,
  reply: FastifyReply,
  view: { next?: string | undefined; complaint?: ComponentChildren },
): Promise<FastifyReply> {
  const token = operatorFormToken(deps, request);
  const { has_password, has_account } = await readOwnAccess(deps, me);
  const ways = {
    has_password,
    passkeys: takesPasskeys(deps),
    provider: has_account ? provider?.settings.name : undefined,
  };
  const screen = <Confirm {...surroundingsOf(deps, request)} {...view} {...ways} token={token} />;
  return sendScreen(reply, reply.statusCode, screen);
}

interface ConfirmProps extends Surroundings {
  next?: string | undefined;
  token: string;
  has_password: boolean;
  passkeys: boolean;
  /** The name of the identity provider with which the operator signs in; undefined: none. */
  provider: string | undefined;
  complaint?: ComponentChildren;
}

function Confirm(props: ConfirmProps) {
  const { base, look, wording, next, token, has_password, passkeys, provider, complaint } = props;
  const { say } = wording;
  const about = say('confirm_about');
  return (
    <StandaloneScreen {...{ base, look, wording, about, complaint, passkeys }} title={say('confirm_title')}>
      {has_password && (
        <Card>
          <form method="post" action={`${base}/confirm`}>
            <FormToken token={token} />
            {next && <input type="hidden" name="next" value={next} />}
            <Field
              name="password"
              label={say('password')}
              type="password"
              autocomplete="current-password"
              required
            />
            <Field
              name="code"
              label={say('confirm_code')}
              inputmode="numeric"
              autocomplete="one-time-code"
              help={say('confirm_code_about')}
            />
            <Button kind="main">{say('go_on')}</Button>
          </form>
        </Card>
      )}
      {provider && (
        <div class="row">
          <ButtonLink
            href={withQuery(`${base}/confirm/provider`, { next })}
            icon="people"
            {...(!has_password && { kind: 'main' })}
          >
            {say('confirm_provider', { name: provider })}
          </ButtonLink>
        </div>
      )}
      {passkeys && (
        <PasskeyForm
          action={`${base}/confirm/passkey`}
          kind="get"
          words={say('confirm_passkey')}
          token={token}
          next={next}
        />
      )}
    </StandaloneScreen>
  );
}
