import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import {
  addOwnPasskey,
  proposePasskey,
  removeOwnPasskey,
} from '../../../domain/operations/manage-passkeys.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { operatorOf } from '../../authenticate-operators.ts';
import { keepOperatorSession, operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { idIn } from '../address-id.ts';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { CONSOLE_HEADERS } from '../headers.ts';
import { browserOf } from './browser-name.ts';
import { domainComplaintsOf } from './join.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { leadTo, type Surroundings, sendScreen, surroundingsOf } from './screens.tsx';
import { senderOf } from './sender.ts';
import { StandaloneScreen } from './standalone-screen.tsx';

const DANGEROUS = { config: { right: 'self', confirmed: true }, schema: { hide: true } } as const;
const FORM = { config: { right: 'self', confirmed: true, body: 'form' }, schema: { hide: true } } as const;

/** `/console/account/passkey`: an operator adds and removes its own passkeys. */
export function passkeyRoutes(app: App, deps: Deps): void {
  app.get('/console/account/passkey', DANGEROUS, (request, reply) => sendAdd(deps, request, reply, 200, {}));

  app.post('/console/account/passkey/options', FORM, async (request, reply) =>
    sendOptions(reply, await proposePasskey(deps, operatorOf(request))),
  );

  app.post('/console/account/passkey', FORM, async (request, reply) => {
    const { name = '', answer = '' } = parametersOfForm(request).parameters;
    try {
      const session = await addOwnPasskey(deps, operatorOf(request), { name, answer }, senderOf(request));
      return leadTo(keepOperatorSession(reply, deps, session), accountOf(deps, request));
    } catch (error) {
      const wrong = domainComplaintsOf(error);
      if (!wrong) throw error;
      return sendAdd(deps, request, reply, 422, wrong);
    }
  });

  app.post('/console/account/passkey/remove', FORM, async (request, reply) => {
    const { passkey } = parametersOfForm(request).parameters;
    const id = idIn(passkey, 'You have no such passkey.');
    const session = await removeOwnPasskey(deps, operatorOf(request), id, senderOf(request));
    return leadTo(keepOperatorSession(reply, deps, session), accountOf(deps, request));
  });
}

/** Sends the options with which a browser makes or uses a passkey. */
export function sendOptions(reply: FastifyReply, options: object): FastifyReply {
  return reply
    .headers({ ...CONSOLE_HEADERS, 'content-type': 'application/json; charset=utf-8' })
    .send(JSON.stringify(options));
}

function accountOf(deps: Deps, request: FastifyRequest): string {
  return `${surroundingsOf(deps, request).base}/account`;
}

function sendAdd(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  wrong: Record<string, ComponentChildren>,
): FastifyReply {
  const token = operatorFormToken(deps, request);
  const surroundings = surroundingsOf(deps, request);
  // The name is stored, so its direction marks are removed.
  const browser = browserOf(surroundings.wording, { agent: request.headers['user-agent'] ?? '' });
  const name = browser.replaceAll(/[\u2066-\u2069]/g, '');
  const view = { ...surroundings, token, name, wrong };
  return sendScreen(reply, status, <AddPasskey {...view} />);
}

interface AddProps extends Surroundings {
  token: string;
  name: string;
  wrong: Record<string, ComponentChildren>;
}

function AddPasskey({ base, look, wording, token, name, wrong }: AddProps) {
  const { say } = wording;
  return (
    <StandaloneScreen
      {...{ base, look, wording }}
      title={say('account_add_passkey')}
      about={say('passkey_about')}
      complaint={wrong.passkey}
      passkeys
    >
      <Card>
        <PasskeyForm action={`${base}/account/passkey`} kind="create" words={say('go_on')} token={token} main>
          <Field
            name="name"
            label={say('name')}
            value={name}
            help={say('passkey_name_about')}
            {...(wrong.name && { wrong: wrong.name })}
          />
        </PasskeyForm>
        <p class="no-passkeys">{say('passkey_none')}</p>
        <div class="row">
          <ButtonLink href={`${base}/account`}>{say('leave_it')}</ButtonLink>
        </div>
      </Card>
    </StandaloneScreen>
  );
}
