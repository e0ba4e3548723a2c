import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import { changeProgram } from '../../../domain/operations/change-program.ts';
import { planProgram } from '../../../domain/operations/plan-program.ts';
import { may } from '../../../domain/operators/roles.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { findVersion, listVersions } from '../../../domain/programs/version-store.ts';
import { compareFiles } from '../../../program-file/compare-files.ts';
import { fileOfVersion } from '../../../program-file/file-of-version.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { CONSOLE_HEADERS } from '../headers.ts';
import { withQuery } from '../place.ts';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { HistoryScreen } from './history-screen.tsx';
import { numberIn, readVersion } from './read-program.ts';
import { complaintsAbout } from './refused-change.ts';
import { RefusedScreen } from './refused-screen.tsx';
import { noteOf } from './sent-text.ts';
import { mayChange } from './show-program.tsx';
import { RollbackScreen, VersionScreen } from './version-screen.tsx';

const ON_A_PAGE = 50;

export const showVersions: Show = async (deps, { program, place, frame }, request, reply) => {
  const { before } = textsOf(request.query);
  const asked = before === undefined ? {} : { before: numberIn(before) };
  const [versions, [latest]] = await Promise.all([
    listVersions(deps.db, program.id, { ...asked, limit: ON_A_PAGE }),
    listVersions(deps.db, program.id, { limit: 1 }),
  ]);
  const last = versions.at(-1)?.version ?? 1;
  const path = `${place}/program`;
  return sendScreen(
    reply,
    200,
    <HistoryScreen
      {...{ path, versions }}
      frame={frame('program')}
      zone={program.sites[0]!.time_zone}
      newest={latest!.version}
      older={last > 1 ? withQuery(`${path}/versions`, { before: String(last) }) : undefined}
    />,
  );
};

export const showVersion: Show = async (deps, visit, request, reply) => {
  const { program, place, frame } = visit;
  const { summary, whole, newest } = await readVersion(deps, program, versionIn(request));
  const { against: asked } = textsOf(request.query);
  const against = asked === undefined ? summary.version - 1 : numberIn(asked);
  const before = against === 0 ? undefined : await findVersion(deps.db, program.id, against);
  if (asked !== undefined && !before)
    throw new DomainError('not_found', 'There is no such version to compare with.');
  return sendScreen(
    reply,
    200,
    <VersionScreen
      frame={frame('program')}
      path={`${place}/program`}
      zone={program.sites[0]!.time_zone}
      version={summary}
      newest={newest}
      against={before?.version ?? null}
      changes={before ? compareFiles(before.definition, whole.definition) : []}
      file={fileOfVersion(whole)}
      may_change={mayChange(visit)}
    />,
  );
};

/** The file of a version with its pictures, for an editor or for `loyaltyd program apply`. */
export const downloadVersion: Show = async (deps, { program }, request, reply) => {
  const { whole } = await readVersion(deps, program, versionIn(request));
  const name = `${program.key}-version-${whole.version}.yaml`;
  return reply
    .headers({ ...CONSOLE_HEADERS, 'content-disposition': `attachment; filename="${name}"` })
    .type('text/yaml; charset=utf-8')
    .send(fileOfVersion(whole));
};

export const showRollback: Show = async (deps, visit, request, reply) =>
  sendRollback(deps, visit, request, reply.code(200));

export const rollBack: Show = async (deps, visit, request, reply) => {
  const { program, place } = visit;
  const form = parametersOfForm(request).parameters;
  const note = noteOf(form);
  const { whole } = await readVersion(deps, program, versionIn(request));
  const { definition, source, version } = whole;
  const origin = {
    rollback_of: version,
    built_on: numberIn(form.built_on),
    ...(source !== null && { source }),
    ...(note !== null && { note }),
  };
  try {
    const changed = await actOnce(deps, visit, request, {
      effect: (hooks) => changeProgram(deps, { definition, by: actorOf(request), origin }, hooks),
      kept: (done) => ({ version: done.version }),
    });
    return leadTo(reply, `${place}/program/versions/${changed.version}`);
  } catch (error) {
    // The plan is made again, on the version that somebody else has made meanwhile.
    return sendRefused(visit, reply.code(422), versionIn(request), error);
  }
};

async function sendRollback(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { program, operator, place, frame } = visit;
  const { whole } = await readVersion(deps, program, versionIn(request));
  const path = `${place}/program`;
  try {
    const plan = await planProgram(deps, whole.definition);
    const names = may(operator, 'read_customers', program.id);
    return sendScreen(
      reply,
      reply.statusCode,
      <RollbackScreen
        {...{ path, plan }}
        frame={frame('program')}
        zone={program.sites[0]!.time_zone}
        number={whole.version}
        who={names ? `${path}/versions/${whole.version}/who` : undefined}
        token={operatorFormToken(deps, request)}
        takes_two={program.settings.approvals?.publish === 2}
      />,
    );
  } catch (error) {
    return sendRefused(visit, reply.code(422), whole.version, error);
  }
}

function sendRefused(
  { place, frame, wording }: Visit,
  reply: FastifyReply,
  number: number,
  error: unknown,
): FastifyReply {
  const complaints = complaintsAbout(error);
  const path = `${place}/program/versions/${number}`;
  return sendScreen(
    reply,
    reply.statusCode,
    <RefusedScreen
      frame={frame('program')}
      title={wording.say('rollback_refused', { version: number })}
      complaints={complaints}
      back={{ href: `${path}/rollback`, words: wording.say('plan_again') }}
    />,
  );
}

function versionIn(request: FastifyRequest): number {
  return numberIn((request.params as { version: string }).version);
}
