import {
  cp,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareVault } from '../../src/backup/vault.ts';
import { archiveWal, fetchWal } from '../../src/backup/wal-archive.ts';
import { type BackedUp, backup, newBackedUp, query, startBackedUp } from '../support/backups.ts';
import { makeFastFolder } from '../support/fast-folder.ts';

const KEY = 'a key of backups that has more than thirty-two characters';

let root: string;
let sound: BackedUp;
let name: string;
let segments: string[];

beforeAll(async () => {
  root = await makeFastFolder('damaged');
  sound = await newBackedUp(root, KEY);
  const postgres = await startBackedUp(sound);
  await query(postgres.ownerUrl, 'create table noted (id bigint primary key)');
  name = (await backup(sound, 'create')).answer.name;
  for (const id of [1, 2, 3]) {
    await query(postgres.ownerUrl, `insert into noted values (${id})`);
    await query(postgres.superuserUrl, 'select pg_switch_wal()');
  }
  await postgres.stop();
  segments = (await readdir(join(sound.backupDir, 'wal')))
    .filter((file) => /^[0-9A-F]{24}\.gz/.test(file))
    .sort();
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A copy of the folder of backups, with the database's folder of its own. */
async function copy(): Promise<BackedUp> {
  const place = await newBackedUp(root, KEY);
  await cp(sound.backupDir, place.backupDir, { recursive: true });
  return place;
}

/** Turns one bit in the middle of a file. */
async function flip(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  const middle = Math.floor((await handle.stat()).size / 2);
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, middle);
  buffer[0]! ^= 1;
  await handle.write(buffer, 0, 1, middle);
  await handle.close();
}

async function cutInHalf(path: string): Promise<void> {
  await truncate(path, Math.floor((await stat(path)).size / 2));
}

describe('a sound backup', () => {
  it('is found good, and what was restored for it is removed', async () => {
    const place = await copy();
    expect(await backup(place, 'verify')).toMatchObject({
      code: 0,
      answer: { backup: name, customers: 0, transactions: 0 },
    });
    expect(await readdir(place.dataDir)).toEqual([]);
  });

  it('holds nothing that can be read without the key', async () => {
    const files = await readdir(join(sound.backupDir, name));
    expect(files.sort()).toEqual(['backup.json', 'backup_manifest.gz.sealed', 'base.tar.gz.sealed']);
    for (const file of files.filter((one) => one.endsWith('.sealed'))) {
      const bytes = await readFile(join(sound.backupDir, name, file));
      expect(bytes.subarray(0, 17).toString()).toBe('loyaltyd-sealed-1');
      expect(bytes.includes(Buffer.from([0x1f, 0x8b, 0x08, 0x00]))).toBe(false);
    }
  });

  it.each([
    ['another key', 'another key of backups that has as many characters', /sealed with another BACKUP_KEY/],
    ['no key', undefined, /are sealed. Set the BACKUP_KEY/],
  ])('is refused with %s', async (_what, key, message) => {
    const { BACKUP_KEY_FILE: _file, ...env } = sound.env;
    const { code, answer } = await backup({ env: { ...env, ...(key && { BACKUP_KEY: key }) } }, 'verify');
    expect(code).toBe(1);
    expect(answer.error.message).toMatch(message);
  });
});

describe('a damaged backup is no good backup', () => {
  it.each([
    ['a bit of the base is turned', 'base.tar.gz.sealed', flip, /base.tar is damaged/],
    ['the base is cut off', 'base.tar.gz.sealed', cutInHalf, /base.tar is damaged/],
    ['the base is gone', 'base.tar.gz.sealed', rm, /base.tar is missing/],
    ['a bit of the manifest is turned', 'backup_manifest.gz.sealed', flip, /backup_manifest is damaged/],
    ['its record is changed', 'backup.json', flip, /There is no backup yet/],
    ['its record is cut off', 'backup.json', cutInHalf, /There is no backup yet/],
  ])('when %s', async (_what, file, damage, message) => {
    const place = await copy();
    await damage(join(place.backupDir, name, file));
    const { code, answer } = await backup(place, 'verify');
    expect(code).toBe(1);
    expect(answer.error.message).toMatch(message);
  });

  it.each([
    ['a bit of the log is turned', flip, /wal\/\w+ is damaged/],
    ['a segment of the log is cut off', cutInHalf, /wal\/\w+ is damaged/],
    ['a segment of the log is missing', rm, /The archive lacks \w{24} of the log/],
  ])('when %s', async (_what, damage, message) => {
    const place = await copy();
    await damage(join(place.backupDir, 'wal', segments.at(-2)!));
    const { code, answer } = await backup(place, 'verify');
    expect(code).toBe(1);
    expect(answer.error.message).toMatch(message);
  });

  it('when segments of the log changed places', async () => {
    const place = await copy();
    const [one, other] = [segments.at(-2)!, segments.at(-3)!].map((file) =>
      join(place.backupDir, 'wal', file),
    );
    await rename(one!, `${one}.away`);
    await rename(other!, one!);
    await rename(`${one}.away`, other!);
    const { answer } = await backup(place, 'verify');
    expect(answer.error.message).toMatch(/put in the place of another/);
  });
});

describe('the archive', () => {
  it('takes the same bytes again, writes a file anew that was cut off, and never writes over another', async () => {
    const folder = await mkdtemp(join(root, 'archive-'));
    const vault = await prepareVault({ dir: join(folder, 'backups'), key: null }, '1');
    const [source, segment, back] = [join(folder, 'source'), '0'.repeat(24), join(folder, 'back')];
    const stored = join(vault.folder, 'wal', `${segment}.gz`);
    await writeFile(source, 'what was written '.repeat(10_000));
    await archiveWal(vault, segment, source);
    const first = await readFile(stored);

    await archiveWal(vault, segment, source);
    expect(await readFile(stored)).toEqual(first);

    await cutInHalf(stored);
    await archiveWal(vault, segment, source);
    expect(await fetchWal(vault, segment, back)).toBe(true);
    expect(await readFile(back)).toEqual(await readFile(source));

    await writeFile(source, 'what another wrote');
    await expect(archiveWal(vault, segment, source)).rejects.toThrow(/holds another/);
    expect(await readFile(stored)).toEqual(first);
  });
});
