import type { RewardKind } from '../../domain/programs/reward-kinds.ts';
import { Icon } from './icon.tsx';
import type { PageContext } from './page-context.ts';
import { rewardIcon } from './reward-kinds.ts';

interface RewardTileProps {
  page: PageContext;
  reward_id: number;
  kind: RewardKind;
}

/**
 * The picture of a reward: its own image or its product's. An icon of the reward's kind is shown until the image
 * arrives, or if there is none.
 */
export function RewardTile({ page, reward_id, kind }: RewardTileProps) {
  const reward = page.view.program.reward(reward_id);
  const image = reward ? page.actions.image(reward) : null;
  return (
    <span class={image === null ? 'tile' : 'tile photo'}>
      <Icon name={rewardIcon(kind)} />
      {image !== null && <img src={image} alt="" width={72} height={72} loading="lazy" decoding="async" />}
    </span>
  );
}
