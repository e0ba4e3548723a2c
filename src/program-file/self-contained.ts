import { isScalar, parseDocument } from 'yaml';
import type { ProgramDefinition } from '../domain/programs/program-definition.ts';

/**
 * The text of a program file that can be applied from any folder: a logo that the text names by its path stands in it
 * as a data: URI. Everything else stays as it is written. `definition` is what the text was applied as.
 */
export function selfContained(source: string, definition: ProgramDefinition): string {
  const logo = definition.settings.theme?.logo;
  const written = parseDocument(source).getIn(['theme', 'logo'], true);
  if (!logo || !isScalar(written) || !written.range || String(written.value).startsWith('data:'))
    return source;
  const [start, end] = written.range;
  return source.slice(0, start) + JSON.stringify(logo.src) + source.slice(end);
}
