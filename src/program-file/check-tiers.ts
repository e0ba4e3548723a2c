import { checkGivenReward } from './check-references.ts';
import {
  checkAmount,
  checkDayOfYear,
  checkLocalized,
  type RemainingFile,
  type Report,
} from './check-values.ts';
import type { Path } from './mistakes.ts';

export function checkTiers(file: RemainingFile, report: Report): void {
  const membership = file.tiers?.membership;
  if (membership?.mode === 'calendar') {
    checkDayOfYear(membership.starts_on, ['tiers', 'membership', 'starts_on'], report);
  }
  checkBounds(file, report);
  for (const [key, level] of Object.entries(file.tiers?.levels ?? {})) {
    if (!level) continue;
    const path = ['tiers', 'levels', key];
    checkLocalized(file, level.name, [...path, 'name'], report);
    checkBenefitKeys(file, level.benefits, [...path, 'benefits'], report);
    level.entry_rewards?.forEach((reward, i) => {
      checkGivenReward(file, reward, [...path, 'entry_rewards', i], report);
    });
  }
  for (const [key, benefit] of Object.entries(file.tiers?.benefits ?? {})) {
    const path = ['tiers', 'benefits', key];
    checkLocalized(file, benefit?.label, [...path, 'label'], report);
    checkLocalized(file, benefit?.details?.plaintext, [...path, 'details', 'plaintext'], report);
    checkLocalized(file, benefit?.details?.html, [...path, 'details', 'html'], report);
  }
}

/**
 * The first tier is the default one, at 0. Each other tier has a higher bound than the tier before it, or is
 * conditional.
 */
function checkBounds(file: RemainingFile, report: Report): void {
  let below: { key: string; bound: number } | undefined;
  Object.entries(file.tiers?.levels ?? {}).forEach(([key, level], i) => {
    const path = ['tiers', 'levels', key];
    const place = [...path, 'lower_bound'];
    if (!level) return;
    if (level.conditional === true) {
      if ('lower_bound' in level) report(place, 'a conditional tier has none: it is given by hand', 'key');
      else if (i === 0) report(path, 'is conditional: the first tier is the one everybody begins in', 'key');
      return;
    }
    if (!('lower_bound' in level)) report(path, '"lower_bound" is missing', 'key');
    const bound = level.lower_bound;
    if (bound === undefined) return;
    checkUnit(file, bound, place, report);
    if (i === 0 && bound !== 0) report(place, 'must be 0: everybody begins in the first tier');
    if (below && bound === below.bound) report(place, `is also the bound of "${below.key}"`);
    if (below && bound < below.bound)
      report(place, `must be above that of "${below.key}": tiers stand lowest first`);
    below = { key, bound };
  });
}

function checkUnit(file: RemainingFile, bound: number, path: Path, report: Report): void {
  const mode = file.tiers?.boundary_mode;
  if (mode === 'spend') checkAmount(file, bound, path, report);
  if ((mode === 'points' || mode === 'orders') && !Number.isInteger(bound))
    report(path, `must be a whole number of ${mode}`);
}

function checkBenefitKeys(
  file: RemainingFile,
  keys: readonly (string | undefined)[] | undefined,
  path: Path,
  report: Report,
): void {
  const { tiers } = file;
  // If a section has the wrong shape, that is one mistake, not one for each reference to it.
  if (!tiers || ('benefits' in tiers && !tiers.benefits)) return;
  const benefits = tiers.benefits ?? {};
  const known = Object.keys(benefits);
  keys?.forEach((key, i) => {
    if (key !== undefined && !Object.hasOwn(benefits, key))
      report([...path, i], `there is no benefit "${key}"`, 'value', { written: key, known });
  });
}
