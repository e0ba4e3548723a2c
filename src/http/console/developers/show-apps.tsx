import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import type { OAuthApp } from '../../../domain/oauth/app-store.ts';
import { listApprovals, revokeApproval } from '../../../domain/operations/manage-approvals.ts';
import { listApps, revokeApp } from '../../../domain/operations/manage-apps.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { idIn } from '../address-id.ts';
import type { Show } from '../show.ts';
import type { Visit } from '../visit.ts';
import { AppScreen, AppsScreen } from './apps-screen.tsx';

export const showApps: Show = async (deps, { program, place, frame }, _request, reply) => {
  const apps = await listApps(deps, program.id);
  return sendScreen(reply, 200, <AppsScreen {...{ program, place, apps }} frame={frame('developers')} />);
};

export const showApp: Show = async (deps, visit, request, reply) => {
  const { program, place, frame } = visit;
  const app = await appOf(deps, visit, request);
  const all = await listApprovals(deps, program.id);
  const approvals = all.filter(({ client_id }) => client_id === app.client_id);
  const view = { program, place, app, approvals, token: operatorFormToken(deps, request) };
  return sendScreen(reply, 200, <AppScreen {...view} frame={frame('developers')} />);
};

/** Revokes the app, or one approval of it. */
export const revoke: Show = async (deps, visit, request, reply) => {
  const { program, place } = visit;
  const { client_id } = await appOf(deps, visit, request);
  const { approval } = parametersOfForm(request).parameters;
  const by = actorOf(request);
  if (approval === undefined) {
    await revokeApp(deps, program.id, client_id, by);
    return leadTo(reply, `${place}/developers/apps`);
  }
  const id = idIn(approval, 'There is no such approval.');
  await revokeApproval(deps, { program_id: program.id, id, by });
  return leadTo(reply, `${place}/developers/apps/${client_id}`);
};

/** Throws `not_found` if the program has no app with this client id. */
export async function appOf(deps: Deps, { program }: Visit, request: FastifyRequest): Promise<OAuthApp> {
  const { id } = request.params as { id: string };
  const app = (await listApps(deps, program.id)).find(({ client_id }) => client_id === id);
  if (app) return app;
  throw new DomainError('not_found', 'The program has no such app.');
}
