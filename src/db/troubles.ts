import type { Logger } from 'pino';
import { isDiskFault } from './connection-errors.ts';

/** A trouble of a database that answers, at least now and then. */
export const TROUBLES = [
  'database_full',
  'database_read_only',
  'database_disk_failing',
  'database_restarting',
] as const;

export type Trouble = (typeof TROUBLES)[number];

const MESSAGES: Record<Trouble, string> = {
  database_full: 'the disk of the database is full: nothing that needs room is stored',
  database_read_only: 'the database takes no writes: it is read-only, or a standby',
  database_disk_failing:
    'the database cannot read or write its files: its disk fails, or has become read-only',
  database_restarting: 'the database has gone away three times within five minutes',
};

/** A trouble that did not occur for this long is over, unless the database is away. */
const REMEMBERED_MS = 60_000;

const ENDS = 3;
const ENDS_WITHIN_MS = 300_000;

/**
 * Notes the troubles of the database by the errors of statements. Logs each trouble when it begins and when it is over.
 */
export class Troubles {
  private readonly met = new Map<Trouble, number>();
  private ends: number[] = [];
  private isUp = true;

  constructor(
    private readonly logger: Pick<Logger, 'error' | 'info'>,
    private readonly now: () => number,
  ) {}

  /** Notes an error of a statement or a connection. */
  note(error: unknown): void {
    const code = (error as { code?: string } | null)?.code ?? '';
    // Postgres's message names the file that has no room: a file of the tables, of a query's temporary data or of
    // shared memory.
    if (code === '53100') this.meet('database_full', (error as Error).message);
    if (code === '25006') this.meet('database_read_only');
    if (isDiskFault(error)) this.meet('database_disk_failing');
    if (GONE.has(code)) this.noteEnd();
  }

  noteReadOnly(): void {
    this.meet('database_read_only');
  }

  /** A new connection was made. */
  noteUp(): void {
    this.isUp = true;
  }

  list(): Trouble[] {
    for (const [trouble, at] of this.isUp ? this.met : []) {
      if (this.now() - at <= REMEMBERED_MS) continue;
      this.met.delete(trouble);
      this.logger.info({ trouble }, 'a trouble of the database is over');
    }
    return [...this.met.keys()];
  }

  /** Counts once for each time that the database was up. */
  private noteEnd(): void {
    const now = this.now();
    if (this.isUp) this.ends = [...this.ends.filter((at) => now - at < ENDS_WITHIN_MS), now];
    this.isUp = false;
    if (this.ends.length >= ENDS) this.meet('database_restarting');
  }

  private meet(trouble: Trouble, said?: string): void {
    this.list();
    if (!this.met.has(trouble)) this.logger.error({ trouble, said }, MESSAGES[trouble]);
    this.met.set(trouble, this.now());
  }
}

/** Codes of a database that is gone: ended by a crash, not up yet, no listener, no socket. */
const GONE = new Set(['57P02', '57P03', 'ECONNREFUSED', 'ENOENT']);
