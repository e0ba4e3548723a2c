import { isScalar, parseDocument } from 'yaml';
import type { ProgramDefinition } from '../domain/programs/program-definition.ts';
import type { Logo } from '../domain/programs/program-settings.ts';

/**
 * The text of a program file that can be applied from any folder: logos that the text names by their paths stand in it
 * as data: URIs. Everything else stays as it is written. `definition` is what the text was applied as.
 */
export function selfContained(source: string, definition: ProgramDefinition): string {
  return LOGOS.reduce(
    (text, name) => withData(text, name, definition.settings.theme?.[name] ?? null),
    source,
  );
}

const LOGOS = ['logo', 'logo_dark'] as const;

function withData(source: string, name: (typeof LOGOS)[number], logo: Logo | null): string {
  const written = parseDocument(source).getIn(['theme', name], true);
  if (!logo || !isScalar(written) || !written.range || String(written.value).startsWith('data:'))
    return source;
  const [start, end] = written.range;
  return source.slice(0, start) + JSON.stringify(logo.src) + source.slice(end);
}
