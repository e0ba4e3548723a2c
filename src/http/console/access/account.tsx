import type { FastifyRequest } from 'fastify';
import { chooseLanguage } from '../../../domain/operations/choose-language.ts';
import {
  changeOwnPassword,
  endOwnSessions,
  readOwnAccess,
  removeOwnTotp,
  signOut,
} from '../../../domain/operations/manage-sign-in.ts';
import { takesPasskeys } from '../../../domain/operators/passkeys.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { operatorOf, programsOf } from '../../authenticate-operators.ts';
import { dropOperatorSession, keepOperatorSession, operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { idIn } from '../address-id.ts';
import { forgetLanguage, isConsoleLanguage, keepLanguage } from '../language/languages.ts';
import { withQuery } from '../place.ts';
import type { Access } from './access.ts';
import { AccountScreen, type AccountView, PasswordScreen } from './account-screen.tsx';
import { domainComplaintsOf } from './join.tsx';
import { passkeyRoutes } from './passkeys.tsx';
import { leadTo, sendScreen, surroundingsOf } from './screens.tsx';
import { senderOf } from './sender.ts';
import { totpRoutes } from './totp.tsx';

const MINE = { config: { right: 'self' }, schema: { hide: true } } as const;
const MY_FORM = { config: { right: 'self', body: 'form' }, schema: { hide: true } } as const;
const DANGEROUS = { config: { right: 'self', confirmed: true }, schema: { hide: true } } as const;
const DANGEROUS_FORM = {
  config: { right: 'self', confirmed: true, body: 'form' },
  schema: { hide: true },
} as const;

/** `/console/account`: an operator's own ways to sign in, and its sessions; and `/console/sign-out`. */
export function accountRoutes(app: App, deps: Deps, { provider }: Pick<Access, 'provider'>): void {
  const name = provider?.settings.name;
  app.get('/console/account', MINE, async (request, reply) =>
    sendScreen(
      reply,
      200,
      <AccountScreen
        {...surroundingsOf(deps, request)}
        {...(await accountView(deps, request))}
        provider={name}
      />,
    ),
  );

  app.post('/console/account/sessions', MY_FORM, async (request, reply) => {
    const { session } = parametersOfForm(request).parameters;
    const which = session === 'others' ? session : { id: idIn(session, 'There is no such session.') };
    await endOwnSessions(deps, operatorOf(request), which, senderOf(request));
    return leadTo(reply, `${surroundingsOf(deps, request).base}/account`);
  });

  app.post('/console/account/language', MY_FORM, async (request, reply) => {
    const { language } = parametersOfForm(request).parameters;
    const chosen = isConsoleLanguage(language) ? language : null;
    await chooseLanguage(deps, operatorOf(request), chosen);
    if (chosen) keepLanguage(reply, deps, chosen);
    else forgetLanguage(reply, deps);
    return leadTo(reply, `${surroundingsOf(deps, request).base}/account`);
  });

  app.get('/console/account/password', DANGEROUS, (request, reply) => {
    const token = operatorFormToken(deps, request);
    const { email } = operatorOf(request);
    const screen = <PasswordScreen {...surroundingsOf(deps, request)} token={token} email={email} />;
    return sendScreen(reply, 200, screen);
  });

  app.post('/console/account/password', DANGEROUS_FORM, async (request, reply) => {
    const { password = '' } = parametersOfForm(request).parameters;
    const surroundings = surroundingsOf(deps, request);
    try {
      const session = await changeOwnPassword(deps, operatorOf(request), password, senderOf(request));
      return leadTo(keepOperatorSession(reply, deps, session), `${surroundings.base}/account`);
    } catch (error) {
      const wrong = domainComplaintsOf(error)?.password;
      if (wrong === undefined) throw error;
      const view = { token: operatorFormToken(deps, request), email: operatorOf(request).email, wrong };
      return sendScreen(reply, 422, <PasswordScreen {...surroundings} {...view} />);
    }
  });

  totpRoutes(app, deps);
  passkeyRoutes(app, deps);
  app.post('/console/account/code/remove', DANGEROUS_FORM, async (request, reply) => {
    const session = await removeOwnTotp(deps, operatorOf(request), senderOf(request));
    return leadTo(keepOperatorSession(reply, deps, session), `${surroundingsOf(deps, request).base}/account`);
  });

  app.post('/console/sign-out', MY_FORM, async (request, reply) => {
    await signOut(deps, operatorOf(request), senderOf(request));
    const { next } = parametersOfForm(request).parameters;
    const signIn = withQuery(`${surroundingsOf(deps, request).base}/sign-in`, { next });
    return leadTo(dropOperatorSession(reply, deps), signIn);
  });
}

async function accountView(deps: Deps, request: FastifyRequest): Promise<Omit<AccountView, 'provider'>> {
  const me = operatorOf(request);
  const [access, programs] = await Promise.all([readOwnAccess(deps, me), programsOf(deps, me)]);
  const roles = programs.map(({ id, name }) => ({ program: name, role: me.roles[id] ?? ('admin' as const) }));
  const token = operatorFormToken(deps, request);
  return {
    ...access,
    operator: me,
    roles,
    token,
    takes_passkeys: takesPasskeys(deps),
    now: deps.clock.real(),
  };
}
