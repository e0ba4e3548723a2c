import { DomainError } from '../domain/core/errors.ts';
import { editProgramFile, valueAt } from './edit-program-file.ts';
import { readYaml } from './read-yaml.ts';

/** The parts of a program file whose entries are edited separately. */
const SECTIONS = {
  sites: ['sites'],
  tiers: ['tiers', 'levels'],
  benefits: ['tiers', 'benefits'],
  rules: ['rules'],
  rewards: ['rewards'],
  texts: ['texts'],
  currency_rates: ['currency_rates'],
  /** The keys of the file itself, such as `points_expiry`, by their names. */
  settings: [],
  /** The keys of `tiers` itself. */
  tier_settings: ['tiers'],
} as const satisfies Record<string, readonly string[]>;

export type FileSection = keyof typeof SECTIONS;
export const FILE_SECTIONS = Object.keys(SECTIONS) as FileSection[];

/** The names from the top of the file down to the entries of a section. */
export function pathOfSection(section: FileSection): readonly string[] {
  return SECTIONS[section];
}

/** The text with a new or replaced entry. Throws ProgramFileError if the text is not YAML. */
export function withEntry(text: string, section: FileSection, key: string, value: unknown): string {
  return editProgramFile(text, [{ path: [...SECTIONS[section], key], value }]);
}

/** The text without an entry. Throws DomainError('not_found') if it has none, ProgramFileError if it is not YAML. */
export function withoutEntry(text: string, section: FileSection, key: string): string {
  const path = [...SECTIONS[section], key];
  const held = valueAt(readYaml(text).value, path);
  if (held === undefined) throw new DomainError('not_found', `The draft has no ${path.join('.')}.`);
  return editProgramFile(text, [{ path }]);
}
