import { type Static, Type } from '@sinclair/typebox';
import type { VersionSummary } from '../../domain/programs/version-store.ts';
import { Nullable, StringEnum, Timestamp, timestamp } from '../schema-helpers.ts';

const VERSION = Type.Integer({ minimum: 1, examples: [3] });

export const ProgramVersionSchema = Type.Object(
  {
    version: VERSION,
    created_at: Timestamp({ description: 'The moment by the wall clock, also in a test program.' }),
    note: Nullable(Type.String({ examples: ['Spring'] })),
    base_version: Nullable(
      Type.Integer({
        description: 'The version before it. Null for the first version.',
        examples: [2],
      }),
    ),
    rollback_of: Nullable(
      Type.Integer({
        description: 'The version whose definition this version brought back. Null: none.',
        examples: [1],
      }),
    ),
    reconstructed: Type.Boolean({
      description:
        'Whether the server made this version from the program as it was when it began to keep versions.',
    }),
    actor: Type.Object({
      kind: StringEnum(['key', 'app', 'operator', 'command', 'server']),
      id: Nullable(Type.Integer({ description: 'The id of the key or the app. Null for other actors.' })),
      name: Type.String({ examples: ['program apply'] }),
    }),
    request_id: Nullable(Type.String()),
    follow_up_unfinished: Type.Boolean({
      description: 'Whether a server is still applying the change to customers.',
    }),
  },
  { title: 'ProgramVersion' },
);

export const WholeVersionSchema = Type.Object(
  {
    version: VERSION,
    definition: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      title: 'ProgramDefinition',
      description:
        'The program in a normalised form: amounts in minor units (such as cents), durations in seconds, lists of `{key, definition}` in their order, and every default written out.',
      examples: [
        {
          key: 'my-store',
          name: 'My store',
          currency: 'USD',
          test: false,
          settings: { enrol_on_sight: true },
          sites: [],
          tiers: [],
          benefits: [],
          rules: [],
          rewards: [],
        },
      ],
    }),
    file: Type.String({
      description:
        'The program file. If the version was made with a file, it is that text with its comments; otherwise the server writes it from the definition.',
      examples: ['key: my-store\nname: My store\ncurrency: USD\n'],
    }),
  },
  { title: 'WholeProgramVersion' },
);

export function presentVersion(version: VersionSummary): Static<typeof ProgramVersionSchema> {
  const { actor_kind, actor_id, actor_name, created_at, ...rest } = version;
  return {
    version: rest.version,
    created_at: timestamp(created_at),
    note: rest.note,
    base_version: rest.base_version,
    rollback_of: rest.rollback_of,
    reconstructed: rest.reconstructed,
    actor: { kind: actor_kind, id: actor_id, name: actor_name },
    request_id: rest.request_id,
    follow_up_unfinished: rest.follow_up_unfinished,
  };
}
