import { type Document, isAlias, isScalar, parseDocument } from 'yaml';
import type { ProgramDefinition } from '../domain/programs/program-definition.ts';
import type { Picture } from '../domain/programs/program-settings.ts';
import type { Path } from './mistakes.ts';
import { isCss } from './read-css.ts';

/** A part of the text that is replaced. */
interface Replacement {
  from: number;
  to: number;
  by: string;
}

/**
 * The text of a program file that can be applied from any folder: it contains the pictures and the style sheet that
 * `source` names by their paths. Everything else stays as it is. `definition`: the definition that `source` gave when
 * it was applied.
 */
export function selfContained(source: string, definition: ProgramDefinition): string {
  const document = parseDocument(source);
  const replacements = new Map<number, Replacement>();
  for (const [path, asset] of assetsOf(definition)) {
    const replacement = replacementOf(document, path, asset);
    if (replacement) replacements.set(replacement.from, replacement);
  }
  // The replacements begin at the end of the text, so that the earlier places stay valid.
  return [...replacements.values()]
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, by }) => text.slice(0, from) + by + text.slice(to), source);
}

function assetsOf({ settings: { theme }, rewards }: ProgramDefinition): [Path, asset: string][] {
  const pictures: [Path, Picture | null | undefined][] = [
    [['theme', 'logo'], theme?.logo],
    [['theme', 'logo_dark'], theme?.logo_dark],
    [['theme', 'banner'], theme?.banner],
    ...rewards.map(({ key, definition }): [Path, Picture | undefined] => [
      ['rewards', key, 'image'],
      definition.image,
    ]),
  ];
  const assets = pictures.flatMap(([path, picture]): [Path, string][] =>
    picture ? [[path, picture.src]] : [],
  );
  return theme?.css === undefined ? assets : [...assets, [['theme', 'css'], theme.css]];
}

/** undefined: the text already contains it, or an alias around it refers to a place that is replaced too. */
function replacementOf(document: Document, path: Path, asset: string): Replacement | undefined {
  const written = document.getIn(path, true);
  const node = isAlias(written) ? written.resolve(document) : written;
  if (!isScalar(node) || !node.range) return undefined;
  const text = String(node.value);
  if (text.startsWith('data:') || isCss(text)) return undefined;
  const [from, to] = node.range;
  return { from, to, by: JSON.stringify(asset) };
}
