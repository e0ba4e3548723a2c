import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The contents of a file that a program file names, or the mistake. `folder`: the folder of the program file; null: the
 * program file came alone from another machine, and may name no file of this one. Then `instead` says what it may
 * contain.
 */
export function readFileBeside(
  folder: string | null,
  name: string,
  instead: string,
): Buffer | { mistake: string } {
  if (folder === null) return { mistake: `must be ${instead}: no other file comes with this one` };
  try {
    return readFileSync(resolve(folder, name));
  } catch (error) {
    return { mistake: `cannot be read: ${(error as Error).message}` };
  }
}
