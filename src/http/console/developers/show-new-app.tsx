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
import { DomainSentence } from '../design/domain-sentence.tsx';
import type { ConsoleWording } from '../language/wording.ts';
import type { Show } from '../show.ts';
import type { Visit } from '../visit.ts';
import { SecretScreen } from './key-screen.tsx';
import { APP_WAYS, type AppForm, NewAppScreen, NewSecretScreen } from './new-app-screen.tsx';
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
  const wrong = mistakesOf(visit.wording, form, addresses);
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
  return sendSecret(visit, reply, {
    title: visit.wording.say('app_is_registered'),
    name,
    client_id,
    client_secret,
  });
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
  return sendSecret(visit, reply, { title: visit.wording.say('secret_new'), name, client_id, client_secret });
};

function formOf(visit: Visit, request: FastifyRequest): Omit<AppForm, 'wrong'> {
  const { name = '', way = '', redirect_uris = '', ...rest } = parametersOfForm(request).parameters;
  const known = APP_WAYS.find((one) => one === way);
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

function mistakesOf(
  { say, count }: ConsoleWording,
  { name, way, scopes }: Omit<AppForm, 'wrong'>,
  addresses: string[],
): AppForm['wrong'] {
  const about = addresses.map((uri) => [uri, redirectUriComplaint(uri)] as const).find(([, why]) => why);
  const asks = way !== 'alone';
  const complaint = about ? (
    <DomainSentence>{`${about[0]} ${about[1]}.`}</DomainSentence>
  ) : addresses.length > MOST_ADDRESSES ? (
    say('app_many_addresses', { most: count(MOST_ADDRESSES) })
  ) : asks && addresses.length === 0 ? (
    say('app_no_address')
  ) : !asks && addresses.length > 0 ? (
    say('app_needless_address')
  ) : undefined;
  return {
    ...((name === '' || name.length > LONGEST_NAME) && { name: say('app_no_name') }),
    ...(complaint && { redirect_uris: complaint }),
    ...(scopes.length === 0 && { scopes: say('app_no_scope') }),
  };
}

/** The scopes that an operator has: an operator cannot give an app more. */
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
  { place, frame, wording: { say } }: Visit,
  reply: FastifyReply,
  of: { title: string; name: string; client_id: string; client_secret: string },
): FastifyReply {
  const screen = {
    title: of.title,
    about: of.name,
    words: say('secret_once', { id: of.client_id }),
    secret: of.client_secret,
    label: say('secret_copy'),
    back: { href: `${place}/developers/apps`, words: say('dev_apps') },
  };
  return sendScreen(reply, 200, <SecretScreen {...screen} frame={frame('developers')} />);
}
