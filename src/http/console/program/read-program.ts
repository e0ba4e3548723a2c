import { DomainError } from '../../../domain/core/errors.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import {
  findVersion,
  listVersions,
  type VersionSummary,
  type WholeVersion,
} from '../../../domain/programs/version-store.ts';
import { fileValues } from '../../../program-file/write-program-file.ts';
import type { ShownProgram } from './shown-program.ts';

type ReadDeps = Pick<Deps, 'db'>;

/** The newest version, and the program's values in the form of its file. */
export async function readLive(
  { db }: ReadDeps,
  program: Program,
): Promise<{ newest: VersionSummary; shown: Required<ShownProgram> }> {
  const [whole, [newest]] = await Promise.all([
    findVersion(db, program.id, null),
    listVersions(db, program.id, { limit: 1 }),
  ]);
  return { newest: newest!, shown: { values: fileValues(whole!.definition), program, mistakes: [] } };
}

/** The number in an address. Any other text gives a number that nothing has. */
export function numberIn(word: string | undefined): number {
  if (word !== undefined && /^[1-9]\d{0,8}$/.test(word)) return Number(word);
  throw new DomainError('not_found', 'There is no such version or draft.');
}

export interface ReadVersion {
  summary: VersionSummary;
  whole: WholeVersion;
  newest: number;
}

/** Throws `not_found`. */
export async function readVersion({ db }: ReadDeps, program: Program, number: number): Promise<ReadVersion> {
  const [[summary], [latest], whole] = await Promise.all([
    listVersions(db, program.id, { before: number + 1, limit: 1 }),
    listVersions(db, program.id, { limit: 1 }),
    findVersion(db, program.id, number),
  ]);
  if (!whole || !summary) throw new DomainError('not_found', 'The program has no such version.');
  return { summary, whole, newest: latest!.version };
}
