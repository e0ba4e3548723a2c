import { programHelp } from './program-help.ts';
import { rewardsHelp } from './rewards-help.ts';
import { rulesHelp } from './rules-help.ts';
import { settingsHelp } from './settings-help.ts';
import { tiersHelp } from './tiers-help.ts';
import { titles } from './titles.ts';

/** The words of the program file's schema, by the English ones. */
export const words: Readonly<Record<string, string>> = {
  ...titles,
  ...programHelp,
  ...tiersHelp,
  ...settingsHelp,
  ...rulesHelp,
  ...rewardsHelp,
};
