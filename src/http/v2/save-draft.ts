import { type Static, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/core/errors.ts';
import { saveDraft } from '../../domain/operations/manage-drafts.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { type Draft, getDraft } from '../../domain/programs/draft-store.ts';
import { FILE_SECTIONS, withEntry, withoutEntry } from '../../program-file/draft-entries.ts';
import { formatPath } from '../../program-file/mistakes.ts';
import { editDraft, saveMerged } from '../../program-file/program-drafts.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { Name, NoQuerySchema, Nullable, StringEnum, Text } from '../schema-helpers.ts';
import { DRAFT_ETAG, DRAFT_IF_MATCH, DRAFT_MOVED, DraftParams } from './drafts.ts';
import { matchedNumber, numberedTag, refusal } from './numbered-tag.ts';
import { DraftSchema, presentDraft } from './present-draft.ts';
import { draftText, ProgramBodySchema, refusingMistakes } from './program-body.ts';

const SAVED = {
  200: {
    description: 'Saved as the next revision, or there was nothing to save.',
    headers: DRAFT_ETAG,
    content: { 'application/json': { schema: DraftSchema } },
  },
  412: DRAFT_MOVED,
  428: refusal('The request has no `If-Match`.'),
};

/**
 * The draft that a request names, at the revision that the request says its author has seen. Throws DomainError:
 * `not_found`, `draft_revision_required`.
 */
export async function seenDraft(
  deps: Deps,
  request: Pick<FastifyRequest, 'headers' | 'program'> & { params: { id: number } },
) {
  const { program, params, headers } = request;
  if (headers['if-match'] === undefined) {
    await getDraft(deps.db, program.id, params.id);
    const message = 'Send If-Match with the ETag of the revision that the change was made on.';
    throw new DomainError('draft_revision_required', message);
  }
  return { program, program_id: program.id, id: params.id, revision: matchedNumber(request) ?? null };
}

async function answer(
  deps: Deps,
  { program }: Pick<FastifyRequest, 'program'>,
  reply: Pick<FastifyReply, 'header'>,
  draft: Draft,
): Promise<Static<typeof DraftSchema>> {
  reply.header('etag', numberedTag(draft.revision));
  return presentDraft(deps.db, program, draft);
}

const SaveDraftSchema = Type.Object(
  {
    program: Type.Optional(ProgramBodySchema.properties.program),
    note: Type.Optional(
      Nullable(
        Text({
          description: 'The reason for the change, for the history of versions.',
          examples: ['Spring'],
        }),
      ),
    ),
  },
  { title: 'SaveDraft' },
);

export function saveDraftRoute(app: App, deps: Deps): void {
  app.patch(
    '/program/drafts/:id',
    {
      config: { scope: 'write_configuration', body: 'program_file' },
      schema: {
        operationId: 'saveDraft',
        tags: ['Program-level'],
        summary: 'Save a draft of the program',
        description:
          'Saves another file or another note. `If-Match` must name the revision on which the change is based, so that nobody overwrites a change of somebody else. A file with mistakes is saved too; the answer lists the mistakes. Refused with 422: `draft_published`.',
        consumes: ['application/json', 'application/yaml'],
        params: DraftParams,
        querystring: NoQuerySchema,
        headers: DRAFT_IF_MATCH,
        body: SaveDraftSchema,
        response: SAVED,
      },
    },
    async (request, reply): Promise<Static<typeof DraftSchema>> => {
      const { program, note } = request.body;
      const changes = {
        ...(program !== undefined && { file: draftText(program) }),
        ...(note !== undefined && { note }),
      };
      const draft = await saveDraft(deps, {
        ...(await seenDraft(deps, request)),
        changes,
        by: actorOf(request),
      });
      return answer(deps, request, reply, draft);
    },
  );
}

const EntryParams = Type.Object({
  ...DraftParams.properties,
  section: StringEnum(FILE_SECTIONS, {
    description:
      'The part of the file. `settings`: the keys at the top of the file. `tier_settings`: the keys of `tiers`.',
    examples: ['rules'],
  }),
  key: Name({
    description: 'The key of the entry. In `texts` it is a language, in `currency_rates` a currency.',
    examples: ['visit'],
  }),
});

const EntryBody = Type.Object(
  {
    entry: Type.Unknown({
      description: 'The entry, in the form of the program file.',
      examples: [{ kind: 'custom', name: 'visit', title: 'Visit us', result: { points: 5 } }],
    }),
  },
  { title: 'DraftEntry' },
);

export function putDraftEntryRoute(app: App, deps: Deps): void {
  app.put(
    '/program/drafts/:id/:section/:key',
    {
      config: { scope: 'write_configuration' },
      schema: {
        operationId: 'putDraftEntry',
        tags: ['Program-level'],
        summary: 'Put an entry into a draft',
        description:
          'The file keeps its comments and its order. A new entry comes last. An entry with mistakes is saved too; the answer lists the mistakes. Refused with 422: `invalid_program_file` if the file is no YAML, `draft_published`.',
        params: EntryParams,
        querystring: NoQuerySchema,
        headers: DRAFT_IF_MATCH,
        body: EntryBody,
        response: SAVED,
      },
    },
    async (request, reply): Promise<Static<typeof DraftSchema>> => {
      const { section, key } = request.params;
      const { entry } = request.body;
      const change = { ...(await seenDraft(deps, request)), by: actorOf(request) };
      const draft = await refusingMistakes(() =>
        editDraft(deps, change, (file) => withEntry(file, section, key, entry)),
      );
      return answer(deps, request, reply, draft);
    },
  );
}

export function deleteDraftEntryRoute(app: App, deps: Deps): void {
  app.delete(
    '/program/drafts/:id/:section/:key',
    {
      config: { scope: 'write_configuration' },
      schema: {
        operationId: 'deleteDraftEntry',
        tags: ['Program-level'],
        summary: 'Take an entry out of a draft',
        description:
          'When the draft is published, an entry that its file no longer has is disabled. Refused with 422: `invalid_program_file` if the file is no YAML, `draft_published`.',
        params: EntryParams,
        querystring: NoQuerySchema,
        headers: DRAFT_IF_MATCH,
        response: SAVED,
      },
    },
    async (request, reply): Promise<Static<typeof DraftSchema>> => {
      const { section, key } = request.params;
      const change = { ...(await seenDraft(deps, request)), by: actorOf(request) };
      const draft = await refusingMistakes(() =>
        editDraft(deps, change, (file) => withoutEntry(file, section, key)),
      );
      return answer(deps, request, reply, draft);
    },
  );
}

const MergeBody = Type.Object(
  {
    decisions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Name({ description: 'The `path` of the conflict.', examples: ['rules.visit.result'] }),
            take: StringEnum(['mine', 'theirs'], {
              description: 'mine: the value of the draft. theirs: the value of the newest version.',
            }),
          },
          { title: 'ConflictDecision' },
        ),
        { maxItems: 1_000 },
      ),
    ),
  },
  { title: 'MergeDraft' },
);

export function mergeDraftRoute(app: App, deps: Deps): void {
  app.post(
    '/program/drafts/:id/merge',
    {
      config: { scope: 'write_configuration' },
      schema: {
        operationId: 'mergeDraft',
        tags: ['Program-level'],
        summary: 'Bring a draft up to the newest version',
        description:
          'Saves the draft merged with the newest version. That version is then its base. Every conflict needs a decision. Refused with 422: `draft_conflicts` with the paths of undecided conflicts in `details.paths`, `invalid_program_file`, `draft_published`.',
        params: DraftParams,
        querystring: NoQuerySchema,
        headers: DRAFT_IF_MATCH,
        body: MergeBody,
        response: { 200: DraftSchema, 412: DRAFT_MOVED, 428: SAVED[428] },
      },
    },
    (request, reply) => {
      const { decisions = [] } = request.body;
      const sides = new Map(decisions.map(({ path, take }) => [path, take]));
      return idempotent(request, reply, deps, {
        effect: (hooks) =>
          refusingMistakes(async () => {
            const change = { ...(await seenDraft(deps, request)), by: actorOf(request) };
            return saveMerged(deps, change, (path) => sides.get(formatPath(path)), hooks);
          }),
        present: async (draft, tx) => ({
          status: 200,
          body: await presentDraft(tx ?? deps.db, request.program, draft),
        }),
      });
    },
  );
}
