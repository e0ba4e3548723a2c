const VERB = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update|join)\s+"?(\w+)"?/i;
const WITHOUT_TABLE = /^(begin|commit|rollback|set)$/;

/** The number of characters of a statement that are read for its title. */
const READ = 2_000;

/** A title for a statement without a name: its verb and its first table, such as `select customers`. */
export function statementTitle(text: string): string {
  const begin = text.slice(0, READ);
  const verb = (VERB.exec(begin)?.[1] ?? 'statement').toLowerCase();
  const table = WITHOUT_TABLE.test(verb) ? undefined : TABLE.exec(begin)?.[1];
  return table ? `${verb} ${table}` : verb;
}
