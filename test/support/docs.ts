import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VariablesSchema } from '../../src/variables.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const AT_THE_TOP = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];

/** The paths of all pages, from the top of the project. */
export const PAGES: readonly string[] = [
  ...AT_THE_TOP,
  ...readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .sort(),
];

export function pageText(path: string): string {
  return readFileSync(ROOT + path, 'utf8');
}

/** A page without its fenced blocks. */
export function prose(path: string): string {
  return pageText(path).replaceAll(/^ *```\w+\n.*?^ *```$/gms, '');
}

/** A fenced block, and the mark before it: the name under which a test runs it, or the reason why none does. */
export interface Fence {
  page: string;
  mark: 'run' | 'not run' | null;
  name: string;
  language: string;
  text: string;
}

export function fences(page: string): Fence[] {
  const marked = /^( *)(?:<!-- (run|not run): (.+?) -->\n *)?```(\w+)\n(.*?)^ *```$/gms;
  return [...pageText(page).matchAll(marked)].map(([, indent, mark, name = '', language, text]) => ({
    page,
    mark: (mark as Fence['mark']) ?? null,
    name,
    language: language!,
    text: text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/** The blocks of a page that are marked `<!-- run: name -->`, in their order. */
export function examples(page: string, name: string): string[] {
  return fences(page).flatMap((fence) => (fence.mark === 'run' && fence.name === name ? [fence.text] : []));
}

/** The rows of a page's tables whose first column has that title, without their heads. */
export function tableRows(page: string, title: string): string[][] {
  const lines = pageText(page).split('\n');
  return lines.flatMap((line, head) => {
    if (!line.startsWith(`| ${title} |`)) return [];
    const end = lines.findIndex((other, index) => index > head && !other.startsWith('|'));
    return lines.slice(head + 2, end).map(cellsOf);
  });
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The names in backticks of a cell. */
export function codeNames(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
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
