import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import { joinOperator, type OpenLink, readLink } from '../../../domain/operations/join-operator.ts';
import { SHORTEST_PASSWORD } from '../../../domain/operators/password.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { keepOperatorSession } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { Alone } from './alone.tsx';
import { sendMessage } from './refusals.tsx';
import { leadTo, type Surroundings, sendScreen, surroundingsOf } from './screens.tsx';
import { senderOf } from './sender.ts';

/** `/console/join?link=`: a link that is used once, by which somebody chooses a name and a password. */
export function joinRoutes(app: App, deps: Deps): void {
  app.get(
    '/console/join',
    { config: { right: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      const { link } = request.query as { link?: unknown };
      const token = typeof link === 'string' ? link : '';
      return orUsedUp(deps, request, reply, async () => {
        const opened = await readLink(deps, token);
        return sendScreen(reply, 200, <Join {...surroundingsOf(deps, request)} link={token} {...opened} />);
      });
    },
  );

  app.post(
    '/console/join',
    { config: { right: 'anyone', body: 'form' }, schema: { hide: true } },
    async (request, reply) => {
      const { link = '', email = '', name = '', password = '' } = parametersOfForm(request).parameters;
      return orUsedUp(deps, request, reply, async () => {
        try {
          const from = senderOf(request);
          const session = await joinOperator(deps, { token: link, email, name, password, from });
          const { base } = surroundingsOf(deps, request);
          return leadTo(keepOperatorSession(reply, deps, session), base);
        } catch (error) {
          const wrong = complaintsOf(error);
          if (!wrong) throw error;
          const opened = await readLink(deps, link);
          const given = { link, email, name, wrong };
          return sendScreen(reply, 422, <Join {...surroundingsOf(deps, request)} {...opened} {...given} />);
        }
      });
    },
  );
}

/** Whoever comes too late hears so, and what to do. */
async function orUsedUp(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    const about = 'It works once, and for a time. Ask for a new one: "loyaltyd operator --help" says how.';
    return sendMessage(deps, request, reply, 404, 'This link was used, or has expired', about);
  }
}

/** By field; undefined for an error that is about none. */
export function complaintsOf(error: unknown): Record<string, string> | undefined {
  if (!(error instanceof DomainError)) return undefined;
  if (error.code === 'email_already_in_use') return { email: error.message };
  return error.code === 'invalid_request' ? (error.extra.details as Record<string, string>) : undefined;
}

const ABOUT: Record<OpenLink['purpose'], [title: string, about: string]> = {
  first_admin: ['Welcome', 'You become the admin of this server: you may do everything, and invite others.'],
  invite: ['Welcome', 'Choose how you sign in from now on.'],
  reset: ['Choose a new password', 'What you signed in by before is gone.'],
};

interface JoinProps extends Surroundings, OpenLink {
  link: string;
  email?: string;
  name?: string;
  wrong?: Record<string, string>;
}

function Join({ base, look, purpose, operator, link, email, name, wrong = {} }: JoinProps) {
  const [title, about] = ABOUT[purpose];
  const because = (field: string) => (wrong[field] ? { wrong: wrong[field] } : {});
  return (
    <Alone base={base} look={look} title={title} about={about}>
      <Card>
        <form method="post" action={`${base}/join`}>
          <input type="hidden" name="link" value={link} />
          {operator ? (
            <>
              <p>
                For <strong>{operator.email}</strong>
              </p>
              {/* Password managers keep the password with it. */}
              <input type="text" name="username" autocomplete="username" value={operator.email} hidden />
            </>
          ) : (
            <Field
              name="email"
              label="Email"
              type="email"
              autocomplete="username"
              required
              value={email ?? ''}
              {...because('email')}
            />
          )}
          <Field
            name="name"
            label="Name"
            autocomplete="name"
            value={name || operator?.name || ''}
            help="As colleagues and the audit show it"
            {...because('name')}
          />
          <Field
            name="password"
            label="Password"
            type="password"
            autocomplete="new-password"
            required
            help={`At least ${SHORTEST_PASSWORD} characters; a sentence is easy to remember`}
            {...because('password')}
          />
          <Button kind="main">{purpose === 'reset' ? 'Keep it, and sign in' : 'Join'}</Button>
        </form>
      </Card>
    </Alone>
  );
}
