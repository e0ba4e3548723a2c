import { type FileSection, pathOfSection } from '../../../program-file/draft-entries.ts';
import { valueAt } from '../../../program-file/edit-program-file.ts';
import type { IconName } from '../design/icon.tsx';
import type { ConsoleMessage } from '../language/en.ts';
import { entrySchema, type FieldSchema, fileSchema, isFields } from './file-schema.ts';
import { languagesOf } from './languages.ts';

interface SectionLook {
  icon: IconName;
  /** The word for one of its entries. */
  one: ConsoleMessage;
  /** The effect of removing an entry from the program. */
  leaves: ConsoleMessage;
}

const entry = 'entry_leaves_entry';

/** The sections. Their titles and sentences are the messages `section_…`. */
export const SECTIONS: Readonly<Record<FileSection, SectionLook>> = {
  rules: { icon: 'spark', one: 'rule', leaves: entry },
  rewards: { icon: 'gift', one: 'reward', leaves: entry },
  tiers: { icon: 'crown', one: 'tier', leaves: entry },
  benefits: { icon: 'check', one: 'one_benefit', leaves: entry },
  tier_settings: { icon: 'clock', one: 'one_setting', leaves: entry },
  sites: { icon: 'bag', one: 'one_site', leaves: entry },
  settings: { icon: 'info', one: 'one_setting', leaves: entry },
  currency_rates: { icon: 'coins', one: 'one_rate', leaves: 'entry_leaves_rate' },
  texts: { icon: 'code', one: 'one_language', leaves: 'entry_leaves_texts' },
};

/** The tabs of a program, each with its sections. Their titles are the messages `part_…`. */
export const PARTS = {
  earn: ['rules'],
  rewards: ['rewards'],
  tiers: ['tiers', 'benefits', 'tier_settings'],
  settings: ['settings', 'sites', 'currency_rates', 'texts'],
} as const satisfies Record<string, readonly FileSection[]>;
export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as PartName[];

/** The part with this name in an address; for any other word, the first part. */
export function partNamed(word: string | undefined): PartName {
  return PART_NAMES.find((name) => name === word) ?? 'earn';
}

/** The part with the entries of a section. */
export function partOf(section: FileSection): PartName {
  return PART_NAMES.find((name) => (PARTS[name] as readonly string[]).includes(section))!;
}

export function isSection(word: string): word is FileSection {
  return Object.hasOwn(SECTIONS, word);
}

/** Whether operators choose the keys of a section's entries. In other sections the server names the keys. */
export function hasOwnKeys(section: FileSection): boolean {
  return section !== 'settings' && section !== 'tier_settings' && section !== 'texts';
}

/** The keys that a section of settings may have. `key` is not one of them, because it names the program for ever. */
function knownKeys(section: FileSection): string[] {
  const others = [
    'key',
    'sites',
    'tiers',
    'rules',
    'rewards',
    'texts',
    'currency_rates',
    'levels',
    'benefits',
  ];
  const schema = pathOfSection(section).reduce((held, name) => held.properties![name]!, fileSchema());
  return Object.keys(schema.properties!).filter((name) => !others.includes(name));
}

/** The entries of a section, by key, in the order of the file. */
export function entriesIn(values: unknown, section: FileSection): [key: string, entry: unknown][] {
  const map = valueAt(values, pathOfSection(section));
  if (!isFields(map)) return [];
  if (hasOwnKeys(section) || section === 'texts') return Object.entries(map);
  return knownKeys(section).flatMap((key): [string, unknown][] =>
    Object.hasOwn(map, key) ? [[key, map[key]]] : [],
  );
}

/** The keys of possible entries that a section does not have; empty for a section whose keys operators choose. */
export function absentKeys(values: Readonly<Record<string, unknown>>, section: FileSection): string[] {
  if (hasOwnKeys(section)) return [];
  const held = new Set(entriesIn(values, section).map(([key]) => key));
  const known = section === 'texts' ? [...new Set([...languagesIn(values), 'en'])] : knownKeys(section);
  return known.filter((key) => !held.has(key));
}

/** The schema of an entry, if its section may have an entry with this key; otherwise undefined. */
export function schemaOfEntry(section: FileSection, key: string): FieldSchema | undefined {
  if (section === 'currency_rates') return entrySchema(section, 'EUR');
  return entrySchema(section, hasOwnKeys(section) ? 'any' : key);
}

/** The languages of the sites of a file, the first site's first. */
export function languagesIn(values: Readonly<Record<string, unknown>>): string[] {
  const sites = entriesIn(values, 'sites').map(([, site]) => {
    const tags: unknown = isFields(site) ? site.languages : undefined;
    return {
      languages: Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : [],
    };
  });
  const languages = languagesOf({ sites });
  return languages.length > 0 ? languages : ['en'];
}
