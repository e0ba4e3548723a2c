import { type Static, Type } from '@sinclair/typebox';
import { Nullable, StringEnum, Timestamp } from '../schema-helpers.ts';
import { RewardReferenceSchema } from './reward-reference-schema.ts';
import { RuleReferenceSchema } from './rule-schemas.ts';

const StateSchema = StringEnum(['pending', 'approved', 'declined', 'void', 'expired']);

const RuleWithTitleSchema = Type.Composite([RuleReferenceSchema, Type.Object({ title: Type.String() })], {
  title: 'TitledRule',
});

const entryFields = {
  label: Type.String(),
  date: Timestamp(),
};

const pointsFields = {
  points: Type.Integer(),
  points_text: Type.String({ examples: ['1,000 points'] }),
};

const expiryDate = () =>
  Nullable(
    Timestamp({
      description:
        'The moment when the rest of these points expires. Null: points of this program have no expiry dates, or these points paid a negative balance.',
    }),
  );

const earnedFields = {
  kind: Type.Literal('earned_points_from_rule'),
  ...entryFields,
  ...pointsFields,
  rule: RuleReferenceSchema,
  points_will_approve_at: Nullable(
    Timestamp({
      description:
        'The moment when the pending points become approved. Null: they are approved already, or the moment is not known yet.',
    }),
  ),
  points_will_expire_at: expiryDate(),
};

/** The result of completing a rule: points or a reward. */
export const ActionSchema = Type.Union(
  [
    Type.Object(
      { ...earnedFields, state: StringEnum(['approved', 'pending']) },
      { title: 'EarnedPointsAction' },
    ),
    Type.Object(
      {
        kind: Type.Literal('received_reward'),
        ...entryFields,
        state: StringEnum(['approved', 'pending']),
        reward: RewardReferenceSchema,
        claimed_reward_id: Type.Integer(),
        rule: RuleWithTitleSchema,
      },
      { title: 'ReceivedRewardAction' },
    ),
  ],
  { title: 'Action' },
);
export type ActionBody = Static<typeof ActionSchema>;

/** One entry describes one event: its state changes in place, its date never. */
export const HistoryEntrySchema = Type.Union(
  [
    Type.Object({ ...earnedFields, state: StateSchema }, { title: 'EarnedPointsEntry' }),
    Type.Object(
      {
        kind: Type.Literal('redeemed_points_for_reward'),
        ...entryFields,
        points: Type.Integer({ description: 'The points that the reward cost, as a negative number.' }),
        points_text: Type.String({ examples: ['-500 points'] }),
        reward: RewardReferenceSchema,
        claimed_reward_id: Type.Integer(),
        state: StateSchema,
      },
      { title: 'RedeemedPointsEntry' },
    ),
    Type.Object(
      {
        kind: Type.Literal('received_reward'),
        ...entryFields,
        reward: RewardReferenceSchema,
        claimed_reward_id: Type.Integer(),
        rule: Nullable(RuleWithTitleSchema),
        state: StateSchema,
      },
      { title: 'ReceivedRewardEntry' },
    ),
    Type.Object(
      {
        kind: Type.Literal('points_added'),
        ...entryFields,
        ...pointsFields,
        points_will_expire_at: expiryDate(),
        state: StringEnum(['approved', 'void', 'expired']),
      },
      { title: 'PointsAddedEntry' },
    ),
    Type.Object(
      {
        kind: Type.Literal('points_removed'),
        ...entryFields,
        points: Type.Integer({ description: 'The change of the balance, a negative number.' }),
        points_text: Type.String(),
        state: StringEnum(['applied', 'void']),
      },
      { title: 'PointsRemovedEntry' },
    ),
    Type.Object(
      {
        kind: Type.Literal('points_expired'),
        ...entryFields,
        points: Type.Integer({ description: 'The change of the balance, a negative number.' }),
        points_text: Type.String({ examples: ['-500 points'] }),
      },
      { title: 'PointsExpiredEntry' },
    ),
    Type.Object(
      {
        kind: Type.Literal('entered_tier'),
        ...entryFields,
        tier: Type.Object({ id: Type.Integer(), name: Type.String() }),
      },
      { title: 'EnteredTierEntry' },
    ),
  ],
  { title: 'HistoryEntry' },
);
export type HistoryEntryBody = Static<typeof HistoryEntrySchema>;
