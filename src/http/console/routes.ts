import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage } from '../../domain/operations/choose-language.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { SignOnConfig } from '../../sign-on.ts';
import type { App } from '../app-types.ts';
import { findOperator, operatorOf } from '../authenticate-operators.ts';
import { TransportError } from '../errors.ts';
import { parametersOfForm } from '../shared/form-parameters.ts';
import { sendConsoleFailure } from './access/refusals.tsx';
import { accessRoutes } from './access/routes.ts';
import { leadTo } from './access/screens.tsx';
import type { SignInTurns } from './access/sign-in-queue.ts';
import { approveRoutes } from './apps/approve.tsx';
import { isConsoleLanguage, keepLanguage } from './language/languages.ts';
import { isLook, keepLook, lookOf } from './look.ts';
import { consolePath, localPath } from './place.ts';
import { screenRoutes } from './screen-routes.ts';
import { type ConsoleTools, firstScreen } from './visit.ts';

interface ConsoleOptions {
  /** Whether this is a demo. Its developers see the components at `/console/design`. */
  has_demo: boolean;
  sign_in: SignInTurns;
  /** The identity provider with which operators may sign in. */
  sign_on?: SignOnConfig | undefined;
  tools: Omit<ConsoleTools, 'closing'>;
}

const PUBLIC = { config: { right: 'anyone' }, schema: { hide: true } } as const;

/** The console's routes. Screens and libraries are loaded at the first request: many servers get few. */
export function consoleRoutes(
  app: App,
  deps: Deps,
  { has_demo, sign_in, sign_on, tools }: ConsoleOptions,
): void {
  app.setErrorHandler(sendConsoleFailure(deps));
  accessRoutes(app, deps, sign_in, sign_on);
  approveRoutes(app, deps);
  app.get('/console', { config: { right: 'self' }, schema: { hide: true } }, async (request, reply) =>
    leadTo(reply, await firstScreen(deps, operatorOf(request))),
  );
  app.get('/console/assets/:name', PUBLIC, sendAsset);
  app.post(
    '/console/look',
    { config: { right: 'anyone', body: 'form' }, schema: { hide: true } },
    async (request, reply) => {
      const { look, language, back } = parametersOfForm(request).parameters;
      if (isLook(look)) keepLook(reply, deps, look);
      if (isConsoleLanguage(language)) {
        // The choice is also stored in this browser: before the next sign-in the server does not know the operator.
        keepLanguage(reply, deps, language);
        const operator = await findOperator(deps, request);
        if (operator) await chooseLanguage(deps, operator, language);
      }
      return reply.redirect(localPath(consolePath(deps), back), 303);
    },
  );
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  screenRoutes(app, deps, { ...tools, closing: closing.signal });
  // People may open shortened addresses, and forms of removed screens. They get a screen with the way to the console.
  app.get('/console/*', PUBLIC, nothing);
  app.post('/console/*', { ...PUBLIC, config: { right: 'anyone', body: 'form' } }, nothing);
  if (has_demo) {
    app.get('/console/design', PUBLIC, async (request, reply) => {
      const { sendDesign } = await import('./show-design.tsx');
      return sendDesign(reply, consolePath(deps), lookOf(request));
    });
  }
}

async function nothing(): Promise<never> {
  throw new TransportError(404);
}

async function sendAsset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { consoleAssets } = await import('./assets.ts');
  const { name } = request.params as { name: string };
  const { styles, script, passkeys, fresh } = consoleAssets();
  const { editorAsset } = await import('./program/editor-asset.ts');
  const editor = name.startsWith('editor-') ? await editorAsset() : undefined;
  const asset = [styles, script, passkeys, fresh, editor].find((one) => one?.name === name);
  if (!asset) throw new TransportError(404);
  reply.header('x-content-type-options', 'nosniff');
  return asset.sent.send(request, reply);
}
