import { PassThrough, type Readable } from 'node:stream';
import type pg from 'pg';
import { Client, cutConnection } from './connection.ts';

/** The facts of a base backup, as Postgres gives them at its end. */
export interface BaseBackupFacts {
  timeline: number;
  /** A restore needs the log from `start_lsn` to `stop_lsn`. */
  start_lsn: string;
  stop_lsn: string;
  /** Postgres's list of the files, each with its length and its digest. */
  manifest: Buffer;
}

export interface BaseBackup {
  /** The data folder as a tar file. Postgres waits for a slow reader. */
  tar: Readable;
  /** Resolves when all files are sent and Postgres's archive has the log up to the end of the backup. */
  facts: Promise<BaseBackupFacts>;
  /** The bytes of the data folder that have been received so far. */
  received(): number;
  /** Stops the backup before it is complete. */
  cut(reason: string): void;
}

/**
 * Postgres's own procedure for a backup of a running cluster, by its replication protocol. Postgres itself reads the
 * files and checks the checksum of each page. `url`: the address for a superuser.
 */
export async function openBaseBackup(url: string): Promise<{ begin(): BaseBackup; end(): Promise<void> }> {
  // A connection for replication that belongs to a database needs no rule of its own in pg_hba.conf.
  const options = { connectionString: url, application_name: 'loyaltyd backup', replication: 'database' };
  const client = new Client(options as pg.ClientConfig);
  await client.connect();
  return {
    begin() {
      const command = client.query(new BaseBackupCommand());
      return {
        tar: command.tar,
        facts: command.facts,
        received: () => command.received,
        cut: (reason) => cutConnection(client, reason),
      };
    },
    end: () => client.end().catch(() => {}),
  };
}

/** With WAIT, Postgres ends the command only when it has archived the last segment that the backup needs. */
const COMMAND =
  "BASE_BACKUP (LABEL 'loyaltyd', CHECKPOINT 'fast', WAIT true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', TARGET 'client')";

/** The answers to the command: the beginning of the backup, its tablespaces, and its end. */
type Answer = 'none' | 'start' | 'tablespaces' | 'stop';
const NEXT: Record<Answer, Answer> = {
  none: 'start',
  start: 'tablespaces',
  tablespaces: 'stop',
  stop: 'stop',
};

class BaseBackupCommand implements pg.Submittable {
  readonly tar = new PassThrough({ highWaterMark: 1_048_576 });
  readonly facts: Promise<BaseBackupFacts>;
  received = 0;
  private resolve!: (facts: BaseBackupFacts) => void;
  private reject!: (error: Error) => void;
  private answer: Answer = 'none';
  private isManifest = false;
  private isPaused = false;
  private readonly manifest: Buffer[] = [];
  private readonly places: Partial<Record<Answer, { lsn: string; timeline: number }>> = {};
  private refusal: Error | undefined;

  constructor() {
    this.facts = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.facts.catch(() => {}); // The reader of the tar file gets the same error.
    this.tar.on('error', () => {});
  }

  submit(connection: pg.Connection): void {
    connection.query(COMMAND);
  }

  handleRowDescription(): void {
    this.answer = NEXT[this.answer];
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.answer !== 'tablespaces') {
      this.places[this.answer] = { lsn: fields[0]!, timeline: Number(fields[1]) };
    } else if (fields[0] !== null) {
      this.refusal = new Error('the database has tablespaces of its own, which a backup cannot hold');
    }
  }

  /** The first byte is the kind of the message: a new file, the manifest, data of the current one, or progress. */
  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    const kind = String.fromCharCode(chunk[0]!);
    if (kind === 'm') {
      this.isManifest = true;
      this.tar.end();
    }
    if (kind !== 'd') return;
    // The parser reuses its buffer, so the bytes are copied.
    const data = Buffer.from(chunk.subarray(1));
    this.received += data.length;
    if (this.isManifest) this.manifest.push(data);
    else if (!this.tar.write(data) && !this.isPaused && !this.tar.destroyed) {
      // Messages that were parsed from the same packet still arrive.
      this.isPaused = true;
      connection.stream.pause();
      this.tar.once('drain', () => {
        this.isPaused = false;
        connection.stream.resume();
      });
    }
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.reject(error);
    this.tar.destroy(error);
  }

  handleReadyForQuery(): void {
    const { start, stop } = this.places;
    if (this.refusal || !start || !stop) {
      this.handleError(this.refusal ?? new Error('Postgres ended its backup without its end'));
      return;
    }
    this.resolve({
      timeline: start.timeline,
      start_lsn: start.lsn,
      stop_lsn: stop.lsn,
      manifest: Buffer.concat(this.manifest),
    });
  }
}
