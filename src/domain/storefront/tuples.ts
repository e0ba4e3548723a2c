// Rows inside one column of a row, as texts of records one after another: (1,,"a ""text"""). Postgres writes them at a
// third of the cost of `concat`, and at far less than the cost of JSON objects. The reader makes no string for each
// number.
//
// A null is an empty field. A field is quoted if it is empty or contains a quote, a backslash, a bracket, a comma or
// white space; quotes and backslashes within it are doubled (record_out in Postgres's rowtypes.c). A quoted JSON would
// be full of doubled quotes, so it may come unquoted before its record: JSON contains no control characters.

export const SEPARATOR = '\x1f';

/**
 * SQL for rows of these columns in one text; null: no rows. `order` is SQL. `json` is also SQL; its value comes before
 * each row and is never null.
 */
export function tuplesText(columns: readonly string[], order: string, json?: string): string {
  const row = rowText(columns);
  const text = json === undefined ? row : `concat(${json}, ${SEPARATOR_SQL}, ${row})`;
  return `string_agg(${text}, ${SEPARATOR_SQL} order by ${order})`;
}

/** SQL for one row of these columns. */
export function rowText(columns: readonly string[]): string {
  return `row(${columns.join(', ')})::text`;
}

const SEPARATOR_SQL = String.raw`E'\x1f'`;

/**
 * Reads the rows of such a text. `read` gets the fields of a row: it calls `json` if the row has one, then `open`, and
 * then reads every field in order.
 */
export function readTuples<T>(text: string | null, read: (fields: Fields) => T): T[] {
  const rows: T[] = [];
  if (text === null) return rows;
  const fields = new Fields(text);
  while (fields.areLeft()) rows.push(read(fields));
  return rows;
}

/** The fields of a text, read from its beginning; each field is read once. */
export class Fields {
  private at = 0;

  constructor(private readonly tuples: string) {}

  areLeft(): boolean {
    return this.at < this.tuples.length;
  }

  /** The JSON before a row. */
  json(): string {
    const end = this.tuples.indexOf(SEPARATOR, this.at);
    const text = this.tuples.slice(this.at, end);
    this.at = end + 1;
    return text;
  }

  /** Begins a row. */
  open(): this {
    this.at += 1;
    return this;
  }

  number(): number {
    return this.nullableNumber()!;
  }

  nullableNumber(): number | null {
    const { tuples, at: start } = this;
    const isNegative = tuples.charCodeAt(start) === MINUS;
    const first = isNegative ? start + 1 : start;
    let at = first;
    let value = 0;
    for (let digit = tuples.charCodeAt(at) - ZERO; digit >= 0 && digit <= 9; ) {
      value = value * 10 + digit;
      at += 1;
      digit = tuples.charCodeAt(at) - ZERO;
    }
    const ending = tuples.charCodeAt(at);
    if (ending === COMMA || ending === CLOSE) {
      this.leave(at);
      return at === first ? null : isNegative ? -value : value;
    }
    return Number(this.word());
  }

  /** A text that is not empty, or a value written as such a text; '' for null. */
  word(): string {
    return this.nullableText() ?? '';
  }

  text(): string {
    return this.nullableText()!;
  }

  nullableText(): string | null {
    const { tuples, at: start } = this;
    if (tuples.charCodeAt(start) === QUOTE) return this.quoted(start + 1);
    let end = start;
    for (let code = tuples.charCodeAt(end); code !== COMMA && code !== CLOSE; ) {
      end += 1;
      code = tuples.charCodeAt(end);
    }
    this.leave(end);
    return end === start ? null : tuples.slice(start, end);
  }

  private quoted(start: number): string {
    const { tuples } = this;
    let end = tuples.indexOf('"', start);
    let isDoubled = false;
    while (tuples.charCodeAt(end + 1) === QUOTE) {
      isDoubled = true;
      end = tuples.indexOf('"', end + 2);
    }
    this.leave(end + 1);
    const text = tuples.slice(start, end);
    return isDoubled || text.includes('\\') ? text.replaceAll(/(["\\])\1/g, '$1') : text;
  }

  /** After the last field of a row comes a separator or nothing. */
  private leave(end: number): void {
    this.at = this.tuples.charCodeAt(end) === CLOSE ? end + 2 : end + 1;
  }
}

const QUOTE = 34;
const CLOSE = 41;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
