import type { ClaimView } from '../../domain/claims/claim-record.ts';
import { readClaimTitle } from '../../domain/claims/claim-title.ts';
import type { Reward, RewardVariant } from '../../domain/programs/configuration.ts';
import { namesAmount } from '../../texts/amounts-in-text.ts';
import { primaryOf } from '../../texts/language.ts';
import {
  claimedTitle,
  claimedTitleLanguage,
  offeredDescription,
  offeredTitle,
} from '../shared/reward-title.ts';
import type { PageContext } from './page-context.ts';
import { type Condition, conditionsOfClaim, conditionsOfReward, type Note } from './reward-kinds.ts';

/**
 * The carts and goods for which a reward is valid. A condition is left out if the title or the description says it to
 * this reader. Goods are left out only if the title names them: a description may name goods for which the reward is
 * not valid.
 */
export function rewardConditions(
  page: PageContext,
  reward: Pick<Reward, 'properties' | 'expires_after_seconds'>,
  variant: Pick<RewardVariant, 'title' | 'description' | 'cost'>,
): Note[] {
  const conditions = conditionsOfReward(reward.properties, page);
  if (conditions.length === 0) return [];
  const { view } = page;
  const { title, description } = variant;
  const told = [
    { text: title, reads: offeredTitle(view, reward, variant) },
    { text: description, reads: offeredDescription(view, reward, variant) },
  ].flatMap(({ text, reads }) =>
    text === null || reads === null
      ? []
      : { written: view.text(text), reads, language: view.languageOf(text) },
  );
  return conditions.filter(
    (condition) =>
      !told.some((text) => tells(page, text, condition)) &&
      (condition.language === undefined || !hasWords(view.text(title), condition.words)),
  );
}

/**
 * The carts for which a claim is valid, on its own terms. A condition is left out if the title says it to this reader.
 */
export function claimConditions(
  page: PageContext,
  { terms, reward_id, title }: Pick<ClaimView, 'terms' | 'reward_id' | 'title'>,
): Note[] {
  const conditions = conditionsOfClaim(terms, page);
  if (conditions.length === 0) return [];
  const { view } = page;
  const language = claimedTitleLanguage(view, reward_id, title) ?? view.wording.spoken;
  const told = {
    written: readClaimTitle(title).words,
    reads: claimedTitle(view, reward_id, title),
    language,
  };
  return conditions.filter((condition) => !tells(page, told, condition));
}

/** A text of a reward: as written, with placeholders; as this reader sees it; and its language. */
interface Told {
  written: string;
  reads: string;
  language: string;
}

/**
 * Whether a text says a condition to this reader. A text in another language than the page's says nothing to them. An
 * amount in the text may have another meaning.
 */
function tells(
  { view }: PageContext,
  { written, reads, language }: Told,
  { place, amount, meaning }: Condition,
): boolean {
  if (primaryOf(language) !== primaryOf(view.wording.spoken)) return false;
  if (place !== undefined && written.includes(`{${place}}`)) return true;
  return amount !== undefined && meaning !== undefined && namesAmount(reads, amount, meaning, language);
}

/**
 * Whether a text has these words, in upper or lower case, and not only as a part of a longer word: Tea is not in
 * teapot.
 */
function hasWords(text: string, words: string): boolean {
  const [whole, part] = [text.toLowerCase(), words.toLowerCase()];
  const at = whole.indexOf(part);
  if (at === -1) return false;
  return (
    !/[\p{L}\p{N}]$/u.test(whole.slice(0, at)) && !/^[\p{L}\p{M}\p{N}]/u.test(whole.slice(at + part.length))
  );
}
