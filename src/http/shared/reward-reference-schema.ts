import { Type } from '@sinclair/typebox';
import { REWARD_KINDS } from '../../domain/programs/reward-kinds.ts';
import { StringEnum } from '../schema-helpers.ts';

export const RewardReferenceSchema = Type.Object(
  { id: Type.Integer(), kind: StringEnum(REWARD_KINDS) },
  { title: 'RewardReference' },
);
