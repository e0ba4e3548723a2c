import { type Static, Type } from '@sinclair/typebox';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { Draft, DraftSummary } from '../../domain/programs/draft-store.ts';
import { mergeDraft } from '../../program-file/merge-draft.ts';
import { formatPath } from '../../program-file/mistakes.ts';
import { Nullable, StringEnum, Timestamp, timestamp } from '../schema-helpers.ts';

const SUMMARY = {
  id: Type.Integer({ examples: [12] }),
  revision: Type.Integer({
    description: 'The number of the revision; each save adds one. Its ETag is `"1"`, `"2"` and so on.',
  }),
  base_version: Type.Integer({
    description: 'The version on which the draft is based: the one with which it began or was last merged.',
    examples: [3],
  }),
  note: Nullable(Type.String({ examples: ['Spring'] })),
  writers: Type.Array(
    Type.Object(
      {
        kind: StringEnum(['key', 'app', 'operator', 'command', 'server']),
        id: Nullable(
          Type.Integer({ description: 'The id of the key, the app or the operator. Null for other actors.' }),
        ),
        name: Type.String({ examples: ['back office'] }),
      },
      { title: 'DraftWriter' },
    ),
    { description: 'The people and keys that saved the draft, in the order of their first save.' },
  ),
  published_version: Nullable(
    Type.Integer({
      description: 'The version that the draft became. Null: the draft is open.',
      examples: [null],
    }),
  ),
  created_at: Timestamp(),
  updated_at: Timestamp({ description: 'The moment of the last save.' }),
};

export const DraftSummarySchema = Type.Object(SUMMARY, { title: 'DraftSummary' });

const MistakeSchema = Type.Object(
  {
    line: Type.Integer({ examples: [8] }),
    column: Type.Integer({ examples: [3] }),
    path: Type.String({ examples: ['rules.visit.result.points'] }),
    message: Type.String({ examples: ['must be at least 1'] }),
  },
  { title: 'ProgramFileMistake' },
);

const ConflictSchema = Type.Object(
  {
    path: Type.String({
      description: 'The place in the file: the entry and its field. For the order of entries: their section.',
      examples: ['rules.visit.result'],
    }),
    base: Type.Optional(
      Type.Unknown({
        description: 'The value in the base version. Absent: there was none.',
        examples: [{ points: 5 }],
      }),
    ),
    theirs: Type.Optional(
      Type.Unknown({
        description: 'The value in the newest version. Absent: there is none.',
        examples: [{ points: 6 }],
      }),
    ),
    mine: Type.Optional(
      Type.Unknown({
        description: 'The value in the draft. Absent: there is none.',
        examples: [{ points: 7 }],
      }),
    ),
  },
  { title: 'DraftConflict' },
);

export const DraftSchema = Type.Object(
  {
    ...SUMMARY,
    file: Type.String({ description: 'The program file as it was saved.', examples: ['key: my-store\n'] }),
    program_version: Type.Integer({
      description: 'The newest version of the program, with which the draft is compared.',
      examples: [4],
    }),
    mistakes: Type.Array(MistakeSchema, {
      description: 'All mistakes of the file or, if it has none, of the merged file.',
    }),
    conflicts: Type.Array(ConflictSchema, {
      description:
        'The places that both the draft and the versions since its base changed, and differently. Values are in the units of the program file. A draft with conflicts cannot be published.',
    }),
    merged_file: Nullable(
      Type.String({
        description:
          "The file with the changes of the versions since its base. Publishing the draft applies this file. At a conflict it has the draft's own value. Null: the file has mistakes, or the draft was published.",
        examples: ['key: my-store\n'],
      }),
    ),
  },
  { title: 'Draft' },
);

export function presentDraftSummary(draft: DraftSummary): Static<typeof DraftSummarySchema> {
  const { id, revision, base_version, note, writers, published_version, created_at, updated_at } = draft;
  const moments = { created_at: timestamp(created_at), updated_at: timestamp(updated_at) };
  return { id, revision, base_version, note, writers, published_version, ...moments };
}

/** The draft, compared with the newest version of its program. */
export async function presentDraft(
  db: Deps['db'],
  program: Pick<Program, 'id' | 'key'>,
  draft: Draft,
): Promise<Static<typeof DraftSchema>> {
  const shown = { ...presentDraftSummary(draft), file: draft.file };
  const { version, mistakes, conflicts, merged } = await mergeDraft(db, program, draft);
  // A published draft is no longer compared with any version.
  if (draft.published_version !== null)
    return { ...shown, program_version: version, mistakes: [], conflicts: [], merged_file: null };
  return {
    ...shown,
    program_version: version,
    mistakes: [...mistakes],
    conflicts: conflicts.map(({ path, ...values }) => ({ path: formatPath(path), ...values })),
    merged_file: merged?.file ?? null,
  };
}
