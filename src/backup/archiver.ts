import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Archiving } from '../db/embedded/archiving.ts';
import { archiveCommand } from './gate.ts';
import { prepareVault, type Vault, type VaultPlace } from './vault.ts';
import { archiveWal } from './wal-archive.ts';
import { isWalFile } from './wal-names.ts';

/** A segment that is not full is archived after so long: no more than that is lost with the machine. */
const ARCHIVE_TIMEOUT_SECONDS = 60;

const LOOK_MS = 200;
const RETRY_MS = 2_000;

type ArchiverLogger = Pick<Logger, 'info' | 'error'>;

/**
 * Archives the log of the embedded Postgres as long as this process runs it. Postgres lists the segments that are ready
 * in a folder of its own and keeps each until its archive command succeeds, which waits for our mark (see gate.ts).
 */
export function archivingInto(place: VaultPlace, logger: ArchiverLogger): Archiving {
  return {
    settings: (marks) => ({
      archive_mode: 'on',
      archive_command: archiveCommand(marks),
      archive_timeout: String(ARCHIVE_TIMEOUT_SECONDS),
    }),
    begin(cluster, marks) {
      const abort = new AbortController();
      const running = new Archiver(place, cluster, marks, logger).run(abort.signal);
      return {
        async stop() {
          abort.abort();
          await running;
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
    private readonly logger: ArchiverLogger,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const isDone = await this.archiveReady().then(
        () => this.succeed(),
        (error: Error) => this.fail(error),
      );
      await delay(isDone ? LOOK_MS : RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Archives all that is ready now, in the order of the names, and takes back marks that Postgres has read. */
  private async archiveReady(): Promise<void> {
    this.vault ??= await prepareVault(this.place, await readSystemIdentifier(this.cluster));
    const states = await readdir(join(this.cluster, 'pg_wal/archive_status'));
    const ready = new Set(
      states.filter((state) => state.endsWith('.ready')).map((state) => state.slice(0, -'.ready'.length)),
    );
    const marked = (await readdir(this.marks)).filter(isWalFile);
    for (const name of marked) if (!ready.has(name)) await rm(join(this.marks, name), { force: true });
    for (const name of [...ready].filter((one) => isWalFile(one) && !marked.includes(one)).sort()) {
      await archiveWal(this.vault, name, join(this.cluster, 'pg_wal', name));
      await writeFile(join(this.marks, name), '', { mode: 0o644 });
    }
  }

  private async succeed(): Promise<true> {
    if (this.failure !== '') this.logger.info('the log of Postgres is archived again');
    this.failure = '';
    await rm(join(this.marks, 'failing'), { force: true });
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
    await writeFile(join(this.marks, 'failing'), `${error.message}\n`, { mode: 0o644 }).catch(() => {});
    return false;
  }
}

/** Postgres's number of a cluster: the first eight bytes of its control file. */
export async function readSystemIdentifier(cluster: string): Promise<string> {
  const handle = await open(join(cluster, 'global/pg_control'), 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await handle.close();
  }
}

/** Why the log cannot be archived now; undefined: it can. */
export async function readArchiveFailure(marks: string): Promise<string | undefined> {
  const text = await readFile(join(marks, 'failing'), 'utf8').catch(() => undefined);
  return text?.trim();
}
