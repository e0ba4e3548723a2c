import { type FileSection, pathOfSection } from '../../../program-file/draft-entries.ts';
import { valueAt } from '../../../program-file/edit-program-file.ts';
import type { IconName } from '../design/icon.tsx';
import { entrySchema, type FieldSchema, fileSchema, isFields } from './file-schema.ts';
import { languagesOf } from './languages.ts';

interface SectionWords {
  title: string;
  /** One entry, in a sentence: "a rule". */
  one: string;
  icon: IconName;
  /** The things that stand here, where there are none yet. */
  teaches: string;
  /** The fate of an entry that leaves the program. */
  leaves?: string;
}

export const SECTION_WORDS: Record<FileSection, SectionWords> = {
  rules: {
    title: 'Ways to earn',
    one: 'rule',
    icon: 'spark',
    teaches: 'A rule says what customers do, and the points or the reward that they get for it.',
  },
  rewards: {
    title: 'Rewards',
    one: 'reward',
    icon: 'gift',
    teaches: 'A reward says what customers get for their points.',
  },
  tiers: {
    title: 'Tiers',
    one: 'tier',
    icon: 'crown',
    teaches: 'Tiers tell regular customers from others. Rules and rewards may differ by tier.',
  },
  benefits: {
    title: 'Benefits',
    one: 'benefit',
    icon: 'check',
    teaches: 'A benefit is something that members of a tier enjoy, and that this server only tells of.',
  },
  tier_settings: {
    title: 'How tiers are held',
    one: 'setting',
    icon: 'clock',
    teaches: 'They say what decides on the tier, and how long it is held.',
  },
  sites: {
    title: 'Sites',
    one: 'site',
    icon: 'bag',
    teaches: 'A site is a store that the program serves.',
  },
  settings: {
    title: 'Settings and look',
    one: 'setting',
    icon: 'info',
    teaches: 'They hold for the program as a whole.',
  },
  currency_rates: {
    title: 'Rates of other currencies',
    one: 'rate',
    icon: 'coins',
    teaches: 'With its rate, orders and carts in another currency count too.',
    leaves: 'Once the draft is published, orders in this currency are refused.',
  },
  texts: {
    title: 'Words of the server',
    one: 'language',
    icon: 'code',
    teaches: 'The loyalty page and histories speak in words of the server, unless you give others here.',
    leaves: 'Once the draft is published, the words of the server stand again.',
  },
};

/** The tabs of a program, each with its sections. */
export const PARTS = {
  earn: { title: 'Earn', sections: ['rules'] },
  rewards: { title: 'Rewards', sections: ['rewards'] },
  tiers: { title: 'Tiers', sections: ['tiers', 'benefits', 'tier_settings'] },
  settings: { title: 'Settings', sections: ['settings', 'sites', 'currency_rates', 'texts'] },
} as const satisfies Record<string, { title: string; sections: readonly FileSection[] }>;
export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as PartName[];

/** The part that an address names; the first for any other word. */
export function partNamed(word: string | undefined): PartName {
  return PART_NAMES.find((name) => name === word) ?? 'earn';
}

/** The part in which the entries of a section stand. */
export function partOf(section: FileSection): PartName {
  return PART_NAMES.find((name) => (PARTS[name].sections as readonly string[]).includes(section))!;
}

export function isSection(word: string): word is FileSection {
  return Object.hasOwn(SECTION_WORDS, word);
}

/** Sections whose entries have keys of the operator's own choice. In the others the server names the keys. */
export function hasOwnKeys(section: FileSection): boolean {
  return section !== 'settings' && section !== 'tier_settings' && section !== 'texts';
}

/** The keys that a section of settings may have. `key` names the program for ever. */
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

/** The keys of entries that a section may have and lacks; empty for a section whose keys operators choose. */
export function absentKeys(values: Readonly<Record<string, unknown>>, section: FileSection): string[] {
  if (hasOwnKeys(section)) return [];
  const held = new Set(entriesIn(values, section).map(([key]) => key));
  const known = section === 'texts' ? [...new Set([...languagesIn(values), 'en'])] : knownKeys(section);
  return known.filter((key) => !held.has(key));
}

/** The schema of an entry with a key that its section may have; undefined: it has no such entry. */
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
