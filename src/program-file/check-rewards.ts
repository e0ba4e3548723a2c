import { TEXT_PLACE, type TextPlaces } from '../domain/claims/claim-title.ts';
import { patternMistake } from '../domain/claims/codes.ts';
import { checkTierKeys } from './check-references.ts';
import type { Remaining } from './check-shape.ts';
import { checkLocalized, isCountry, type RemainingFile, type Report } from './check-values.ts';
import type { Path } from './mistakes.ts';
import { type FileReward, fileRewardKindOf } from './reward-kinds.ts';

type RemainingReward = Remaining<FileReward>;

export function checkRewards(file: RemainingFile, report: Report): void {
  for (const [key, reward] of Object.entries(file.rewards ?? {})) {
    if (!reward) continue;
    const path = ['rewards', key];
    checkText(file, reward, reward.title, [...path, 'title'], report);
    checkText(file, reward, reward.description, [...path, 'description'], report);
    reward.countries?.forEach((country, i) => {
      if (country !== undefined && !isCountry(country)) {
        report([...path, 'countries', i], `there is no country ${country}`);
      }
    });
    if (reward.image !== undefined && reward.image_url !== undefined)
      report([...path, 'image_url'], 'stands beside image: a reward has one picture', 'key');
    checkTierKeys(file, reward.variants, [...path, 'variants'], report);
    for (const [tier, variant] of Object.entries(reward.variants ?? {})) {
      checkText(file, reward, variant?.title, [...path, 'variants', tier, 'title'], report);
      checkText(file, reward, variant?.description, [...path, 'variants', tier, 'description'], report);
    }
    checkCodes(reward, path, report);
    if (reward.kind) fileRewardKindOf(reward.kind).check?.(file, reward, path, report);
  }
}

/** A text may not have a placeholder without a value. */
function checkText(
  file: RemainingFile,
  reward: RemainingReward,
  text: RemainingReward['title'] | RemainingReward['description'],
  path: Path,
  report: Report,
): void {
  checkLocalized(file, text, path, report);
  if (text === undefined) return;
  const texts = typeof text === 'string' ? [[path, text] as const] : textsOf(text, path);
  for (const [place, words] of texts) {
    for (const [written, name] of words?.matchAll(TEXT_PLACE) ?? []) {
      if (!hasPlace(reward, name as keyof TextPlaces))
        report(place, `there is no ${written} of such a reward`);
    }
  }
}

function hasPlace(reward: RemainingReward, name: keyof TextPlaces): boolean {
  if (name === 'points') return true;
  if (name === 'expires_in') return 'expires_after' in reward;
  const kind = reward.kind && fileRewardKindOf(reward.kind);
  return name === 'amount' ? (kind?.hasAmount(reward) ?? true) : (kind?.hasMinimumSpend?.(reward) ?? false);
}

const textsOf = (texts: Record<string, string | undefined>, path: Path) =>
  Object.entries(texts).map(([language, text]) => [[...path, language], text] as const);

function checkCodes(reward: RemainingReward, path: Path, report: Report): void {
  const source = 'codes' in reward ? reward.codes : undefined;
  if (typeof source !== 'object' || source.pattern === undefined) return;
  const mistake = patternMistake(source.pattern);
  if (mistake !== undefined) report([...path, 'codes', 'pattern'], mistake);
}
