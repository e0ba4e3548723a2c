import pg from 'pg';
import { NO_ANSWER } from './connection.ts';

/** Sends one statement for `rows`. Returns one answer for each row, in the same order. */
type AskTogether<A> = (rows: readonly object[]) => Promise<A[]>;

/** Above this number, further rows are refused: callers have to slow down before memory is full. */
const MOST_WAITING = 10_000;

/** Keeps the statement of a batch short, and its locks too. */
const MOST_IN_A_BATCH = 100;

/**
 * From this number on, the rows become two batches. Callers that get their answers together send their next rows
 * together. With one batch, Postgres would be idle while the server works on all answers, and the server would be idle
 * while Postgres works on all rows. Fewer rows do not justify a second statement.
 */
const WORTH_TWO = 16;

/**
 * The most batches under way: one is sent while Postgres works on another. More would only make the batches smaller. A
 * batch of writes counts until its writes are answered. The reads sent behind those writes keep the connection until
 * they end. Since a batch is sent only when it has a connection, such reads never use more than the connections of a
 * program, three quarters of the pool.
 */
const MOST_UNDER_WAY = 2;

/** The longest wait of a row; callers wait as long for a free connection elsewhere. */
const PATIENCE_MS = 5_000;

/** The queue refused a row: its statement was never sent. */
export class QueueRefusal extends Error {
  /** Postgres's own code for a limit of its configuration, or for a connection that nobody can get. */
  get code(): '53400' | '08001' {
    return isSilence(this) ? '08001' : '53400';
  }

  constructor(message: string) {
    super(message);
    this.name = 'QueueRefusal';
  }
}

interface BatchQueueOptions {
  now: () => number;
  onIdle: () => void;
  /** True: the rows never become two batches, because the second batch would only wait for the first. */
  in_turn?: boolean;
}

interface Waiting<A> {
  row: object;
  since: number;
  resolve(answer: A): void;
  reject(error: unknown): void;
}

/**
 * Sends rows in batches, one statement for each batch. A batch has the rows of one turn of the event loop, and those
 * that arrive while earlier batches are under way. A single caller waits for nobody; many callers share a round trip
 * and a commit. No caller notices the others: if Postgres refuses a batch because of a row, each row is sent by itself.
 */
export class BatchQueue<A> {
  private waiting: Waiting<A>[] = [];
  private underWay = 0;
  private planned = false;

  constructor(
    private readonly ask: AskTogether<A>,
    private readonly options: BatchQueueOptions,
  ) {}

  /** Rejects with the error of the statement, or with QueueRefusal if it was never sent. */
  add(row: object): Promise<A> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length >= MOST_WAITING) {
        reject(new QueueRefusal(`${MOST_WAITING} rows wait for the database already`));
        return;
      }
      this.waiting.push({ row, since: this.options.now(), resolve, reject });
      this.plan();
    });
  }

  /** The batch is sent a little later, so that rows of other requests in this turn join it. */
  private plan(): void {
    if (this.planned || this.waiting.length === 0 || this.underWay >= MOST_UNDER_WAY) return;
    this.planned = true;
    setImmediate(() => {
      this.planned = false;
      void this.send();
    });
  }

  private async send(): Promise<void> {
    this.refuseBelated();
    const batch = this.waiting.splice(0, this.batchSize());
    this.underWay += 1;
    this.plan();
    await this.answer(batch);
    this.underWay -= 1;
    this.plan();
    if (this.underWay === 0 && this.waiting.length === 0) this.options.onIdle();
  }

  private batchSize(): number {
    const { length } = this.waiting;
    const isShared = length >= WORTH_TWO && this.underWay === 0 && !this.options.in_turn;
    return Math.min(MOST_IN_A_BATCH, isShared ? Math.ceil(length / 2) : length);
  }

  /** If Postgres does not answer, rows that waited too long are refused without being sent. */
  private refuseBelated(): void {
    const earliest = this.options.now() - PATIENCE_MS;
    while (this.waiting[0] && this.waiting[0].since < earliest) {
      this.waiting.shift()!.reject(new QueueRefusal(`waited ${PATIENCE_MS} ms for the database`));
    }
  }

  /** Postgres gave no answer to a batch. The rows behind it would only wait as long for the same result. */
  private refuseWaiting(): void {
    for (const { reject } of this.waiting.splice(0)) reject(new QueueRefusal(NO_ANSWER));
  }

  private async answer(batch: readonly Waiting<A>[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const answers = await this.ask(batch.map(({ row }) => row));
      batch.forEach(({ resolve }, index) => {
        resolve(answers[index]!);
      });
    } catch (error) {
      if (batch.length === 1 || !blamesRow(error)) {
        for (const { reject } of batch) reject(error);
        if (isSilence(error)) this.refuseWaiting();
        return;
      }
      for (const one of batch) await this.answer([one]);
    }
  }
}

function isSilence(error: unknown): boolean {
  return (error as Error).message === NO_ANSWER;
}

/**
 * Whether Postgres refused because of a row (22 data, 23 constraints, 54 sizes) or because of another transaction (40).
 * Nothing was changed then, and the other rows can succeed. Every other error would occur for each row.
 */
function blamesRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|40|54)/.test(error.code ?? '');
}
