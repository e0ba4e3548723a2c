import { type Static, Type } from '@sinclair/typebox';
import { DomainError } from '../../domain/core/errors.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { findVersion, listVersions, type WholeVersion } from '../../domain/programs/version-store.ts';
import { fileOfVersion } from '../../program-file/file-of-version.ts';
import { programFileJsonSchema } from '../../program-file/schema.ts';
import type { App } from '../app-types.ts';
import { isKnownToCaller } from '../entity-tag.ts';
import { Rendered, sendRendered } from '../rendered.ts';
import { NoQuerySchema } from '../schema-helpers.ts';
import { numberedTag } from './numbered-tag.ts';
import { ProgramVersionSchema, presentVersion, WholeVersionSchema } from './present-program-version.ts';

const ETAG = {
  ETag: Type.String({ description: 'The version, for `If-Match` of a change.', examples: ['"3"'] }),
};

export function getProgramRoute(app: App, deps: Deps): void {
  app.get(
    '/program',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'getProgram',
        tags: ['Program-level'],
        summary: 'Read the program',
        description:
          'The newest version, as a definition and as a program file. A request with its ETag in `If-None-Match` gets 304.',
        querystring: NoQuerySchema,
        response: {
          200: {
            description: 'The newest version.',
            headers: ETAG,
            content: { 'application/json': { schema: WholeVersionSchema } },
          },
          304: Type.Null({ description: 'The version has not changed.' }),
        },
      },
    },
    async (request, reply) => {
      const version = (await findVersion(deps.db, request.program.id, null))!;
      const tag = numberedTag(version.version);
      reply.header('etag', tag);
      if (isKnownToCaller(request, tag)) return reply.code(304).send(null);
      return sendRendered(reply, new Rendered(JSON.stringify(presentWhole(version))));
    },
  );
}

const VersionListSchema = Type.Object(
  { versions: Type.Array(ProgramVersionSchema) },
  { title: 'ProgramVersionList' },
);

export function listProgramVersionsRoute(app: App, deps: Deps): void {
  app.get(
    '/program/versions',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'listProgramVersions',
        tags: ['Program-level'],
        summary: 'List the versions of the program',
        description: 'Who changed the program, when and why. Newest first.',
        querystring: Type.Object({
          before: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 999_999_999, description: 'Only versions below this one.' }),
          ),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
        }),
        response: { 200: VersionListSchema },
      },
    },
    async ({ program, query }): Promise<Static<typeof VersionListSchema>> => {
      const { before, limit = 100 } = query;
      const versions = await listVersions(deps.db, program.id, { before, limit });
      return { versions: versions.map(presentVersion) };
    },
  );
}

export function getProgramVersionRoute(app: App, deps: Deps): void {
  app.get(
    '/program/versions/:version',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'getProgramVersion',
        tags: ['Program-level'],
        summary: 'Read a version of the program',
        params: Type.Object({
          version: Type.Integer({ minimum: 1, maximum: 999_999_999, examples: [3] }),
        }),
        response: { 200: WholeVersionSchema },
      },
    },
    async ({ program, params }): Promise<Static<typeof WholeVersionSchema>> => {
      const version = await findVersion(deps.db, program.id, params.version);
      if (!version) throw new DomainError('not_found', 'The program has no such version.');
      return presentWhole(version);
    },
  );
}

export function getProgramSchemaRoute(app: App): void {
  const schema = new Rendered(JSON.stringify(programFileJsonSchema()));
  app.get(
    '/program/schema',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'getProgramSchema',
        tags: ['Program-level'],
        summary: 'Read the JSON Schema of program files',
        description:
          'Everything that a program file may contain, key by key, with a title and a help text for each, so that a client can make a form of it. `x-unit` is the unit of a number: `currency` is the currency of the program, `boundary_mode` is what the tiers count. `/program.schema.json` has the same for everybody, without a key.',
        querystring: NoQuerySchema,
        response: {
          200: Type.Object({}, { title: 'ProgramFileSchema', additionalProperties: true }),
        },
      },
    },
    async (_request, reply) => sendRendered(reply, schema),
  );
}

function presentWhole({ version, ...whole }: WholeVersion): Static<typeof WholeVersionSchema> {
  return { version, definition: whole.definition, file: fileOfVersion(whole) };
}
