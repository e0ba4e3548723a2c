import { readClaimTitle, TEXT_PLACE, type TextPlaces, type Worth } from '../../domain/claims/claim-title.ts';
import { minimumSpendOf, worthOf } from '../../domain/claims/reward-kinds.ts';
import { presentMoney, presentPercentage } from '../../domain/core/money.ts';
import type { Reward, RewardVariant } from '../../domain/programs/configuration.ts';
import type { LocalizedText } from '../../domain/programs/program-settings.ts';
import { numberText } from '../../texts/points.ts';
import { timeLeft } from '../../texts/time-left.ts';
import { promisedView } from './promised-view.ts';
import type { StorefrontView } from './storefront-view.ts';

type Offer = Pick<Reward, 'properties' | 'expires_after_seconds'>;

/** The title of a reward for customers of one of its variants. */
export function offeredTitle(
  view: StorefrontView,
  reward: Offer,
  variant: Pick<RewardVariant, 'title' | 'cost'>,
): string {
  return fillOffered(view, view.text(variant.title), reward, variant);
}

/** The description of a reward; null: none. */
export function offeredDescription(
  view: StorefrontView,
  reward: Offer,
  variant: Pick<RewardVariant, 'description' | 'cost'>,
): string | null {
  const { description } = variant;
  return description === null ? null : fillOffered(view, view.text(description), reward, variant);
}

function fillOffered(
  view: StorefrontView,
  words: string,
  reward: Offer,
  { cost }: Pick<RewardVariant, 'cost'>,
): string {
  if (!words.includes('{')) return words;
  const places = {
    amount: worthOf(reward.properties),
    minimum_spend: minimumSpendOf(reward.properties),
    points: cost.kind === 'fixed' ? cost.points : cost.points_per_unit,
    expires_in: reward.expires_after_seconds,
  };
  return fill(view, words, places, (worth) => worthText(view, worth));
}

/**
 * The title of a claim. A claim keeps its title in one language. While the reward still has that title, this shows the
 * reward's own words in the reader's language. `title` comes from `titleAsClaimed`.
 */
export function claimedTitle(view: StorefrontView, rewardId: number, title: string): string {
  const { words, places } = readClaimTitle(title);
  return fill(view, wordsOf(view, rewardId, words), places, (worth) => claimedWorthText(view, worth));
}

/** The language of a claim's title in this view; null: the reward no longer has these words. */
export function claimedTitleLanguage(view: StorefrontView, rewardId: number, title: string): string | null {
  const text = titleStillHeld(view, rewardId, readClaimTitle(title).words);
  return text && view.languageOf(text);
}

function wordsOf(view: StorefrontView, rewardId: number, words: string): string {
  const text = titleStillHeld(view, rewardId, words);
  return text ? view.text(text) : words;
}

/** The reward's title that has these words in one of its languages; null: the reward no longer has such a title. */
function titleStillHeld(view: StorefrontView, rewardId: number, words: string): LocalizedText | null {
  for (const { title } of view.program.reward(rewardId)?.variants.values() ?? []) {
    if (typeof title !== 'string' && Object.values(title).includes(words)) return title;
  }
  return null;
}

/** A placeholder is never shown: without a value, nothing is shown in its place. */
function fill(
  view: StorefrontView,
  words: string,
  places: TextPlaces,
  textOf: (worth: Worth) => string,
): string {
  return words.replace(TEXT_PLACE, (_, name: keyof TextPlaces) => {
    const value = places[name];
    if (value === null) return '';
    if (typeof value === 'object') {
      if (!('from_minor' in value)) return textOf(value);
      return `${view.money(value.from_minor).formatted} – ${view.money(value.to_minor).formatted}`;
    }
    return name === 'expires_in'
      ? timeLeft(value * 1000, 0, view.language)
      : numberText(value, view.language);
  });
}

/**
 * The worth in the currency in which the claim was given. An older claim has no currency: it is shown in any currency,
 * at the rate of its time.
 */
function claimedWorthText(view: StorefrontView, worth: Worth): string {
  if ('percentage' in worth) return worthText(view, worth);
  const { given } = worth;
  if (given?.currency === view.currency)
    return presentMoney(given.minor, given.currency, view.language).formatted;
  return given ? worthText(view, worth) : worthText(promisedView(view, FROM_BEFORE), worth);
}

const FROM_BEFORE = { currency: null, currency_rate: null };

function worthText(view: StorefrontView, worth: Worth): string {
  return 'minor' in worth
    ? view.money(worth.minor).formatted
    : presentPercentage(worth.percentage, view.language).formatted;
}
