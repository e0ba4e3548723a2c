import { type Document, isAlias, isScalar, parseDocument } from 'yaml';
import type { ProgramDefinition } from '../domain/programs/program-definition.ts';
import type { Picture } from '../domain/programs/program-settings.ts';
import type { Path } from './mistakes.ts';

/** A part of the text that is replaced. */
interface Replacement {
  from: number;
  to: number;
  by: string;
}

/**
 * The text of a program file that can be applied from any folder: pictures that the text names by their paths stand in
 * it as data: URIs. Everything else stays as it is written. `definition` is what the text was applied as.
 */
export function selfContained(source: string, definition: ProgramDefinition): string {
  const document = parseDocument(source);
  const replacements = new Map<number, Replacement>();
  for (const [path, picture] of picturesOf(definition)) {
    const replacement = replacementOf(document, path, picture);
    if (replacement) replacements.set(replacement.from, replacement);
  }
  // From the end, so that the places before a replacement stay where they are.
  return [...replacements.values()]
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, by }) => text.slice(0, from) + by + text.slice(to), source);
}

function picturesOf({ settings: { theme }, rewards }: ProgramDefinition): [Path, Picture][] {
  const ofTheme = (['logo', 'logo_dark', 'banner'] as const).flatMap((name): [Path, Picture][] =>
    theme?.[name] ? [[['theme', name], theme[name]]] : [],
  );
  const ofRewards = rewards.flatMap(({ key, definition: { image } }): [Path, Picture][] =>
    image ? [[['rewards', key, 'image'], image]] : [],
  );
  return [...ofTheme, ...ofRewards];
}

/** undefined: the place holds a data: URI already, or an alias around it stands for a place that is replaced too. */
function replacementOf(document: Document, path: Path, { src }: Picture): Replacement | undefined {
  const written = document.getIn(path, true);
  const node = isAlias(written) ? written.resolve(document) : written;
  if (!isScalar(node) || !node.range || String(node.value).startsWith('data:')) return undefined;
  const [from, to] = node.range;
  return { from, to, by: JSON.stringify(src) };
}
