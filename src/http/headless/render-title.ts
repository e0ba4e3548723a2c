import { claimedTitle } from '../shared/reward-title.ts';
import type { StorefrontView } from '../shared/storefront-view.ts';

/** By reward, then by the title as it is stored. */
const titlesOfViews = new WeakMap<StorefrontView, Map<number, Map<string, string>>>();
const TITLES_KEPT_PER_REWARD = 1_000;

/** The JSON text of a claim's title. Claims of a reward on the same terms have the same title. */
export function titleText(view: StorefrontView, rewardId: number, title: string): string {
  let rewards = titlesOfViews.get(view);
  if (!rewards) {
    rewards = new Map();
    titlesOfViews.set(view, rewards);
  }
  let titles = rewards.get(rewardId);
  if (!titles) {
    titles = new Map();
    rewards.set(rewardId, titles);
  }
  let text = titles.get(title);
  if (text === undefined) {
    text = JSON.stringify(claimedTitle(view, rewardId, title));
    if (titles.size >= TITLES_KEPT_PER_REWARD) titles.clear();
    titles.set(title, text);
  }
  return text;
}
