import { execFileSync, spawnSync } from 'node:child_process';
import { constants, writeFileSync } from 'node:fs';
import { access, type FileHandle, mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { archivingInto, readArchiveFailure } from '../../src/backup/archiver.ts';
import { archiveCommand, FAILING, markOf } from '../../src/backup/gate.ts';
import { runCommand } from '../support/run-command.ts';

const SEGMENT = '000000010000000000000001';
const NEXT = '000000010000000000000002';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'loyaltyd-archiver-'));
  await mkdir(join(root, 'postgres/pg_wal/archive_status'), { recursive: true });
  await mkdir(join(root, 'postgres/global'));
  await mkdir(join(root, 'backups/wal'), { recursive: true });
  await writeFile(join(root, 'postgres/global/pg_control'), Buffer.alloc(8, 1));
  await writeFile(join(root, 'postgres/pg_wal', SEGMENT), 'log');
  await writeFile(join(root, `postgres/pg_wal/archive_status/${SEGMENT}.ready`), '');
});
afterEach(() => rm(root, { recursive: true }));

async function until(look: () => Promise<unknown>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('an archiver', () => {
  it('whose folder hangs is stopped, and the next one waits for its end and says so', async () => {
    const hanging = join(root, 'backups/wal', `${SEGMENT}.gz`);
    execFileSync('mkfifo', [hanging]);
    const errors: unknown[] = [];
    const logger = { info() {}, error: (...said: unknown[]) => errors.push(said.at(-1)) };
    const archiving = archivingInto({ dir: join(root, 'backups'), key: null }, logger, 0);
    const begin = (run: string) => archiving.begin(join(root, 'postgres'), join(root, 'marks'), run);
    const first = begin('1');
    let writer: FileHandle | undefined;
    await until(async () => {
      // Opens once the archiver reads it.
      writer = await open(hanging, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
      return writer;
    });
    // Where the archiver is not stopped, the run goes on all the same.
    onTestFinished(() => writer!.close());
    await first.stop();
    expect(errors).toEqual([expect.stringMatching(/^BACKUP_DIR .* has not taken the last file/)]);
    const second = begin('2');
    await rm(hanging);
    const isMarked = () =>
      open(join(root, `marks/2-${SEGMENT}`)).then(
        (mark) => mark.close().then(() => true),
        () => false,
      );
    await until(() => readArchiveFailure(join(root, 'marks')));
    expect(await readArchiveFailure(join(root, 'marks'))).toMatch(/does not answer/);
    expect(await isMarked()).toBe(false);
    await writer!.close();
    await until(isMarked);
    await until(async () => (await readArchiveFailure(join(root, 'marks'))) === undefined);
    await second.stop();
  });
});

describe('a store that forgets a folder without files', () => {
  let archiver: ReturnType<ReturnType<typeof archivingInto>['begin']>;
  afterEach(() => archiver.stop());

  const forget = () => rm(join(root, 'backups/wal'), { recursive: true });
  const isMarked = (name: string) =>
    access(join(root, 'marks', markOf('1', name))).then(
      () => true,
      () => false,
    );
  /** An archiver that has archived its first segment. */
  async function archive(): Promise<void> {
    const archiving = archivingInto({ dir: join(root, 'backups'), key: null }, { info() {}, error() {} });
    archiver = archiving.begin(join(root, 'postgres'), join(root, 'marks'), '1');
    await until(() => isMarked(SEGMENT));
  }
  async function beginNext(): Promise<void> {
    await writeFile(join(root, 'postgres/pg_wal', NEXT), 'more');
    await writeFile(join(root, `postgres/pg_wal/archive_status/${NEXT}.ready`), '');
  }

  it('gets the next file of the log all the same, and its backups can be listed before', async () => {
    await archive();
    await forget();
    const { code, stdout } = await runCommand(['backup', 'list'], { BACKUP_DIR: join(root, 'backups') });
    expect([code, stdout]).toEqual([0, 'No backup.\nNo log is archived.\n']);
    await beginNext();
    await until(() => isMarked(NEXT));
    expect(await readdir(join(root, 'backups/wal'))).toEqual([`${NEXT}.gz`]);
  });

  it('gets nothing once it is gone itself: that would be written beside it', async () => {
    await archive();
    await forget();
    await rm(join(root, 'backups/vault.json'));
    await beginNext();
    await until(() => readArchiveFailure(join(root, 'marks')));
    expect(await readArchiveFailure(join(root, 'marks'))).toMatch(/^There are no backups in BACKUP_DIR/);
    expect(await readdir(join(root, 'backups'))).toEqual([]);
  });
});

describe('the command that Postgres waits for', () => {
  /** Its exit status where these marks are there. */
  function status(marks: readonly string[], pid = process.pid): number | null {
    const folder = join(root, 'marks');
    for (const mark of marks) writeFileSync(join(folder, mark), '');
    return spawnSync('sh', ['-c', archiveCommand(folder, 'run', pid).replaceAll('%f', SEGMENT)]).status;
  }
  beforeEach(() => mkdir(join(root, 'marks')));

  it('succeeds once a file is archived, and fails while none can be', () => {
    expect(status([FAILING, markOf('another', SEGMENT)])).toBe(1);
    expect(status([markOf('run', SEGMENT)])).toBe(0);
  });

  it('ends together with the archiver', async () => {
    const archiving = archivingInto({ dir: join(root, 'backups'), key: null }, { info() {}, error() {} });
    await archiving.begin(join(root, 'postgres'), join(root, 'marks'), 'run').stop();
    expect(status([])).toBe(255);
  });

  it.runIf(process.platform === 'linux')('ends together with the process that archived', () => {
    expect(status([], spawnSync('true').pid)).toBe(255);
  });
});
