import type { FastifyReply, FastifyRequest } from 'fastify';
import { redirectUriComplaint } from '../../../domain/oauth/redirect-uris.ts';
import { createApp, rotateAppSecret } from '../../../domain/operations/manage-apps.ts';
import { may } from '../../../domain/operators/roles.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { SCOPES, type Scope } from '../../../domain/programs/scopes.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import type { Show } from '../show.ts';
import type { Visit } from '../visit.ts';
import { SecretScreen } from './key-screen.tsx';
import { APP_WAYS, type AppForm, type AppWay, NewAppScreen, NewSecretScreen } from './new-app-screen.tsx';
import { appOf } from './show-apps.tsx';

export const showNewApp: Show = async (deps, visit, request, reply) =>
  sendNewApp(deps, visit, request, reply.code(200), {
    name: '',
    way: 'approved',
    redirect_uris: '',
    scopes: ['read_customers'],
    wrong: {},
  });

const LONGEST_NAME = 200;
const MOST_ADDRESSES = 20;

export const registerApp: Show = async (deps, visit, request, reply) => {
  const { program, place } = visit;
  const form = formOf(visit, request);
  const addresses = addressesOf(form);
  const wrong = mistakesOf(form, addresses);
  if (Object.keys(wrong).length > 0) {
    return sendNewApp(deps, visit, request, reply.code(422), { ...form, wrong });
  }
  const { name, way, scopes } = form;
  const { client_id, client_secret } = await actOnce(deps, visit, request, {
    effect: (hooks) =>
      createApp(
        deps,
        {
          program_id: program.id,
          name,
          redirect_uris: addresses,
          scopes: [...scopes],
          public: way === 'public',
          by: actorOf(request),
        },
        hooks,
      ),
    kept: (made) => made,
  });
  const path = `${place}/developers/apps/${client_id}`;
  if (client_secret === null) return leadTo(reply, path);
  return sendSecret(visit, reply, { title: 'The app is registered', name, client_id, client_secret });
};

export const showNewSecret: Show = async (deps, visit, request, reply) => {
  const { place, frame } = visit;
  const app = await appOf(deps, visit, request);
  const view = { place, app, token: operatorFormToken(deps, request) };
  return sendScreen(reply, 200, <NewSecretScreen {...view} frame={frame('developers')} />);
};

export const changeSecret: Show = async (deps, visit, request, reply) => {
  const { name, client_id } = await appOf(deps, visit, request);
  const input = { program_id: visit.program.id, client_id, by: actorOf(request) };
  const { client_secret } = await actOnce(deps, visit, request, {
    effect: (hooks) => rotateAppSecret(deps, input, hooks),
    kept: (rotated) => rotated,
  });
  return sendSecret(visit, reply, { title: 'The new secret', name, client_id, client_secret });
};

function formOf(visit: Visit, request: FastifyRequest): Omit<AppForm, 'wrong'> {
  const { name = '', way = '', redirect_uris = '', ...rest } = parametersOfForm(request).parameters;
  const known = Object.keys(APP_WAYS).find((one) => one === way) as AppWay | undefined;
  return {
    name: name.trim(),
    way: known ?? 'approved',
    redirect_uris,
    scopes: offeredTo(visit).filter((scope) => rest[scope] === 'on'),
  };
}

function addressesOf({ redirect_uris }: Pick<AppForm, 'redirect_uris'>): string[] {
  return redirect_uris.split(/\s+/).filter((uri) => uri !== '');
}

function mistakesOf({ name, way, scopes }: Omit<AppForm, 'wrong'>, addresses: string[]): AppForm['wrong'] {
  const about = addresses.map((uri) => [uri, redirectUriComplaint(uri)] as const).find(([, why]) => why);
  const asks = way !== 'alone';
  const complaint = about
    ? `${about[0]} ${about[1]}.`
    : addresses.length > MOST_ADDRESSES
      ? `At most ${MOST_ADDRESSES} addresses.`
      : asks && addresses.length === 0
        ? 'Approval has to lead back somewhere.'
        : !asks && addresses.length > 0
          ? 'An app that acts by itself asks nobody: leave this empty.'
          : undefined;
  return {
    ...((name === '' || name.length > LONGEST_NAME) && { name: 'Say in a few words what it is.' }),
    ...(complaint && { redirect_uris: complaint }),
    ...(scopes.length === 0 && { scopes: 'Choose something that it may ask for.' }),
  };
}

/** The scopes that an operator has: nobody gives an app more. */
function offeredTo({ operator, program }: Visit): Scope[] {
  return SCOPES.filter((scope) => may(operator, scope, program.id));
}

function sendNewApp(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  form: AppForm,
): FastifyReply {
  const { place, frame } = visit;
  const view = { place, form, offered: offeredTo(visit), token: operatorFormToken(deps, request) };
  return sendScreen(reply, reply.statusCode, <NewAppScreen {...view} frame={frame('developers')} />);
}

function sendSecret(
  { place, frame }: Visit,
  reply: FastifyReply,
  of: { title: string; name: string; client_id: string; client_secret: string },
): FastifyReply {
  const screen = {
    title: of.title,
    about: of.name,
    words: `The secret of the app ${of.client_id} is shown now and never again. Pass it on as a secret; the server keeps no copy of it.`,
    secret: of.client_secret,
    label: 'Copy the secret',
    back: { href: `${place}/developers/apps/${of.client_id}`, words: 'To the app' },
  };
  return sendScreen(reply, 200, <SecretScreen {...screen} frame={frame('developers')} />);
}
