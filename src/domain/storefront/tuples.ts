// Rows inside a column of a row, as plain text: the fields of all rows one after another. Postgres writes them at half
// the cost of JSON objects, and they are read without a string for each number. Free text is JSON, which has no control
// characters, so it cannot hold the separator.

export const SEPARATOR = '\x1f';
const SEPARATOR_CODE = SEPARATOR.charCodeAt(0);

/** SQL for rows of these columns in one text; null: no rows. `order` is SQL, and a column of free text is `quoted`. */
export function tuplesText(columns: readonly string[], order: string): string {
  return `string_agg(${rowText(columns)}, ${SEPARATOR_SQL} order by ${order})`;
}

/** SQL for one row of these columns. A function of Postgres takes at most 100 arguments, separators included. */
export function rowText(columns: readonly string[]): string {
  return `concat(${columns.join(`, ${SEPARATOR_SQL}, `)})`;
}

const SEPARATOR_SQL = String.raw`E'\x1f'`;

/** SQL for a column of free text. */
export const quoted = (column: string) => `to_json(${column})`;

/** Reads the rows of such a text. `read` takes every field of a row, in the order of its columns. */
export function readTuples<T>(text: string | null, read: (fields: Fields) => T): T[] {
  const rows: T[] = [];
  if (text === null) return rows;
  const fields = new Fields(text);
  while (fields.areLeft()) rows.push(read(fields));
  return rows;
}

/** The fields of a text from its beginning on; each is read once. A null is an empty field. */
export class Fields {
  private at = 0;

  constructor(private readonly tuples: string) {}

  areLeft(): boolean {
    return this.at <= this.tuples.length;
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
    if (at === tuples.length || tuples.charCodeAt(at) === SEPARATOR_CODE) {
      this.at = at + 1;
      return at === first ? null : isNegative ? -value : value;
    }
    return Number(this.word());
  }

  /** A field as it is: a word of a closed list, or JSON; '' for null. */
  word(): string {
    const end = this.tuples.indexOf(SEPARATOR, this.at);
    const field = end === -1 ? this.tuples.slice(this.at) : this.tuples.slice(this.at, end);
    this.at = end === -1 ? this.tuples.length + 1 : end + 1;
    return field;
  }

  text(): string {
    return this.nullableText()!;
  }

  nullableText(): string | null {
    const field = this.word();
    if (field === '') return null;
    return field.includes('\\') ? (JSON.parse(field) as string) : field.slice(1, -1);
  }
}

const MINUS = 45;
const ZERO = 48;
