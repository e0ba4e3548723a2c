import type { FileChange } from '../../../program-file/compare-files.ts';
import type { ConsoleMessage } from './en.ts';

/** The kinds of things that a program's file holds, as its changes name them. */
export const ENTRY_KINDS: Readonly<Record<FileChange['kind'], ConsoleMessage>> = {
  program: 'one_program',
  site: 'one_site',
  tier: 'tier',
  benefit: 'one_benefit',
  rule: 'rule',
  reward: 'reward',
};
