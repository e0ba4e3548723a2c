import { chmod, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Archiving } from '../db/embedded/archiving.ts';
import { BackupError } from './backup-error.ts';
import { archiveCommand, endedMark, FAILING, markOf } from './gate.ts';
import { prepareVault, type Vault, type VaultPlace } from './vault.ts';
import { archiveWal } from './wal-archive.ts';
import { isWalFile } from './wal-names.ts';

/** A segment that is not full is archived after this time: with the machine, no more than that is lost. */
const ARCHIVE_TIMEOUT_SECONDS = 60;

const LOOK_MS = 200;
const RETRY_MS = 2_000;

/** The time that a stopped archiver may go on writing. A mounted folder may hang. */
const STOP_PATIENCE_MS = 1_000;

/** If a former archiver has not ended after this time, that is a failure, which people see. */
const FORMER_PATIENCE_MS = 5_000;

type ArchiverLogger = Pick<Logger, 'info' | 'error'>;

/**
 * Archives the log of the embedded Postgres while this process runs it. Postgres lists the ready segments in a folder
 * of its own and keeps each segment until its archive command succeeds. The command waits for the archiver's mark (see
 * gate.ts).
 */
export function archivingInto(
  place: VaultPlace,
  logger: ArchiverLogger,
  formerPatienceMs = FORMER_PATIENCE_MS,
): Archiving {
  let former: Promise<unknown> = Promise.resolve();
  return {
    settings: (marks, run) => ({
      archive_mode: 'on',
      archive_command: archiveCommand(marks, run, process.pid),
      archive_timeout: String(ARCHIVE_TIMEOUT_SECONDS),
    }),
    begin(cluster, marks, run) {
      const abort = new AbortController();
      const archiver = new Archiver(place, cluster, marks, run, logger);
      const ended = archiver.run(abort.signal, former, formerPatienceMs).then(() => true as const);
      former = ended;
      return {
        async stop() {
          const isFirst = !abort.signal.aborted;
          abort.abort();
          // If the mark cannot be written, Postgres waits for its full time limit.
          await writeFile(join(marks, endedMark(run)), '', { mode: 0o644 }).catch(() => {});
          const isEnded = await Promise.race([ended, delay(STOP_PATIENCE_MS, false, { ref: false })]);
          if (isEnded || !isFirst) return;
          logger.error(
            `BACKUP_DIR ${place.dir} has not taken the last file within ${STOP_PATIENCE_MS} ms, maybe a mounted folder that hangs; Postgres keeps it`,
          );
        },
      };
    },
  };
}

class Archiver {
  private vault: Vault | undefined;
  private failure = '';

  constructor(
    private readonly place: VaultPlace,
    private readonly cluster: string,
    private readonly marks: string,
    private readonly runName: string,
    private readonly logger: ArchiverLogger,
  ) {}

  /** `former`: the end of the previous archiver, which may still write a file that this one would write. */
  async run(signal: AbortSignal, former: Promise<unknown>, formerPatienceMs: number): Promise<void> {
    await this.outlast(former, formerPatienceMs, signal);
    while (!signal.aborted) {
      const isDone = await this.archiveReady(signal).then(
        () => this.succeed(),
        (error: Error) => this.fail(error),
      );
      await delay(isDone ? LOOK_MS : RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }

  private async outlast(former: Promise<unknown>, patienceMs: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const ended = former.then(() => over.abort());
    const patience = { signal: AbortSignal.any([signal, over.signal]), ref: false };
    await delay(patienceMs, undefined, patience).then(
      () =>
        this.fail(
          new BackupError(`BACKUP_DIR ${this.place.dir} does not answer: an earlier write has not ended.`),
        ),
      () => {},
    );
    await ended;
  }

  /** Archives everything that is ready now, in the order of the names, and removes marks that Postgres has read. */
  private async archiveReady(signal: AbortSignal): Promise<void> {
    this.vault ??= await this.prepare();
    const marks = await readdir(this.marks);
    const states = await readdir(join(this.cluster, 'pg_wal/archive_status'));
    const ready = states
      .filter((state) => state.endsWith('.ready'))
      .map((state) => state.slice(0, -'.ready'.length))
      .filter(isWalFile);
    const stay = new Set([
      FAILING,
      endedMark(this.runName),
      ...ready.map((name) => markOf(this.runName, name)),
    ]);
    for (const mark of marks) if (!stay.has(mark)) await rm(join(this.marks, mark), { force: true });
    for (const name of ready.sort()) {
      const mark = markOf(this.runName, name);
      if (marks.includes(mark)) continue;
      if (signal.aborted) return;
      await archiveWal(this.vault, name, join(this.cluster, 'pg_wal', name));
      await writeFile(join(this.marks, mark), '', { mode: 0o644 });
    }
  }

  private async prepare(): Promise<Vault> {
    await mkdir(this.marks, { recursive: true });
    // Postgres may run as another user than this process.
    await chmod(this.marks, 0o755);
    return prepareVault(this.place, await readSystemIdentifier(this.cluster));
  }

  private async succeed(): Promise<true> {
    if (this.failure !== '') this.logger.info('the log of Postgres is archived again');
    this.failure = '';
    await rm(join(this.marks, FAILING), { force: true });
    return true;
  }

  /** The same failure is logged once, not at each attempt. */
  private async fail(error: Error): Promise<false> {
    if (error.message !== this.failure) {
      this.logger.error(
        { err: error },
        'the log of Postgres cannot be archived; Postgres keeps it until it can',
      );
    }
    this.failure = error.message;
    await writeFile(join(this.marks, FAILING), `${error.message}\n`, { mode: 0o644 }).catch(() => {});
    return false;
  }
}

/** Postgres's number for a cluster: the first eight bytes of its control file. */
export async function readSystemIdentifier(cluster: string): Promise<string> {
  const handle = await open(join(cluster, 'global/pg_control'), 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await handle.close();
  }
}

/** The reason why the log cannot be archived now; undefined: it can be archived. */
export async function readArchiveFailure(marks: string): Promise<string | undefined> {
  const text = await readFile(join(marks, FAILING), 'utf8').catch(() => undefined);
  return text?.trim();
}
