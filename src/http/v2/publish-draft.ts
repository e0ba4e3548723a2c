import { Type } from '@sinclair/typebox';
import type { Deps } from '../../domain/programs/deps.ts';
import { planDraft, publishDraftFile } from '../../program-file/program-drafts.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { NoQuerySchema, Nullable, Text } from '../schema-helpers.ts';
import { ChangedSchema, presentChanged } from './change-program.ts';
import { DRAFT_IF_MATCH, DRAFT_MOVED, DraftParams } from './drafts.ts';
import { refusal } from './numbered-tag.ts';
import { ProgramPlanSchema, presentPlan } from './present-program-plan.ts';
import { refusingMistakes } from './program-body.ts';
import { seenDraft } from './save-draft.ts';

export function planDraftRoute(app: App, deps: Deps): void {
  app.post(
    '/program/drafts/:id/plan',
    {
      config: { scope: 'read_configuration' },
      schema: {
        operationId: 'planDraft',
        tags: ['Program-level'],
        summary: 'Plan the publishing of a draft',
        description:
          'Like `POST /v2/program/plan`, for the draft merged with the newest version. Refused with 422: `draft_conflicts`, `invalid_program_file`.',
        params: DraftParams,
        querystring: NoQuerySchema,
        response: { 200: ProgramPlanSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: () => refusingMistakes(() => planDraft(deps, request.program, request.params.id)),
        present: async (plan) => ({ status: 200, body: presentPlan(plan) }),
      }),
  );
}

const PublishBody = Type.Object(
  {
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 999_999_999,
        description:
          'The `program_version` of the draft that the caller has read. Absent: changes of later versions are merged too.',
        examples: [4],
      }),
    ),
    note: Type.Optional(
      Nullable(
        Text({
          description:
            "The reason for the change, for the history of versions. Absent: the draft's own note.",
        }),
      ),
    ),
  },
  { title: 'PublishDraft' },
);

export function publishDraftRoute(app: App, deps: Deps): void {
  app.post(
    '/program/drafts/:id/publish',
    {
      config: { scope: 'write_configuration' },
      schema: {
        operationId: 'publishDraft',
        tags: ['Program-level'],
        summary: 'Publish a draft',
        description:
          'Applies the draft, merged with the newest version, completely or not at all, like `PUT /v2/program`. Refused with 422: `draft_conflicts`, `invalid_program_file`, `draft_published`, `approval_required` if the program needs two people and the caller saved the draft.',
        params: DraftParams,
        querystring: NoQuerySchema,
        headers: DRAFT_IF_MATCH,
        body: PublishBody,
        response: {
          200: ChangedSchema,
          412: DRAFT_MOVED,
          428: refusal('The request has no `If-Match`.'),
        },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) =>
          refusingMistakes(async () => {
            const { version, note = null } = request.body;
            const publication = { ...(await seenDraft(deps, request)), version, note, by: actorOf(request) };
            return publishDraftFile(deps, publication, hooks);
          }),
        present: async (changed) => ({ status: 200, body: presentChanged(changed) }),
      }),
  );
}
