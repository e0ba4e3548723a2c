import type { BackupChoice } from '../backup/choose-backup.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './outcome.ts';

export interface BackupChoiceOptions {
  to?: string;
  timeline?: string;
}

/** The backup that a command should restore, and the moment up to which. */
export function readBackupChoice(
  name: string | undefined,
  { to, timeline }: BackupChoiceOptions,
): BackupChoice {
  if (timeline !== undefined && !/^[1-9]\d{0,8}$/.test(timeline))
    throw new CommandError(
      EXIT.usage,
      '--timeline must be a number, as in the first eight digits of a segment.',
    );
  return {
    name,
    to: to === undefined ? undefined : readMoment(to),
    timeline: timeline === undefined ? undefined : Number(timeline),
  };
}

function readMoment(text: string): number {
  const moment = Date.parse(text);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(moment))
    return moment;
  throw new CommandError(
    EXIT.usage,
    '--to must be a moment with its offset: 2026-11-22T20:15:00Z or 2026-11-22T21:15:00+01:00',
  );
}
