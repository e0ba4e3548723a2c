/** A statement of a migration. */
export interface MigrationStatement {
  /** The text without comments, and with one space for each white space outside texts and bodies. */
  text: string;
  /** The table whose rows it changes in batches, if the line before it is `-- in batches of TABLE`. */
  batches_of: string | null;
}

/** The first line of a migration whose statements commit one by one, so that no lock outlives its statement. */
const ONE_BY_ONE = '-- one by one';

export function isOneByOne({ sql }: { sql: string }): boolean {
  return sql.startsWith(`${ONE_BY_ONE}\n`);
}

/** A comment, a text, a quoted name, a body, white space, or any other character. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|\s+|[\s\S]/g;
const BATCHES = /^-- in batches of (\w+)$/;

/** The statements of a file, in their order. */
export function statementsOf(sql: string): MigrationStatement[] {
  const statements: MigrationStatement[] = [];
  let text = '';
  let batches_of: string | null = null;
  const end = () => {
    if (text.trim() !== '') statements.push({ text: text.trim(), batches_of });
    text = '';
    batches_of = null;
  };
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') end();
    else if (token.startsWith('--')) batches_of = BATCHES.exec(token.trimEnd())?.[1] ?? batches_of;
    else if (!/^(?:\s|\/\*)/.test(token)) text += token;
    else if (!text.endsWith(' ')) text += ' ';
  }
  end();
  return statements;
}
