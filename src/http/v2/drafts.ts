import { type Static, Type } from '@sinclair/typebox';
import { deleteDraft } from '../../domain/operations/manage-drafts.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { getDraft, listDrafts } from '../../domain/programs/draft-store.ts';
import { beginDraft } from '../../program-file/program-drafts.ts';
import { actorOf } from '../actor-of.ts';
import type { App, Complaints } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { Id, NoQuerySchema, Nullable, StringEnum, Text } from '../schema-helpers.ts';
import { ifMatchHeader, matchedNumber, numberedTag, refusal } from './numbered-tag.ts';
import { DraftSchema, DraftSummarySchema, presentDraft, presentDraftSummary } from './present-draft.ts';
import { draftText, ProgramBodySchema } from './program-body.ts';

export const DraftParams = Type.Object({ id: Id({ examples: [12] }) });
export const DRAFT_IF_MATCH = ifMatchHeader('the revision that the change was made on');
export const DRAFT_MOVED = refusal('The draft has another revision than `If-Match` names.');
export const DRAFT_ETAG = {
  ETag: Type.String({ description: 'The revision, for `If-Match` of a change.', examples: ['"1"'] }),
};

const VERSION = { minimum: 1, maximum: 999_999_999 };

const NewDraftSchema = Type.Object(
  {
    program: Type.Optional(ProgramBodySchema.properties.program),
    base_version: Type.Optional(
      Type.Integer({
        ...VERSION,
        description: 'The version on which the file is based. Absent: the newest version.',
        examples: [3],
      }),
    ),
    from_version: Type.Optional(
      Type.Integer({
        ...VERSION,
        description:
          'Without a file: the version whose file the draft begins with, for example to bring it back. Absent: the newest version.',
        examples: [2],
      }),
    ),
    note: Type.Optional(
      Nullable(
        Text({
          description: 'The reason for the change, for the history of versions.',
          examples: ['Spring'],
        }),
      ),
    ),
  },
  { title: 'NewDraft' },
);

const oneBeginning: Complaints = ({ body }): Record<string, string> => {
  const { program, from_version } = (body ?? {}) as { program?: unknown; from_version?: unknown };
  if (program === undefined || from_version === undefined) return {};
  return { from_version: 'must not stand beside a program, whose own file the draft begins with' };
};

export function createDraftRoute(app: App, deps: Deps): void {
  app.post(
    '/program/drafts',
    {
      config: { scope: 'write_configuration', body: 'program_file', complaints: oneBeginning },
      schema: {
        operationId: 'createDraft',
        tags: ['Program-level'],
        summary: 'Begin a draft of the program',
        description:
          'A draft is a program file that people are still writing. It changes nothing until it is published. It may have mistakes; every answer lists them.',
        consumes: ['application/json', 'application/yaml'],
        querystring: NoQuerySchema,
        body: NewDraftSchema,
        response: { 201: DraftSchema },
      },
    },
    (request, reply) => {
      const { program } = request;
      const { base_version, from_version, note = null, ...body } = request.body;
      const file = body.program === undefined ? undefined : draftText(body.program);
      const draft = { program, file, base_version, from_version, note, by: actorOf(request) };
      return idempotent(request, reply, deps, {
        effect: (hooks) => beginDraft(deps, draft, hooks),
        present: async (begun, tx) => ({
          status: 201,
          body: await presentDraft(tx ?? deps.db, program, begun),
        }),
      });
    },
  );
}

const DraftListSchema = Type.Object({ drafts: Type.Array(DraftSummarySchema) }, { title: 'DraftList' });

export function listDraftsRoute(app: App, deps: Deps): void {
  app.get(
    '/program/drafts',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'listDrafts',
        tags: ['Program-level'],
        summary: 'List the drafts of the program',
        description: 'Newest first.',
        querystring: Type.Object({
          state: Type.Optional(StringEnum(['open', 'published'], { default: 'open' })),
          before: Type.Optional(Id({ description: 'Only drafts whose id is below this one.' })),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
        }),
        response: { 200: DraftListSchema },
      },
    },
    async ({ program, query }): Promise<Static<typeof DraftListSchema>> => {
      const { state, before, limit = 100 } = query;
      const drafts = await listDrafts(deps.db, program.id, {
        published: state === 'published',
        before,
        limit,
      });
      return { drafts: drafts.map(presentDraftSummary) };
    },
  );
}

export function getDraftRoute(app: App, deps: Deps): void {
  app.get(
    '/program/drafts/:id',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'getDraft',
        tags: ['Program-level'],
        summary: 'Read a draft of the program',
        description:
          'The answer lists its mistakes and compares it with the newest version. If the program has changed since the draft was begun, `merged_file` contains the changes of others too, entry by entry, and `conflicts` names the places that both sides changed.',
        params: DraftParams,
        querystring: NoQuerySchema,
        response: {
          200: {
            description: 'The draft.',
            headers: DRAFT_ETAG,
            content: { 'application/json': { schema: DraftSchema } },
          },
        },
      },
    },
    async ({ program, params }, reply): Promise<Static<typeof DraftSchema>> => {
      const draft = await getDraft(deps.db, program.id, params.id);
      reply.header('etag', numberedTag(draft.revision));
      return presentDraft(deps.db, program, draft);
    },
  );
}

export function deleteDraftRoute(app: App, deps: Deps): void {
  app.delete(
    '/program/drafts/:id',
    {
      config: { scope: 'write_configuration' },
      schema: {
        operationId: 'deleteDraft',
        tags: ['Program-level'],
        summary: 'Delete a draft of the program',
        description: 'Refused with 422: `draft_published`.',
        params: DraftParams,
        headers: DRAFT_IF_MATCH,
        response: { 204: Type.Null({ description: 'Deleted.' }), 412: DRAFT_MOVED },
      },
    },
    async (request, reply) => {
      const seen = { program_id: request.program.id, id: request.params.id };
      await deleteDraft(deps, { ...seen, revision: matchedNumber(request) ?? null, by: actorOf(request) });
      return reply.code(204).send(null);
    },
  );
}
