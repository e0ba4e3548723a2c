import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backup } from '../../src/backup/catalogue.ts';
import { type BackupChoice, chooseWay } from '../../src/backup/choose-backup.ts';
import { storeFile } from '../../src/backup/stored-file.ts';
import type { Vault } from '../../src/backup/vault.ts';

let vault: Vault;

beforeAll(async () => {
  vault = { folder: await mkdtemp(join(tmpdir(), 'loyaltyd-way-')), key: null, system_identifier: '1' };
  await mkdir(join(vault.folder, 'wal'));
  const history = '1\t0/5000100\tbefore 2026-11-22\n';
  await storeFile(vault, 'wal/00000002.history', Readable.from([Buffer.from(history)]));
});
afterAll(() => rm(vault.folder, { recursive: true }));

function backup(name: string, finished_at: number, stop_lsn: string): Backup {
  const start_lsn = '0/4000028';
  const facts = { system_identifier: '1', postgres: '18.4', loyaltyd: '0', transactions: 0, files: [] };
  return { ...facts, name, started_at: 0, finished_at, timeline: 1, start_lsn, stop_lsn };
}

const EARLY = backup('early', 1_000, '0/4000100');
const LATE = backup('late', 2_000, '0/5000200');
const ARCHIVED = [
  '000000010000000000000004',
  '000000010000000000000005',
  '00000002.history',
  '000000020000000000000005',
];

async function choose(choice: BackupChoice, backups = [EARLY, LATE]): Promise<[string, number]> {
  const way = await chooseWay(vault, backups, ARCHIVED, choice);
  return [way.backup.name, way.timeline];
}

describe('after a restore to a moment before the last backup', () => {
  it('the operator says which history is meant', async () => {
    await expect(choose({})).rejects.toThrow(/late is of timeline 1, .*--timeline 1 or --timeline 2/);
    expect(await choose({ timeline: 1 })).toEqual(['late', 1]);
  });

  it('a backup that ended after the fork does not lead to the new timeline, though its segment does', async () => {
    expect(await choose({ timeline: 2 })).toEqual(['early', 2]);
    await expect(choose({ name: 'late' })).rejects.toThrow(/does not lead there/);
  });

  it('the newest timeline is followed where the last backup of that time leads there', async () => {
    expect(await choose({ to: 1_500 })).toEqual(['early', 2]);
    expect(await choose({}, [EARLY])).toEqual(['early', 2]);
  });
});
