import { BatchQueue } from './batch-queue.ts';
import type { Statement } from './connection.ts';
import type { Connections } from './connection-pool.ts';
import { copyOut } from './copy-out.ts';
import type { Owner } from './fair-turns.ts';
import { type BatchSent, batchSent } from './signals.ts';

export interface NamedStatement {
  name: string;
  text: string;
  /**
   * The member of each row that holds bytes. The bytes of all rows are $3, one after another, and the row has where its
   * own begin, from 1, and how many they are: `bytes_at` and `bytes_count`.
   */
  bytes?: string;
  /**
   * A member that many rows have alike, and the member of their answers that follows from it alone. A value is sent with the
   * first of its rows, whose answer the others share.
   */
  shared?: { row: string; answer: string };
}

/**
 * The rows that may share a statement: rows of one program and of one lane. Lanes keep rows apart of which some would
 * hold up the others.
 */
export interface BatchKey {
  program_id: number;
  lane?: string;
}

/**
 * Sends statements that were compiled once under a name, so that each connection plans them once. Behind a pgbouncer in
 * transaction mode names are switched off: the next statement may use another connection.
 */
export class NamedStatements {
  private readonly queues = new Map<string, BatchQueue<unknown>>();

  constructor(
    private readonly connections: Connections,
    private readonly options: { named: boolean },
  ) {}

  /**
   * Runs outside any transaction: the statement commits by itself. Values are written as pg writes them; moments as
   * `timestampText`.
   */
  async run<R>(statement: NamedStatement, values: unknown[], owner?: Owner): Promise<R[]> {
    const { name, text } = statement;
    const sent: Statement = this.options.named ? { name, text } : { text };
    const client = await this.connections.take(owner);
    try {
      const result = await this.connections.run(client, sent, values);
      return result.rows as R[];
    } finally {
      this.connections.release(client);
    }
  }

  /**
   * Runs the statement for one of its rows, together with the rows of other callers in the meantime. The statement gets
   * the program as $1 and the rows as $2, json of objects with their `ord`. It answers each row at most once, with its
   * `ord`, and must treat each row as if it were alone. undefined: no answer for this row.
   */
  runEach<A extends { ord: number }>(
    statement: NamedStatement,
    key: BatchKey,
    row: object,
  ): Promise<A | undefined> {
    const name = `${statement.name} ${key.program_id} ${key.lane ?? ''}`;
    let queue = this.queues.get(name) as BatchQueue<A | undefined> | undefined;
    if (!queue) {
      queue = new BatchQueue((rows) => this.runTogether<A>(statement, key.program_id, rows), {
        now: () => performance.now(),
        onIdle: () => this.queues.delete(name),
      });
      this.queues.set(name, queue);
    }
    return queue.add(row);
  }

  /** The bytes of a `COPY … TO STDOUT`. Read on without waiting for a slow consumer: a statement is open meanwhile. */
  copyOut(text: string, patience_ms?: number): AsyncGenerator<Buffer> {
    return copyOut(this.connections, text, patience_ms);
  }

  private async runTogether<A extends { ord: number }>(
    statement: NamedStatement,
    programId: number,
    rows: readonly object[],
  ): Promise<(A | undefined)[]> {
    const { bytes, shared } = statement;
    const firsts = shared && firstsAlike(rows, shared.row);
    const sent = firsts
      ? rows.map((row, ord) => (firsts[ord] === ord ? row : { ...row, [shared.row]: undefined }))
      : rows;
    const values = bytes === undefined ? [json(sent)] : withBytes(sent, bytes);
    const answers = new Array<A | undefined>(rows.length);
    const owner = { program_id: programId, key: null };
    if (batchSent.hasSubscribers)
      batchSent.publish({ name: statement.name, rows: rows.length } satisfies BatchSent);
    for (const answer of await this.run<A>(statement, [programId, ...values], owner))
      answers[answer.ord] = answer;
    if (firsts) shareAnswers(answers as Row[], firsts, shared.answer);
    return answers;
  }
}

type Row = Record<string, unknown> | undefined;

/** For each row the first one that has the same value of a member. */
function firstsAlike(rows: readonly object[], member: string): number[] {
  const first = new Map<unknown, number>();
  return rows.map((row, ord) => {
    const value = (row as Record<string, unknown>)[member];
    const before = first.get(value);
    if (before !== undefined) return before;
    first.set(value, ord);
    return ord;
  });
}

function shareAnswers(answers: readonly Row[], firsts: readonly number[], member: string): void {
  for (const [ord, first] of firsts.entries()) {
    const answer = answers[ord];
    if (answer && first !== ord) answer[member] = answers[first]?.[member];
  }
}

function json(rows: readonly object[]): string {
  return JSON.stringify(rows.map((row, ord) => ({ ord, ...row })));
}

/** Bytes are sent as they are: in JSON they would be twice as long, and read letter by letter. */
function withBytes(rows: readonly object[], member: string): [string, Buffer] {
  const all: Buffer[] = [];
  let bytes_at = 1;
  const rest = rows.map((row) => {
    const { [member]: bytes, ...others } = row as Record<string, Buffer>;
    all.push(bytes!);
    const placed = { ...others, bytes_at, bytes_count: bytes!.length };
    bytes_at += bytes!.length;
    return placed;
  });
  return [json(rest), Buffer.concat(all)];
}
