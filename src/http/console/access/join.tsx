import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { DomainError } from '../../../domain/core/errors.ts';
import { joinOperator, type OpenLink, readLink } from '../../../domain/operations/join-operator.ts';
import { SHORTEST_PASSWORD } from '../../../domain/operators/password.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { keepOperatorSession } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { DomainSentence } from '../design/domain-sentence.tsx';
import { Field } from '../design/field.tsx';
import type { ConsoleMessage } from '../language/en.ts';
import { sendMessage } from './refusals.tsx';
import { leadTo, type Surroundings, sendScreen, surroundingsOf } from './screens.tsx';
import { senderOf } from './sender.ts';
import { StandaloneScreen } from './standalone-screen.tsx';

/** `/console/join?link=`: a person opens a link, which works once, and chooses a name and a password. */
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
          const wrong = domainComplaintsOf(error);
          if (!wrong) throw error;
          const opened = await readLink(deps, link);
          const given = { link, email, name, wrong };
          return sendScreen(reply, 422, <Join {...surroundingsOf(deps, request)} {...opened} {...given} />);
        }
      });
    },
  );
}

/** If the link is used up, shows that, and the remedy. */
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
    const { say } = surroundingsOf(deps, request).wording;
    return sendMessage(deps, request, reply, 404, say('join_used'), say('join_used_about'));
  }
}

/** The complaints by field; undefined for an error that is not about a field. */
export function complaintsOf(error: unknown): Record<string, string> | undefined {
  if (!(error instanceof DomainError)) return undefined;
  if (error.code === 'email_already_in_use') return { email: error.message };
  return error.code === 'invalid_request' ? (error.extra.details as Record<string, string>) : undefined;
}

/** The domain's complaints by field, in the language of the reader. */
export function domainComplaintsOf(error: unknown): Record<string, ComponentChildren> | undefined {
  const complaints = complaintsOf(error);
  return (
    complaints &&
    Object.fromEntries(
      Object.entries(complaints).map(([field, words]) => [field, <DomainSentence>{words}</DomainSentence>]),
    )
  );
}

const ABOUT: Record<OpenLink['purpose'], readonly [title: ConsoleMessage, about: ConsoleMessage]> = {
  first_admin: ['join_welcome', 'join_first_admin_about'],
  invite: ['join_welcome', 'join_invite_about'],
  reset: ['join_reset', 'join_reset_about'],
};

interface JoinProps extends Surroundings, OpenLink {
  link: string;
  email?: string;
  name?: string;
  wrong?: Record<string, ComponentChildren>;
}

function Join({ base, look, wording, purpose, operator, link, email, name, wrong = {} }: JoinProps) {
  const { say } = wording;
  const [title, about] = ABOUT[purpose];
  const here = `${base}/join?${new URLSearchParams({ link })}`;
  const because = (field: string) => (wrong[field] ? { wrong: wrong[field] } : {});
  return (
    <StandaloneScreen {...{ base, look, wording, here }} title={say(title)} about={say(about)}>
      <Card>
        <form method="post" action={`${base}/join`}>
          <input type="hidden" name="link" value={link} />
          {operator ? (
            <>
              <p>{say('join_for', { email: operator.email })}</p>
              {/* Password managers store the password under this name. */}
              <input type="text" name="username" autocomplete="username" value={operator.email} hidden />
            </>
          ) : (
            <Field
              name="email"
              label={say('email')}
              type="email"
              autocomplete="username"
              required
              value={email ?? ''}
              {...because('email')}
            />
          )}
          <Field
            name="name"
            label={say('name')}
            autocomplete="name"
            value={name || operator?.name || ''}
            help={say('join_name_about')}
            {...because('name')}
          />
          <Field
            name="password"
            label={say('password')}
            type="password"
            autocomplete="new-password"
            required
            help={say('password_least', { count: String(SHORTEST_PASSWORD) })}
            {...because('password')}
          />
          <Button kind="main">{say(purpose === 'reset' ? 'join_do_reset' : 'join')}</Button>
        </form>
      </Card>
    </StandaloneScreen>
  );
}
