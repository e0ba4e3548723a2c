import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';

/**
 * A value of a statement's parameter: a constant, a pgbench expression worked out for each transaction, or
 * the variable of a script before it.
 */
export type BenchValue = string | number | null | { expression: string } | { variable: string };

export interface BenchScript {
  text: string;
  variables: Record<string, string>;
}

/**
 * A statement with `$1`, `$2` … as a pgbench script of that one statement, its values in variables of that
 * prefix. Nulls are written out, since a pgbench variable has none; everything else stays a parameter.
 */
export function pgbenchScript(statement: string, values: readonly BenchValue[], prefix: string): BenchScript {
  const variables: Record<string, string> = {};
  const settings: string[] = [];
  const placeholders = values.map((value, index) => {
    const name = `${prefix}${index + 1}`;
    if (value === null) return 'null';
    if (typeof value === 'object' && 'variable' in value) return `:${value.variable}`;
    if (typeof value === 'object') settings.push(`\\set ${name} ${value.expression}`);
    else variables[name] = String(value);
    return `:${name}`;
  });
  const sql = statement
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\$(\d+)/g, (_, number) => placeholders[Number(number) - 1]!);
  return { text: [...settings, `${sql};`].join('\n'), variables };
}

/** Both scripts, one after the other. */
export function inTurn(first: BenchScript, second: BenchScript): BenchScript {
  return {
    text: `${first.text}\n${second.text}`,
    variables: { ...first.variables, ...second.variables },
  };
}

/** Transactions per second over so many connections, each statement prepared once per connection. */
export async function runPgbench(
  url: string,
  script: BenchScript,
  options: { connections: number; seconds: number },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'loyaltyd-bench-'));
  try {
    const file = join(folder, 'script.sql');
    await writeFile(file, `${script.text}\n`);
    const threads = Math.min(options.connections, 2);
    const output = await runTool('pgbench', [
      ...['-n', '-M', 'prepared', '-f', file],
      ...['-c', String(options.connections), '-j', String(threads), '-T', String(options.seconds)],
      ...Object.entries(script.variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      url,
    ]);
    const figure = /^tps = ([\d.]+)/m.exec(output)?.[1];
    if (figure === undefined) throw new Error(`pgbench gave no figure:\n${output}`);
    return Number(figure);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
