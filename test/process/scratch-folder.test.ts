import { access, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchFolder, removeAbandoned } from '../../src/backup/scratch-folder.ts';
import { finishReplacement } from '../../src/db/embedded/replace-cluster.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'loyaltyd-scratch-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function make(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(join(dataDir, name), { recursive: true });
    await writeFile(join(dataDir, name, 'PG_VERSION'), name);
  }
}

describe('the folder of a restored copy', () => {
  it('is removed once nobody works in one, whatever process has its number now', async () => {
    await make('restoring-old');
    await writeFile(join(dataDir, 'restoring-old/pid'), String(process.pid));
    const ours = await makeScratchFolder(dataDir);
    await expect(access(join(dataDir, 'restoring-old'))).rejects.toThrow();
    const other = await makeScratchFolder(dataDir);
    await ours.release();
    await removeAbandoned(dataDir);
    await access(other.path);
    await other.release();
    await removeAbandoned(dataDir);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is put in its place first if a restore was cut short between its renamings', async () => {
    await make('restoring-new/postgres', 'postgres.before');
    await note('restoring-new/postgres', 'postgres.before');
    await removeAbandoned(dataDir);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.before']);
  });
});

async function note(from: string, kept: string): Promise<void> {
  const intent = { from: join(dataDir, from), kept: join(dataDir, kept) };
  await writeFile(join(dataDir, 'replacing.json'), JSON.stringify(intent));
}

describe('the note of a replacement', () => {
  it('brings the old cluster back where the new one is gone', async () => {
    await make('postgres.before');
    await note('restoring-new/postgres', 'postgres.before');
    await finishReplacement(dataDir);
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });

  it('stays while its restore may be about to begin, and is removed afterwards', async () => {
    await make('postgres', 'restoring-new/postgres');
    await note('restoring-new/postgres', 'postgres.before');
    await finishReplacement(dataDir);
    expect(await readdir(dataDir)).toContain('replacing.json');
    await rename(join(dataDir, 'restoring-new'), join(dataDir, 'elsewhere'));
    await finishReplacement(dataDir);
    expect((await readdir(dataDir)).sort()).toEqual(['elsewhere', 'postgres']);
  });
});
