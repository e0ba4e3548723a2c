import type { FileSection } from '../../../program-file/draft-entries.ts';
import { pathOfSection } from '../../../program-file/draft-entries.ts';
import { valueAt } from '../../../program-file/edit-program-file.ts';
import type { IconName } from '../design/icon.tsx';
import { fileSchema, isFields } from './file-schema.ts';

/** The sections that have cards and forms. The words of the server itself are edited in the file alone. */
export type CardSection = Exclude<FileSection, 'texts' | 'currency_rates'>;

interface SectionWords {
  title: string;
  /** One entry, in a sentence: "a rule". */
  one: string;
  icon: IconName;
  /** The things that stand here, where there are none yet. */
  teaches: string;
}

export const SECTION_WORDS: Record<CardSection, SectionWords> = {
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
};

/** The tabs of a program, each with its sections. */
export const PARTS = {
  earn: { title: 'Earn', sections: ['rules'] },
  rewards: { title: 'Rewards', sections: ['rewards'] },
  tiers: { title: 'Tiers', sections: ['tiers', 'benefits', 'tier_settings'] },
  settings: { title: 'Settings', sections: ['settings', 'sites'] },
} as const satisfies Record<string, { title: string; sections: readonly CardSection[] }>;
export type PartName = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as PartName[];

/** The part that an address names; the first for any other word. */
export function partNamed(word: string | undefined): PartName {
  return PART_NAMES.find((name) => name === word) ?? 'earn';
}

/** The part in which the entries of a section stand. */
export function partOf(section: CardSection): PartName {
  return PART_NAMES.find((name) => (PARTS[name].sections as readonly string[]).includes(section))!;
}

export function isCardSection(word: string): word is CardSection {
  return Object.hasOwn(SECTION_WORDS, word);
}

/** Sections whose entries have keys of the operator's own choice. In the others the server names the keys. */
export function hasOwnKeys(section: CardSection): boolean {
  return section !== 'settings' && section !== 'tier_settings';
}

/** The keys that a section of settings may have. `key` names the program for ever. */
export function knownKeys(section: CardSection): string[] {
  if (hasOwnKeys(section)) return [];
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
export function entriesIn(values: unknown, section: CardSection): [key: string, entry: unknown][] {
  const map = valueAt(values, pathOfSection(section));
  if (!isFields(map)) return [];
  if (hasOwnKeys(section)) return Object.entries(map);
  return knownKeys(section).flatMap((key): [string, unknown][] =>
    Object.hasOwn(map, key) ? [[key, map[key]]] : [],
  );
}
