import { readFileSync } from 'node:fs';
import { VariablesSchema } from '../../src/config.ts';

export const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The fenced blocks that are marked `<!-- run: name -->`, in their order, each as it stands there. */
export function examples(name: string): string[] {
  const marked = /^<!-- run: ([\w ]+) -->\n```(?:\w+)\n(.*?)^```$/gms;
  return [...README.matchAll(marked)].flatMap(([, mark, block]) => (mark === name ? [block!] : []));
}

/** The rows of the table whose first column has that title, without its head. */
export function tableRows(title: string): string[][] {
  const lines = README.split('\n');
  const head = lines.findIndex((line) => line.startsWith(`| ${title} |`));
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'));
  return lines.slice(head + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The rows that the table of environment variables must have, from the variables themselves. */
export function environmentRows(): string[][] {
  return Object.entries(VariablesSchema.properties).map(([name, schema]) => {
    const [, does = '', standard = ''] = /^(.*?)(?: Default: (.*)\.)?$/.exec(schema.description!) ?? [];
    return [`\`${name}\``, standard || code(schema.default), does];
  });
}

function code(value: unknown): string {
  if (value === undefined) return '';
  return `\`${{ true: 'on', false: 'off' }[String(value)] ?? value}\``;
}
