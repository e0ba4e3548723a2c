import { isForFriends } from '../domain/programs/reward-kinds.ts';
import { MESSAGE_KEYS } from '../texts/catalogues.ts';
import { isMessageKey, messageMistake } from '../texts/message-mistake.ts';
import { findReward } from './check-references.ts';
import {
  checkDayOfYear,
  checkLocalized,
  isLanguage,
  LANGUAGE_TAG,
  type RemainingFile,
  type Report,
} from './check-values.ts';
import { MESSAGE_KEY_PATTERN } from './schema-values.ts';
import { FRIENDS_KINDS } from './settings-schema.ts';

const MESSAGE_KEY = new RegExp(MESSAGE_KEY_PATTERN);

export function checkPointsExpiry(file: RemainingFile, report: Report): void {
  if (file.points_expiry?.mode === 'calendar_date')
    checkDayOfYear(file.points_expiry, ['points_expiry'], report);
}

export function checkReferrals(file: RemainingFile, report: Report): void {
  const incentive = file.referrals?.incentive;
  if (incentive === undefined) return;
  const path = ['referrals', 'incentive'];
  const kind = findReward(file, incentive, path, report)?.kind;
  if (kind !== undefined && !isForFriends(kind)) {
    report(path, `"${incentive}" is a ${kind}: a friend is given ${FRIENDS_KINDS}`);
  }
}

/** The texts at the end of the loyalty page. */
export function checkAnswers(file: RemainingFile, report: Report): void {
  checkLocalized(file, file.terms, ['terms'], report);
  file.questions?.forEach((entry, i) => {
    checkLocalized(file, entry?.question, ['questions', i, 'question'], report);
    checkLocalized(file, entry?.answer, ['questions', i, 'answer'], report);
  });
}

/**
 * Messages may be in a language of a site, in a wider language of it, or in English. All other messages fall back on
 * these.
 */
export function checkTexts(file: RemainingFile, report: Report): void {
  const sites = Object.values(file.sites ?? {});
  const spoken = new Set(['en', ...sites.flatMap((site) => (site?.languages ?? []).flatMap(withWider))]);
  for (const [language, messages] of Object.entries(file.texts ?? {})) {
    // The schema has already reported a key that is no language tag.
    if (!LANGUAGE_TAG.test(language)) continue;
    if (!isLanguage(language)) report(['texts', language], 'there is no such language', 'key');
    else if (sites.length > 0 && !spoken.has(language))
      report(['texts', language], 'is no language of any site', 'key');
    else checkMessages(language, messages ?? {}, report);
  }
}

/** zh-Hant-TW, zh-Hant and zh. */
function withWider(language: string | undefined): string[] {
  const parts = language?.split('-') ?? [];
  return parts.map((_, index) => parts.slice(0, index + 1).join('-'));
}

function checkMessages(language: string, messages: Record<string, string | undefined>, report: Report): void {
  for (const [key, message] of Object.entries(messages)) {
    if (message === undefined || !MESSAGE_KEY.test(key)) continue;
    if (!isMessageKey(key)) {
      const near = { written: key, known: MESSAGE_KEYS };
      report(['texts', language, key], `there is no message "${key}"`, 'value', near);
      continue;
    }
    const mistake = messageMistake(key, message, language);
    if (mistake !== undefined) report(['texts', language, key], mistake);
  }
}
