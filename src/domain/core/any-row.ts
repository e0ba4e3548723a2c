/**
 * SQL that asks for one row of a statement whether such a row exists. Postgres may answer `exists` for many rows at
 * once: if it expects few rows, it reads every row of the program. `limit 1` makes it look up each one.
 */
export function anyRow(from: string): string {
  return `(select true from ${from} limit 1) is not null`;
}

export function noRow(from: string): string {
  return `(select true from ${from} limit 1) is null`;
}
