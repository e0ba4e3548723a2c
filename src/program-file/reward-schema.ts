import { Type } from '@sinclair/typebox';
import type { RewardKind } from '../domain/programs/reward-kinds.ts';
import { FILE_REWARD_KINDS, type FileReward, fileRewardKindOf } from './reward-kinds.ts';
import { object, oneOfBy, textEnum } from './schema-values.ts';

const shapes = (Object.keys(FILE_REWARD_KINDS) as RewardKind[]).map((kind) => {
  const { is, title, description, keys } = fileRewardKindOf(kind);
  return object({ kind: textEnum([kind], { description: is }), ...keys }, { title, description });
});

export const RewardSchema = Type.Unsafe<FileReward>(
  oneOfBy('kind', shapes, { description: 'A reward that points buy.' }),
);
