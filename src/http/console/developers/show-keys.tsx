import type { FastifyReply, FastifyRequest } from 'fastify';
import { durationMs } from '../../../domain/core/durations.ts';
import { DomainError } from '../../../domain/core/errors.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../../domain/operations/manage-api-keys.ts';
import { may } from '../../../domain/operators/roles.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { isNetwork } from '../../../domain/programs/key-refusal.ts';
import type { ApiKeyRecord } from '../../../domain/programs/key-store.ts';
import { SCOPES, type Scope } from '../../../domain/programs/scopes.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import type { Show } from '../show.ts';
import type { Visit } from '../visit.ts';
import { type KeyForm, KeyScreen, LIVES, NewKeyScreen, SecretScreen } from './key-screen.tsx';
import { KeysScreen } from './keys-screen.tsx';

export const showKeys: Show = async (deps, { program, place, frame }, _request, reply) => {
  const keys = await listApiKeys(deps, program.key);
  const view = { program, place, keys, now: deps.clock.real() };
  return sendScreen(reply, 200, <KeysScreen {...view} frame={frame('developers')} />);
};

export const showNewKey: Show = async (deps, visit, request, reply) =>
  sendNewKey(deps, visit, request, reply.code(200), {
    name: '',
    scopes: ['read_customers'],
    expires_in: '',
    networks: '',
    wrong: {},
  });

const LONGEST_NAME = 200;

export const makeKey: Show = async (deps, visit, request, reply) => {
  const { program, place, frame, wording } = visit;
  const { say } = wording;
  const { name: given = '', expires_in = '', networks = '', ...rest } = parametersOfForm(request).parameters;
  const name = given.trim();
  const scopes = offeredTo(visit).filter((scope) => rest[scope] === 'on');
  const list = networks.split(',').flatMap((text) => text.trim() || []);
  const stranger = list.find((text) => !isNetwork(text));
  const wrong = {
    ...((name === '' || name.length > LONGEST_NAME) && { name: say('key_no_name') }),
    ...(scopes.length === 0 && { scopes: say('key_no_scope') }),
    ...(stranger !== undefined && { networks: say('key_no_network', { network: stranger }) }),
  };
  const life = LIVES.find(([duration]) => duration === expires_in)?.[0] ?? '';
  if (Object.keys(wrong).length > 0) {
    return sendNewKey(deps, visit, request, reply.code(422), { name, scopes, expires_in, networks, wrong });
  }
  const { key } = await actOnce(deps, visit, request, {
    effect: (hooks) =>
      createApiKey(
        deps,
        {
          program_key: program.key,
          name,
          scopes,
          expires_at: life === '' ? null : deps.clock.real() + durationMs(life),
          networks: list.length === 0 ? null : list,
          by: actorOf(request),
        },
        hooks,
      ),
    kept: (made) => made,
  });
  const screen = {
    title: say('key_is_made'),
    about: name,
    words: say('key_once'),
    secret: key,
    label: say('key_copy'),
    back: { href: `${place}/developers`, words: say('dev_keys') },
  };
  return sendScreen(reply, 200, <SecretScreen {...screen} frame={frame('developers')} />);
};

export const showKey: Show = async (deps, visit, request, reply) => {
  const { program, place, frame } = visit;
  const of = await keyOf(deps, visit, request);
  const view = { program, place, of, token: operatorFormToken(deps, request), now: deps.clock.real() };
  return sendScreen(reply, 200, <KeyScreen {...view} frame={frame('developers')} />);
};

export const revokeKey: Show = async (deps, visit, request, reply) => {
  const { id } = await keyOf(deps, visit, request);
  await revokeApiKey(deps, visit.program.key, id, actorOf(request));
  return leadTo(reply, `${visit.place}/developers`);
};

/** The scopes that an operator has: an operator cannot give a key more. */
function offeredTo({ operator, program }: Visit): Scope[] {
  return SCOPES.filter((scope) => may(operator, scope, program.id));
}

function sendNewKey(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  form: KeyForm,
): FastifyReply {
  const { place, frame } = visit;
  const token = operatorFormToken(deps, request);
  const view = { place, token, form, offered: offeredTo(visit) };
  return sendScreen(reply, reply.statusCode, <NewKeyScreen {...view} frame={frame('developers')} />);
}

/** Throws `not_found` if the program has no key with this id. */
async function keyOf(deps: Deps, { program }: Visit, request: FastifyRequest): Promise<ApiKeyRecord> {
  const { id } = request.params as { id: string };
  const key = (await listApiKeys(deps, program.key)).find((one) => String(one.id) === id);
  if (key) return key;
  throw new DomainError('not_found', 'The program has no key of this id.');
}
