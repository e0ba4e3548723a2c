import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/core/errors.ts';
import { type ChangedProgram, changeProgram } from '../../domain/operations/change-program.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { type ChangeOrigin, findVersion } from '../../domain/programs/version-store.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { Nullable, StringEnum, Text } from '../schema-helpers.ts';
import { ifMatchHeader, matchedNumber, numberedTag, refusal } from './numbered-tag.ts';
import {
  NOTE_PARAMETER,
  ProgramBodySchema,
  programText,
  refusingMistakes,
  withProgramOf,
} from './program-body.ts';

export const ChangedSchema = Type.Object(
  {
    version: Type.Integer({
      description: 'The newest version of the program. It is a new one, unless nothing changed.',
      examples: [4],
    }),
    changes: Type.Array(
      Type.Object(
        {
          kind: StringEnum(['program', 'site', 'tier', 'benefit', 'rule', 'reward']),
          key: Type.String({ examples: ['visit'] }),
          id: Type.Integer(),
          action: StringEnum(['created', 'changed', 'unchanged', 'disabled', 'enabled']),
        },
        { title: 'AppliedChange' },
      ),
      { description: 'The program, then every entry.' },
    ),
    follow_up_unfinished: Type.Boolean({
      description:
        'Whether a server is still applying the change to customers: tiers, limits, birthdays, expiry of points.',
    }),
  },
  { title: 'ChangedProgram' },
);

const IF_MATCH = ifMatchHeader('the version that the change was made on');
const MOVED = refusal('The program has another version than `If-Match` names.');

export function replaceProgramRoute(app: App, deps: Deps): void {
  app.put(
    '/program',
    {
      config: { scope: 'write_configuration', body: 'program_file' },
      schema: {
        operationId: 'replaceProgram',
        tags: ['Program-level'],
        summary: 'Change the program',
        description:
          'Applies a program file, completely or not at all, like `loyaltyd program apply`. `If-Match` must name the version on which the change is based, so that nobody overwrites a change of somebody else. Entries keep their ids by their keys. An entry that the file no longer has is disabled. The same program again changes nothing. Refused with 422: `invalid_program_file`, with every mistake in `details.mistakes` (line, column, path and message); `approval_required`, if a change needs a draft and two people.',
        consumes: ['application/json', 'application/yaml'],
        headers: IF_MATCH,
        querystring: Type.Object(NOTE_PARAMETER),
        body: ProgramBodySchema,
        response: {
          200: {
            description: 'The program was changed, or there was nothing to change.',
            headers: { ETag: Type.String({ examples: ['"4"'] }) },
            content: { 'application/json': { schema: ChangedSchema } },
          },
          412: MOVED,
          428: refusal('The request has no `If-Match`.'),
        },
      },
    },
    async (request, reply): Promise<Static<typeof ChangedSchema>> => {
      const { program } = request.body;
      const { note } = request.query;
      requireIfMatch(request);
      const changed = await withProgramOf(request, programText(request.body), (definition) => {
        const origin = {
          ...(typeof program === 'string' && { source: program }),
          ...(note !== undefined && { note }),
          ...builtOn(request),
        };
        return changeProgram(deps, { definition, by: actorOf(request), origin });
      });
      reply.header('etag', numberedTag(changed.version));
      return presentChanged(changed);
    },
  );
}

const RollbackSchema = Type.Object(
  {
    version: Type.Integer({ minimum: 1, maximum: 999_999_999, examples: [2] }),
    note: Type.Optional(
      Nullable(Text({ description: 'The reason for the change, for the history of versions.' })),
    ),
  },
  { title: 'RollbackProgram' },
);

export function rollBackProgramRoute(app: App, deps: Deps): void {
  app.post(
    '/program/rollback',
    {
      config: { scope: 'write_configuration' },
      schema: {
        operationId: 'rollBackProgram',
        tags: ['Program-level'],
        summary: 'Go back to an earlier version of the program',
        description:
          'The definition of that version becomes a new version. All ids stay. Points, claims and orders since then stay as they are. Refused with 422: `invalid_program_file`, `approval_required`.',
        headers: IF_MATCH,
        body: RollbackSchema,
        response: { 200: ChangedSchema, 412: MOVED },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: async (hooks) => {
          const { version, note } = request.body;
          const wanted = await findVersion(deps.db, request.program.id, version);
          if (!wanted) throw new DomainError('not_found', 'The program has no such version.');
          const { definition, source } = wanted;
          const origin = {
            rollback_of: version,
            ...(source !== null && { source }),
            ...(note != null && { note }),
            ...builtOn(request),
          };
          const change = { definition, by: actorOf(request), origin };
          return refusingMistakes(() => changeProgram(deps, change, hooks));
        },
        present: async (changed) => ({ status: 200, body: presentChanged(changed) }),
      }),
  );
}

function requireIfMatch({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['if-match'] !== undefined) return;
  const message = 'Send If-Match with the ETag of the version that the change was made on.';
  throw new DomainError('program_version_required', message);
}

function builtOn(request: Pick<FastifyRequest, 'headers'>): Pick<ChangeOrigin, 'built_on'> {
  const built_on = matchedNumber(request);
  return built_on === undefined ? {} : { built_on };
}

export function presentChanged({
  version,
  changes,
  follow_up_unfinished,
}: ChangedProgram): Static<typeof ChangedSchema> {
  return { version, changes, follow_up_unfinished };
}
