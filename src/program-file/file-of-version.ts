import type { WholeVersion } from '../domain/programs/version-store.ts';
import { selfContained } from './self-contained.ts';
import { writeProgramFile } from './write-program-file.ts';

/**
 * The program file of a version: the operator's own text if the version came from a file, otherwise a text written from
 * the definition. It can be applied from any folder. Applied to the program at that version, it changes nothing.
 */
export function fileOfVersion({ source, definition }: Omit<WholeVersion, 'version'>): string {
  return source === null ? writeProgramFile(definition) : selfContained(source, definition);
}
