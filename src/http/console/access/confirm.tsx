import { confirmOperator } from '../../../domain/operations/sign-in.ts';
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
import { leadTo, type Surroundings, sendScreen, surroundingsOf } from './screens.tsx';
import { complaintOf } from './sign-in.tsx';
import type { SignInQueue } from './sign-in-queue.ts';

/** `/console/confirm`: an operator proves once more who it is, before something dangerous. */
export function confirmRoutes(app: App, deps: Deps, queue: SignInQueue): void {
  app.get('/console/confirm', { config: { right: 'self' }, schema: { hide: true } }, (request, reply) => {
    const { next } = request.query as { next?: string };
    const token = operatorFormToken(deps, request);
    return sendScreen(reply, 200, <Confirm {...surroundingsOf(deps, request)} next={next} token={token} />);
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
        const token = operatorFormToken(deps, request);
        const screen = <Confirm {...surroundings} {...{ next, token, complaint }} />;
        return sendScreen(reply, reply.statusCode, screen);
      }
    },
  );
}

interface ConfirmProps extends Surroundings {
  next?: string | undefined;
  token: string;
  complaint?: string;
}

function Confirm({ base, look, next, token, complaint }: ConfirmProps) {
  const about = 'The next step is one that nobody should take at a screen that you left open.';
  return (
    <Alone base={base} look={look} title="Is it still you?" about={about} complaint={complaint}>
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
    </Alone>
  );
}
