import pg from 'pg';
import { NO_ANSWER } from './connection.ts';

/** Sends one statement for `rows` and returns an answer for each, in their order. */
type AskTogether<A> = (rows: readonly object[]) => Promise<A[]>;

/** Further rows are refused: callers have to slow down before memory ends. */
const MOST_WAITING = 10_000;

/** Keeps a batch's statement short, and so its locks too. */
const MOST_IN_A_BATCH = 100;

/**
 * So many rows become two batches. Callers who are answered together come again together: as one batch, Postgres would have
 * nothing to do while the server works on all of their answers, nor the server while Postgres works on all of their rows.
 * Fewer rows are not worth a second statement.
 */
const WORTH_TWO = 16;

/**
 * One batch is sent while another is worked on. More would only make the batches smaller. A batch of writes counts until its
 * writes are answered. What is read behind them keeps its connection until it ends, and a batch is sent once it has one: so
 * these reads are never more than the connections of a program, three quarters of the pool.
 */
const MOST_UNDER_WAY = 2;

/** As long as a caller waits for a free connection elsewhere. */
const PATIENCE_MS = 5_000;

/** The statement was never sent. */
export class QueueRefusal extends Error {
  /** Postgres's own code for a limit of its configuration, or for a connection that cannot be had. */
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
  /** A second batch would only wait for the first, so the rows are never shared between two. */
  in_turn?: boolean;
}

interface Waiting<A> {
  row: object;
  since: number;
  resolve(answer: A): void;
  reject(error: unknown): void;
}

/**
 * Sends the rows of one turn of the event loop, and of the time while earlier batches are under way, as one statement.
 * A single caller waits for nobody; many callers share a round trip and a commit. No caller can tell whether it was
 * alone: if Postgres refuses a batch because of a row, each row is sent by itself.
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

  /** The batch is sent a little later, so that the other requests of this turn come along. */
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

  /** If Postgres hangs, rows that waited too long are not sent. */
  private refuseBelated(): void {
    const earliest = this.options.now() - PATIENCE_MS;
    while (this.waiting[0] && this.waiting[0].since < earliest) {
      this.waiting.shift()!.reject(new QueueRefusal(`waited ${PATIENCE_MS} ms for the database`));
    }
  }

  /** Rows behind a batch that Postgres left without an answer would only wait as long again. */
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
 * Then nothing was changed, and the other rows are not at fault. Any other error would meet each of them.
 */
function blamesRow(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|40|54)/.test(error.code ?? '');
}
