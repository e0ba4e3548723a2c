import type { FastifyReply, FastifyRequest } from 'fastify';
import { confirmOperator } from '../../../domain/operations/sign-in.ts';
import { takesPasskeys } from '../../../domain/operators/passkeys.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { operatorOf } from '../../authenticate-operators.ts';
import { keepOperatorSession, operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { localPath } from '../place.ts';
import { Alone, FormToken } from './alone.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { leadTo, type Surroundings, sendScreen, surroundingsOf } from './screens.tsx';
import { complaintOf } from './sign-in.tsx';
import type { SignInQueue } from './sign-in-queue.ts';

/** `/console/confirm`: an operator proves once more who it is, before something dangerous. */
export function confirmRoutes(app: App, deps: Deps, queue: SignInQueue): void {
  app.get('/console/confirm', { config: { right: 'self' }, schema: { hide: true } }, (request, reply) => {
    const { next } = request.query as { next?: string };
    return sendConfirm(deps, request, reply, { next });
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
        const complaint = complaintOf(error, request, reply);
        return sendConfirm(deps, request, reply, { next, complaint });
      }
    },
  );
}

/** With the status that the reply has. */
export function sendConfirm(
  deps: Pick<Deps, 'publicUrl' | 'secret' | 'random'>,
  request: FastifyRequest,
  reply: FastifyReply,
  view: { next?: string | undefined; complaint?: string },
): FastifyReply {
  const token = operatorFormToken(deps, request);
  const passkeys = takesPasskeys(deps);
  const screen = <Confirm {...surroundingsOf(deps, request)} {...view} {...{ token, passkeys }} />;
  return sendScreen(reply, reply.statusCode, screen);
}

interface ConfirmProps extends Surroundings {
  next?: string | undefined;
  token: string;
  passkeys: boolean;
  complaint?: string;
}

function Confirm({ base, look, next, token, passkeys, complaint }: ConfirmProps) {
  const about = 'The next step is one that nobody should take at a screen that you left open.';
  return (
    <Alone {...{ base, look, about, complaint, passkeys }} title="Is it still you?">
      <Card>
        <form method="post" action={`${base}/confirm`}>
          <FormToken token={token} />
          {next && <input type="hidden" name="next" value={next} />}
          <Field name="password" label="Password" type="password" autocomplete="current-password" required />
          <Field
            name="code"
            label="Code"
            inputmode="numeric"
            autocomplete="one-time-code"
            help="If an app shows you codes for signing in"
          />
          <Button kind="main">Go on</Button>
        </form>
      </Card>
      {passkeys && (
        <PasskeyForm
          action={`${base}/confirm/passkey`}
          kind="get"
          words="Use a passkey"
          token={token}
          next={next}
        />
      )}
    </Alone>
  );
}
