import type { RemainingFile, Report } from './check-values.ts';
import type { Path } from './mistakes.ts';
import { fileRewardKindOf } from './reward-kinds.ts';

/** The keys under `variants` of a rule or a reward are keys of tiers. */
export function checkTierKeys(
  file: RemainingFile,
  variants: Record<string, unknown> | undefined,
  path: Path,
  report: Report,
): void {
  // If a section has the wrong shape, that is one mistake, not one for each reference to it.
  if ('tiers' in file && !file.tiers?.levels) return;
  const tiers = file.tiers?.levels ?? {};
  for (const key of Object.keys(variants ?? {})) {
    if (!Object.hasOwn(tiers, key))
      report([...path, key], `there is no tier "${key}"`, 'key', { written: key, known: Object.keys(tiers) });
  }
}

/** Finds the reward that a key names. If there is none, reports it and returns undefined. */
export function findReward(file: RemainingFile, key: string, path: Path, report: Report) {
  const rewards = file.rewards ?? {};
  if ('rewards' in file && !file.rewards) return undefined;
  if (!Object.hasOwn(rewards, key)) {
    report(path, `there is no reward "${key}"`, 'value', { written: key, known: Object.keys(rewards) });
  }
  return rewards[key];
}

/** A key must name a reward that a rule or a tier can give: it may need nothing that only a redemption adds. */
export function checkGivenReward(
  file: RemainingFile,
  key: string | undefined,
  path: Path,
  report: Report,
): void {
  if (key === undefined) return;
  const kind = findReward(file, key, path, report)?.kind;
  const lack = kind && fileRewardKindOf(kind).neverGiven;
  if (lack) report(path, `"${key}" ${lack}, and so cannot be given unasked`);
}
