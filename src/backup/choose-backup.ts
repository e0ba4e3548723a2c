import { BackupError } from './backup-error.ts';
import type { Backup } from './catalogue.ts';
import { readStored } from './stored-file.ts';
import type { Vault } from './vault.ts';
import { segmentsOf } from './wal-archive.ts';
import {
  historyName,
  lsnValue,
  readHistory,
  segmentName,
  segmentNumber,
  segmentOfLsn,
  timelineOf,
} from './wal-names.ts';

export interface BackupChoice {
  /** The backup with which the restore begins; absent: the last one that fits. */
  name?: string;
  /** The moment to restore, in ms; absent: the end of the archive. */
  to?: number;
  /** The timeline to follow after earlier restores; absent: the newest, unless the last backup does not lead to it. */
  timeline?: number;
}

/** A backup, and the archived log that follows it. */
export interface Way {
  backup: Backup;
  timeline: number;
  /** The last archived segment on this timeline; null: the archive has none after the backup. */
  last: bigint | null;
  /** The first missing segment before the last one; null: none is missing. */
  gap: string | null;
}

/** The backup that leads to the requested moment, and the way from it. Throws with the reason if no backup leads there. */
export async function chooseWay(
  vault: Vault,
  backups: readonly Backup[],
  archived: readonly string[],
  choice: BackupChoice,
): Promise<Way> {
  const known = [...archived.map(timelineOf), ...backups.map(({ timeline }) => timeline)];
  const timeline = choice.timeline ?? known.reduce((newest, one) => Math.max(newest, one), 0);
  const forks = await readForks(vault, archived, timeline);
  const leadsThere = (backup: Backup) => {
    if (backup.timeline === timeline) return true;
    const left = forks.get(backup.timeline);
    return left !== undefined && lsnValue(backup.stop_lsn) <= lsnValue(left);
  };
  if (choice.name !== undefined && !backups.some(({ name }) => name === choice.name))
    throw new BackupError(`There is no backup ${choice.name}. See: loyaltyd backup list`);
  const early = backups.filter(({ finished_at }) => choice.to === undefined || finished_at <= choice.to);
  const newest = early.at(-1);
  if (choice.name === undefined && choice.timeline === undefined && newest && !leadsThere(newest))
    throw new BackupError(parting(newest, timeline));
  const fitting = early.filter(
    (backup) => (choice.name === undefined || backup.name === choice.name) && leadsThere(backup),
  );
  const backup = fitting.at(-1);
  if (!backup) throw new BackupError(refusal(backups, choice));
  return { backup, timeline, ...followLog(archived, backup, timeline, forks) };
}

/** The newest timeline may come from a regretted restore, or from a drill. Only the operator knows. */
function parting({ name, timeline }: Backup, newest: number): string {
  return `The last backup ${name} is of timeline ${timeline}, and timeline ${newest} of the archive does not come from it. Say which history you mean: --timeline ${timeline} or --timeline ${newest}.`;
}

function refusal(backups: readonly Backup[], { name, to }: BackupChoice): string {
  if (backups.length === 0) return 'There is no backup yet. Make one: loyaltyd backup create';
  const first = new Date(backups[0]!.finished_at).toISOString();
  if (to !== undefined && to < backups[0]!.finished_at)
    return `The oldest backup ended at ${first}: nothing earlier can be restored.`;
  return name === undefined
    ? 'No backup leads there.'
    : `The backup ${name} does not lead there. Leave its name out, and the last one that does is taken.`;
}

/** The timelines from which this one comes, each with the position in the log at which it was left. */
async function readForks(
  vault: Vault,
  archived: readonly string[],
  timeline: number,
): Promise<Map<number, string>> {
  const name = historyName(timeline);
  if (!archived.includes(name)) return new Map();
  const chunks: Buffer[] = [];
  for await (const chunk of readStored(vault, `wal/${name}`)) chunks.push(chunk);
  const history = readHistory(Buffer.concat(chunks).toString());
  return new Map(history.map((fork) => [fork.timeline, fork.left_at]));
}

function followLog(
  archived: readonly string[],
  backup: Backup,
  timeline: number,
  forks: Map<number, string>,
): Pick<Way, 'last' | 'gap'> {
  const start = segmentOfLsn(backup.start_lsn);
  // An earlier timeline counts up to the position at which it was left.
  const numbers = new Set(
    segmentsOf(archived)
      .filter((name) => {
        const left = forks.get(timelineOf(name));
        return (
          timelineOf(name) === timeline || (left !== undefined && segmentNumber(name) <= segmentOfLsn(left))
        );
      })
      .map(segmentNumber)
      .filter((number) => number >= start),
  );
  let last: bigint | null = null;
  for (const number of numbers) if (last === null || number > last) last = number;
  for (let number = start; last !== null && number < last; number += 1n)
    if (!numbers.has(number)) return { last, gap: segmentName(timeline, number) };
  return { last, gap: null };
}
