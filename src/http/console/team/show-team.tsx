import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import { type Invited, inviteOperator, renewInvitation } from '../../../domain/operations/invite-operator.ts';
import { endMemberSessions, readMemberSessions } from '../../../domain/operations/manage-member-sessions.ts';
import { revokeOperator } from '../../../domain/operations/manage-operators.ts';
import { ROLES, type Role } from '../../../domain/operators/roles.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { complaintsOf } from '../access/join.tsx';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { idIn } from '../address-id.ts';
import { consolePath } from '../place.ts';
import type { Show } from '../show.ts';
import type { Visit } from '../visit.ts';
import { InvitedScreen, type InviteForm, InviteScreen } from './invite-screen.tsx';
import { MemberScreen } from './member-screen.tsx';
import { type Member, readTeam } from './read-team.ts';
import { TeamScreen } from './team-screen.tsx';

export const showTeam: Show = async (deps, { operator, program, place, frame }, _request, reply) => {
  const team = await readTeam(deps, program, operator);
  return sendScreen(reply, 200, <TeamScreen {...{ program, place, team }} frame={frame('team')} />);
};

export const showInvite: Show = async (deps, visit, request, reply) =>
  sendInvite(deps, visit, request, reply.code(200), { email: '', role: 'support', wrong: {} });

export const invite: Show = async (deps, visit, request, reply) => {
  const { email: given = '', role: chosen = '' } = parametersOfForm(request).parameters;
  const [email, role] = [given.trim(), roleNamed(chosen)];
  const { say } = visit.wording;
  const form = { email, role: chosen };
  if (!role)
    return sendInvite(deps, visit, request, reply.code(422), {
      ...form,
      wrong: { role: say('invite_no_role') },
    });
  // An invitation would replace the role of a known member. Here that would come unexpectedly.
  const known = (await readTeam(deps, visit.program, visit.operator)).some(
    (member) => member.email.toLowerCase() === email.toLowerCase(),
  );
  if (known)
    return sendInvite(deps, visit, request, reply.code(422), {
      ...form,
      wrong: { email: say('invite_on_team') },
    });
  try {
    const invited = await give(deps, visit, request, { email, role });
    return sendInvited(visit, reply, { email, role, invited });
  } catch (error) {
    const isElsewhere = error instanceof DomainError && error.code === 'insufficient_scope';
    if (!isElsewhere && complaintsOf(error)?.email === undefined) throw error;
    return sendInvite(deps, visit, request, reply.code(422), {
      ...form,
      wrong: { email: say(isElsewhere ? 'invite_elsewhere' : 'invite_no_email') },
    });
  }
};

export const showMember: Show = async (deps, visit, request, reply) =>
  sendMember(deps, visit, request, reply.code(200), await memberOf(deps, visit, request));

export const changeMember: Show = async (deps, visit, request, reply) => {
  const { deed, role: chosen = '', told, session } = parametersOfForm(request).parameters;
  const { operator, program, place } = visit;
  const member = await memberOf(deps, visit, request);
  const { email } = member;
  if (deed === 'link') {
    const asked = {
      ...{ operator_id: member.id, program_id: program.id },
      ...{ by: actorOf(request), whole_server: operator.is_admin },
    };
    const { role, ...invited } = await renewInvitation(deps, asked);
    return sendInvited(visit, reply, { email, role, invited, renewed: true });
  }
  if (deed === 'sessions') {
    const which: 'all' | { id: number } =
      session === 'all' ? session : { id: idIn(session, 'There is no such session.') };
    const asked = {
      ...{ operator_id: member.id, program_id: program.id, which },
      ...{ by: actorOf(request), whole_server: operator.is_admin },
    };
    await actOnce(deps, visit, request, {
      effect: (hooks) => endMemberSessions(deps, asked, hooks),
      kept: (ended) => ({ ended }),
    });
    return leadTo(reply, `${place}/team/${member.id}`);
  }
  const role = roleNamed(chosen);
  if (deed !== 'remove' && !role) throw new DomainError('invalid_request', 'There is no such role.');
  // An admin can still manage the team. The screen has named the consequence.
  const even_last = operator.is_admin && told === 'last_owner';
  try {
    if (deed === 'remove') {
      await revokeOperator(deps, { email, program_id: program.id, by: actorOf(request), even_last });
    } else {
      const invited = await give(deps, visit, request, { email, role: role!, even_last });
      // This also happens with another role: a person who has not joined gets a new link, and the former link has
      // ended.
      if (invited.link) return sendInvited(visit, reply, { email, role: role!, invited });
    }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'last_owner') throw error;
    return sendMember(deps, visit, request, reply.code(422), await memberOf(deps, visit, request));
  }
  return leadTo(reply, member.id === operator.id ? consolePath(deps) : `${place}/team`);
};

function roleNamed(text: string): Role | undefined {
  return ROLES.find((role) => role === text);
}

/** Throws `not_found` if no operator with this id has a role in the program. */
async function memberOf(deps: Deps, { operator, program }: Visit, request: FastifyRequest): Promise<Member> {
  const { id } = request.params as { id: string };
  const member = (await readTeam(deps, program, operator)).find((candidate) => String(candidate.id) === id);
  if (member) return member;
  throw new DomainError('not_found', 'Nobody of this id has a role in the program.');
}

async function give(
  deps: Deps,
  { operator, program }: Visit,
  request: FastifyRequest,
  { role, ...rest }: { email: string; role: Role; even_last?: boolean },
): Promise<Invited> {
  const grant = { program_id: program.id, role };
  return inviteOperator(deps, { ...rest, grant, by: actorOf(request), whole_server: operator.is_admin });
}

function sendInvite(
  deps: Deps,
  { place, frame }: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  form: InviteForm,
): FastifyReply {
  const token = operatorFormToken(deps, request);
  return sendScreen(
    reply,
    reply.statusCode,
    <InviteScreen {...{ place, token, form }} frame={frame('team')} />,
  );
}

function sendInvited(
  { program, place, frame }: Visit,
  reply: FastifyReply,
  given: { email: string; role: Role; invited: Invited; renewed?: boolean },
): FastifyReply {
  return sendScreen(reply, 200, <InvitedScreen {...given} {...{ program, place }} frame={frame('team')} />);
}

async function sendMember(
  deps: Deps,
  { operator, program, place, frame }: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  member: Member,
): Promise<FastifyReply> {
  const token = operatorFormToken(deps, request);
  const asked = { operator_id: member.id, program_id: program.id };
  const sessions = await readMemberSessions(deps, asked, operator);
  const view = {
    program,
    place,
    token,
    member,
    sessions,
    now: deps.clock.real(),
    is_self: member.id === operator.id,
    by_admin: operator.is_admin,
  };
  return sendScreen(reply, reply.statusCode, <MemberScreen {...view} frame={frame('team')} />);
}
