import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { keptBackups } from '../../src/backup/prune.ts';
import { lastScheduled } from '../../src/backup/schedule.ts';
import { Seal, Unseal } from '../../src/backup/seal.ts';
import { readHistory, segmentName, segmentNumber, segmentOfLsn } from '../../src/backup/wal-names.ts';

const SECRET = 'a key that has thirty-two characters';

async function through(bytes: Buffer, transform: Seal | Unseal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.from([bytes]).pipe(transform)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function open(bytes: Buffer, place = 'wal/1'): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const unseal = new Unseal(SECRET, place);
    const chunks: Buffer[] = [];
    unseal.on('data', (chunk) => chunks.push(chunk));
    unseal.on('end', () => resolve(Buffer.concat(chunks)));
    unseal.on('error', reject);
    // In pieces of its own, as a file is read.
    for (let from = 0; from < bytes.length; from += 1_000) unseal.write(bytes.subarray(from, from + 1_000));
    unseal.end();
  });
}

describe('a sealed file', () => {
  const PIECE = 65_536;
  const HEADER = 58;

  it.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])('of %i bytes opens as it was', async (length) => {
    const bytes = Buffer.alloc(length, 'what is in a backup ');
    const sealed = await through(bytes, new Seal(SECRET, 'wal/1'));
    // A comparison of its elements would take a second.
    expect((await open(sealed)).equals(bytes)).toBe(true);
    expect(length < 100 || !sealed.includes(bytes.subarray(0, 64))).toBe(true);
  });

  it('does not open where a piece is missing, doubled or in another place, or where it is cut off at any place', async () => {
    const sealed = await through(Buffer.alloc(3 * PIECE + 5, 7), new Seal(SECRET, 'wal/1'));
    const piece = (number: number) => {
      const from = HEADER + number * (PIECE + 16);
      return sealed.subarray(from, from + PIECE + 16);
    };
    const header = sealed.subarray(0, HEADER);
    const others = [
      [header, piece(1), piece(2), piece(3)],
      [header, piece(0), piece(0), piece(1), piece(2), piece(3)],
      [header, piece(1), piece(0), piece(2), piece(3)],
      [header, piece(0), piece(1), piece(2)],
      [header, piece(0)],
      [header],
      [sealed, Buffer.alloc(1)],
    ].map((parts) => Buffer.concat(parts));
    for (const other of [
      ...others,
      ...[1, HEADER - 1, HEADER + 3, sealed.length - 1].map((end) => sealed.subarray(0, end)),
    ])
      await expect(open(other)).rejects.toThrow(/is damaged/);
    await expect(open(sealed, 'wal/2')).rejects.toThrow(/is damaged/);
  });
});

describe('the names of segments', () => {
  it('count on over the end of their last part', () => {
    expect(segmentName(1, segmentNumber('0000000100000001000000FF') + 1n)).toBe('000000010000000200000000');
    expect(segmentName(1, segmentOfLsn('2/5000028'))).toBe('000000010000000200000005');
  });

  it('are told by the history of a timeline', () => {
    expect(readHistory('1\t0/5000028\tno recovery target specified\n2\t0/70000A0\tbefore 2026\n')).toEqual([
      { timeline: 1, left_at: '0/5000028' },
      { timeline: 2, left_at: '0/70000A0' },
    ]);
  });
});

describe('the schedule', () => {
  const at = (text: string) => new Date(text).getTime();

  it.each([
    ['hourly', '2026-11-22T10:59:59', '2026-11-22T10:00:00'],
    ['daily 03:00', '2026-11-22T03:00:00', '2026-11-22T03:00:00'],
    ['daily 03:00', '2026-11-22T02:59:00', '2026-11-21T03:00:00'],
    ['weekly sunday 03:30', '2026-11-22T03:29:00', '2026-11-15T03:30:00'],
    ['weekly sunday 03:30', '2026-11-23T00:00:00', '2026-11-22T03:30:00'],
    ['weekly monday 00:00', '2026-11-22T12:00:00', '2026-11-16T00:00:00'],
  ])('%s, asked at %s, was last due at %s', (schedule, now, last) => {
    expect(lastScheduled(schedule, at(now))).toBe(at(last));
  });
});

describe('the backups that are kept', () => {
  const DAY = 86_400_000;
  const backups = [1, 2, 3, 10, 11].map((day) => ({ finished_at: day * DAY }));
  const days = (keep: string, proven: number) =>
    keptBackups(backups, keep, backups.find(({ finished_at }) => finished_at === proven * DAY)!).map(
      ({ finished_at }) => finished_at / DAY,
    );

  it('are the last ones, or those from which every moment of some days is reached', () => {
    expect(days('2', 11)).toEqual([10, 11]);
    expect(days('9', 11)).toEqual([1, 2, 3, 10, 11]);
    expect(days('5d', 11)).toEqual([3, 10, 11]);
    expect(days('1d', 11)).toEqual([10, 11]);
    expect(days('30d', 11)).toEqual([1, 2, 3, 10, 11]);
  });

  it('are also the one that was proven, and those after it that nobody proved yet', () => {
    expect(days('1', 3)).toEqual([3, 10, 11]);
    expect(days('1d', 10)).toEqual([3, 10, 11]);
  });
});
