import type pg from 'pg';
import { BatchQueue } from './batch-queue.ts';
import { type Before, type Statement, sendTogether } from './connection.ts';
import type { Connections } from './connection-pool.ts';
import { copyOut } from './copy-out.ts';
import type { Owner } from './fair-turns.ts';
import { answersOf, batchOf } from './statement-batch.ts';

export interface NamedStatement {
  name: string;
  text: string;
  /**
   * The member of each row that has bytes. The bytes of all rows are $3, one after another. Instead of the member, the
   * row has the place of its bytes, from 1, and their number: `bytes_at` and `bytes_count`.
   */
  bytes?: string;
  /**
   * `row`: a member whose value many rows share; `answer`: the member of their answers that depends on this value
   * alone. A value is sent with the first of its rows, and the other rows share that row's answer.
   */
  shared?: { row: string; answer: string };
}

/**
 * The rows that may share a statement: rows of one program and of one lane. Lanes separate rows that would delay
 * others. Rows of a named lane wait for each other in Postgres.
 */
export interface BatchKey {
  program_id: number;
  lane?: string;
}

/**
 * Sends named statements, so that each connection plans each of them once. Behind a pgbouncer in transaction mode the
 * names are off, because the next statement may use another connection.
 */
export class NamedStatements {
  private readonly queues = new Map<string, BatchQueue<unknown>>();

  constructor(
    private readonly connections: Connections,
    private readonly options: { named: boolean },
  ) {}

  /**
   * Runs a statement outside any transaction: it commits by itself. Values are written as pg writes them; moments as
   * `timestampText`. `taken`: a connection that the caller releases, and the earlier statement of the same packet;
   * absent: a connection of the pool, on behalf of `owner`.
   */
  async run<R>(
    { name, text }: NamedStatement,
    values: unknown[],
    owner?: Owner,
    taken?: { client: pg.PoolClient; before?: Before },
  ): Promise<R[]> {
    const sent: Statement = this.options.named ? { name, text } : { text };
    const client = taken?.client ?? (await this.connections.take(owner));
    try {
      const result = await this.connections.run(client, sent, values, taken?.before);
      return result.rows as R[];
    } finally {
      if (!taken) this.connections.release(client);
    }
  }

  /**
   * Runs the statement for one row, together with the rows that other callers add meanwhile. The statement gets the
   * program as $1 and the rows as $2, json of objects with their `ord`. It answers each row at most once, with its
   * `ord`, and must treat each row as if it were alone. undefined: no answer for this row.
   */
  runEach<A extends { ord: number }>(
    statement: NamedStatement,
    key: BatchKey,
    row: object,
  ): Promise<A | undefined> {
    const { program_id, lane = '' } = key;
    const name = `${statement.name} ${program_id} ${lane}`;
    const ask = (rows: readonly object[]) => this.runTogether<A>(statement, program_id, rows);
    return this.queue(name, lane, ask).add(row);
  }

  /**
   * The same as `runEach`, followed by a question of the same program. The question runs as soon as the statement has
   * committed, without a round trip in between: its answer includes the write of the row.
   */
  runEachThen<A extends { ord: number }, B extends { ord: number }>(
    statement: NamedStatement,
    { program_id, lane = '' }: BatchKey,
    row: object,
    [asked, , question]: Question,
  ): Promise<AnswerThen<A, B>> {
    const name = `${statement.name} ${program_id} ${lane} then ${asked.name}`;
    const ask = (rows: readonly object[]) =>
      this.runTogetherThen<A, B>(statement, asked, program_id, rows as RowThen[]);
    return this.queue(name, lane, ask).add({ row, question } satisfies RowThen);
  }

  /**
   * The bytes of a `COPY … TO STDOUT`. Read without waiting for a slow consumer, because the statement is open
   * meanwhile.
   */
  copyOut(text: string, patience_ms?: number): AsyncGenerator<Buffer> {
    return copyOut(this.connections, text, patience_ms);
  }

  private queue<A>(
    name: string,
    lane: string,
    ask: (rows: readonly object[]) => Promise<A[]>,
  ): BatchQueue<A> {
    let queue = this.queues.get(name) as BatchQueue<A> | undefined;
    if (!queue) {
      queue = new BatchQueue(ask, {
        now: () => performance.now(),
        onIdle: () => this.queues.delete(name),
        in_turn: lane !== '',
      });
      this.queues.set(name, queue);
    }
    return queue;
  }

  private async runTogether<A extends { ord: number }>(
    statement: NamedStatement,
    programId: number,
    rows: readonly object[],
  ): Promise<(A | undefined)[]> {
    const batch = batchOf(statement, programId, rows);
    const owner = { program_id: programId, key: null };
    return answersOf<A>(statement, batch, await this.run<A>(statement, batch.values, owner));
  }

  private async runTogetherThen<A extends { ord: number }, B extends { ord: number }>(
    statement: NamedStatement,
    asked: NamedStatement,
    programId: number,
    rows: readonly RowThen[],
  ): Promise<AnswerThen<A, B>[]> {
    const first = batchOf(
      statement,
      programId,
      rows.map(({ row }) => row),
    );
    const second = batchOf(
      asked,
      programId,
      rows.map(({ question }) => question),
    );
    const owner = { program_id: programId, key: null };
    const [written, found] = await this.runInTurn<A, B>(
      [statement, first.values],
      [asked, second.values],
      owner,
    );
    const behind = found.then((given) => answersOf(asked, second, given));
    // If the first statement fails, nobody waits for the second.
    behind.catch(() => {});
    const answers = answersOf(statement, first, await written);
    return rows.map((_, ord) => ({
      answer: answers[ord],
      behind: () => behind.then((found) => found[ord]),
    }));
  }

  /**
   * Sends two statements at once, and returns the rows of each. The second one runs when the first has ended, even if
   * it failed. Behind a pgbouncer the second is sent after the answer to the first, if the first succeeded.
   */
  private async runInTurn<R, S>(
    [first, values]: [NamedStatement, unknown[]],
    [second, otherValues]: [NamedStatement, unknown[]],
    owner: Owner,
  ): Promise<[Promise<R[]>, Promise<S[]>]> {
    if (!this.options.named) {
      const written = this.run<R>(first, values, owner);
      return [written, written.then(() => this.run<S>(second, otherValues, owner))];
    }
    const client = await this.connections.take(owner);
    const { answers, ended } = sendTogether(client, () => {
      const before = this.run<R>(first, values, owner, { client });
      return [before, this.run<S>(second, otherValues, owner, { client, before })];
    });
    void ended.then(() => this.connections.release(client));
    return answers;
  }
}

/** A row for `runEach`, with its statement and key. */
export type Question = [statement: NamedStatement, key: BatchKey, row: object];

/** The answer to a row, and the answer to the question behind it. The question may fail alone. */
interface AnswerThen<A, B> {
  answer: A | undefined;
  behind: () => Promise<B | undefined>;
}

interface RowThen {
  row: object;
  question: object;
}
