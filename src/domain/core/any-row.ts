/**
 * SQL that asks whether there is such a row, for one row of a statement. Postgres may answer `exists` for many rows at
 * once: it reads every row of the program, if it expects few. `limit 1` makes it look each one up.
 */
export function anyRow(from: string): string {
  return `(select true from ${from} limit 1) is not null`;
}

export function noRow(from: string): string {
  return `(select true from ${from} limit 1) is null`;
}
