import { type Static, Type } from '@sinclair/typebox';
import { EFFECT_KINDS, isListedEffect, type PlanEffect } from '../../domain/plans/effect.ts';
import type { PlannedChange, ProgramPlan } from '../../domain/plans/program-plan.ts';
import { fieldsOfPlan } from '../../program-file/compare-files.ts';
import { Nullable, nullableTimestamp, StringEnum, Timestamp, timestamp } from '../schema-helpers.ts';

const KINDS = [
  'program',
  'site',
  'tier',
  'benefit',
  'rule',
  'reward',
] as const satisfies readonly PlannedChange['kind'][];
const ACTIONS = [
  'created',
  'changed',
  'disabled',
  'enabled',
] as const satisfies readonly PlannedChange['action'][];

const FieldChangeSchema = Type.Object(
  {
    path: Type.String({
      description: 'The names that lead from the entry to the value.',
      examples: ['result.points'],
    }),
    before: Type.Optional(
      Type.Unknown({ description: 'The value before the change. Absent: there was none.' }),
    ),
    after: Type.Optional(
      Type.Unknown({ description: 'The value after the change. Absent: there is none any more.' }),
    ),
  },
  { title: 'FieldChange' },
);

const PlannedChangeSchema = Type.Object(
  {
    kind: StringEnum(KINDS),
    key: Type.String({ examples: ['daily-visit'] }),
    action: StringEnum(ACTIONS),
    fields: Type.Array(FieldChangeSchema, {
      description:
        'The fields that differ, with the names and units of the program file. Empty: the entry is new, is removed, or only changes its place.',
    }),
  },
  { title: 'PlannedChange' },
);

const EffectSchema = Type.Object(
  {
    name: Type.String({
      description: 'The name of the effect in the plan.',
      examples: ['tier_falls:gold:member'],
    }),
    kind: StringEnum(EFFECT_KINDS),
    sentence: Type.String({
      examples: [
        '12 customers fall from Gold to Member when their membership ends, the first on 3 December.',
      ],
    }),
    is_listed: Type.Boolean({
      description: 'Whether `POST /v2/program/plan/customers` lists the customers of this effect.',
    }),
    customers: Type.Optional(Type.Integer({ examples: [12] })),
    from_tier: Type.Optional(Nullable(Type.String({ description: 'The key of a tier. Null: no tier.' }))),
    to_tier: Type.Optional(Nullable(Type.String())),
    first_at: Type.Optional(
      Nullable(
        Timestamp({
          description: 'The moment when it first happens to a customer. Null: never. Absent: at once.',
        }),
      ),
    ),
    rule: Type.Optional(Type.String({ description: 'The key of a rule.' })),
    reward: Type.Optional(Type.String({ description: 'The key of a reward.' })),
    points: Type.Optional(Type.Integer()),
    claims: Type.Optional(Type.Integer()),
    stock: Type.Optional(
      Type.Object({
        variant_id: Nullable(Type.String({ description: 'Null: the reward as a whole.' })),
        before: Nullable(
          Type.Integer({ description: 'The number that is left. Null: the stock is not tracked.' }),
        ),
        after: Nullable(Type.Integer()),
      }),
    ),
    codes: Type.Optional(
      Type.Object({
        remaining: Type.Integer({ description: 'The codes that are left in the pool.' }),
        wanted: Nullable(Type.Integer({ description: 'The stock of the reward. Null: not limited.' })),
      }),
    ),
    version: Type.Optional(
      Type.Integer({ description: 'The version that has not been applied to every customer yet.' }),
    ),
  },
  { title: 'PlanEffect' },
);

export const ProgramPlanSchema = Type.Object(
  {
    program: Type.String({ description: 'The key of the program.', examples: ['my-store'] }),
    base_version: Nullable(
      Type.Integer({ description: 'The version with which the plan compares the file.', examples: [3] }),
    ),
    as_of: Timestamp({ description: "The moment of the counts, by the program's clock." }),
    changes: Type.Array(PlannedChangeSchema),
    unchanged: Type.Integer({ description: 'The number of entries that stay as they are.' }),
    effects: Type.Array(EffectSchema),
  },
  { title: 'ProgramPlan' },
);

export function presentPlan(plan: ProgramPlan): Static<typeof ProgramPlanSchema> {
  const { program, base_version, as_of, unchanged, effects } = plan;
  return {
    program,
    base_version,
    as_of: timestamp(as_of),
    changes: fieldsOfPlan(plan),
    unchanged,
    effects: effects.map(presentEffect),
  };
}

function presentEffect({
  name,
  kind,
  sentence,
  first_at,
  ...rest
}: PlanEffect & { sentence: string }): Static<typeof EffectSchema> {
  return {
    name,
    kind,
    sentence,
    is_listed: isListedEffect(kind),
    ...rest,
    ...(first_at !== undefined && { first_at: nullableTimestamp(first_at) }),
  };
}
