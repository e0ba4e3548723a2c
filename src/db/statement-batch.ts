import type { NamedStatement } from './named-statements.ts';
import { type BatchSent, batchSent } from './signals.ts';

/**
 * A row whose members are in two objects. V8 adds the members of a copy one by one, which takes longer than writing
 * them as JSON.
 */
export class RowInTwo {
  constructor(
    private readonly first: object,
    private readonly rest: object,
  ) {}

  members(): string {
    return `${membersOf(this.first)},${membersOf(this.rest)}`;
  }
}

/** Rows of several callers as the values of one statement. */
interface Batch {
  values: unknown[];
  rows: number;
  /** For each row, the index of the first row whose answer it shares; undefined: no rows share answers. */
  firsts: number[] | undefined;
}

/** The rows of callers, in their order, for one statement of a program. */
export function batchOf(statement: NamedStatement, programId: number, rows: readonly object[]): Batch {
  const { bytes, shared } = statement;
  const firsts = shared && firstsAlike(rows, shared.row);
  const sent = firsts
    ? rows.map((row, ord) => (firsts[ord] === ord ? row : { ...row, [shared.row]: undefined }))
    : rows;
  const values = bytes === undefined ? [json(sent)] : withBytes(sent, bytes);
  if (batchSent.hasSubscribers)
    batchSent.publish({ name: statement.name, rows: rows.length } satisfies BatchSent);
  return { values: [programId, ...values], rows: rows.length, firsts };
}

/** The answer to each row of a batch, in their order. */
export function answersOf<A extends { ord: number }>(
  { shared }: NamedStatement,
  { rows, firsts }: Batch,
  given: readonly A[],
): (A | undefined)[] {
  const answers = new Array<A | undefined>(rows);
  for (const answer of given) answers[answer.ord] = answer;
  if (firsts) shareAnswers(answers as Row[], firsts, shared!.answer);
  return answers;
}

type Row = Record<string, unknown> | undefined;

/** For each row, the index of the first row with the same value of a member. */
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

/**
 * Each row begins with its `ord`, which is inserted into the text: copying a claim means copying more than thirty
 * members.
 */
function json(rows: readonly object[]): string {
  const texts = rows.map((row, ord) => {
    const members = row instanceof RowInTwo ? row.members() : membersOf(row);
    return members === '' ? `{"ord":${ord}}` : `{"ord":${ord},${members}}`;
  });
  return `[${texts.join()}]`;
}

function membersOf(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

/** Bytes are sent unchanged: in JSON they would be twice as long, and Postgres would parse each letter. */
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
