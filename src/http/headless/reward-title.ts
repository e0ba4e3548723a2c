import { readClaimTitle, TITLE_AMOUNT, type Worth, worthOf } from '../../domain/claims/claim-title.ts';
import { presentPercentage } from '../../domain/money.ts';
import type { Reward, RewardVariant } from '../../domain/programs/configuration.ts';
import type { StorefrontView } from './storefront-view.ts';

/** What a reward is called for customers that one of its variants is for. */
export function offeredTitle(
  view: StorefrontView,
  reward: Pick<Reward, 'properties'>,
  variant: Pick<RewardVariant, 'title'>,
): string {
  const words = view.text(variant.title);
  if (!words.includes(TITLE_AMOUNT)) return words;
  const worth = worthOf(reward.properties);
  if (worth === null) return words;
  const amount =
    'from_minor' in worth
      ? `${view.money(worth.from_minor).formatted} – ${view.money(worth.to_minor).formatted}`
      : worthText(view, worth);
  return words.replaceAll(TITLE_AMOUNT, () => amount);
}

/**
 * What a claim is called. It keeps its title in one language; while the reward still has that title, the
 * reward's words in the reader's language say the same. `title` is as `titleAsClaimed` made it.
 */
export function claimedTitle(view: StorefrontView, rewardId: number, title: string): string {
  const { words, worth } = readClaimTitle(title);
  const localized = wordsOf(view, rewardId, words);
  return worth === null ? localized : localized.replaceAll(TITLE_AMOUNT, () => worthText(view, worth));
}

function wordsOf(view: StorefrontView, rewardId: number, words: string): string {
  for (const variant of view.program.reward(rewardId)?.variants.values() ?? []) {
    if (typeof variant.title !== 'string' && Object.values(variant.title).includes(words)) {
      return view.text(variant.title);
    }
  }
  return words;
}

function worthText(view: StorefrontView, worth: Worth): string {
  return 'minor' in worth
    ? view.money(worth.minor).formatted
    : presentPercentage(worth.percentage, view.language).formatted;
}
