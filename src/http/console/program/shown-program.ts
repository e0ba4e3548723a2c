import type { Program } from '../../../domain/programs/configuration.ts';
import type { FileSection } from '../../../program-file/draft-entries.ts';
import { pathOfSection } from '../../../program-file/draft-entries.ts';
import { formatPath } from '../../../program-file/mistakes.ts';
import { programView } from '../../shared/program-view.ts';
import type { ShownEntry } from './entry-card.tsx';
import { type Units, unitsOf } from './entry-facts.ts';
import { entryWords, type WordedSection } from './entry-words.ts';
import { entriesIn, PARTS, type PartName } from './program-parts.ts';

/** A program file as a screen shows it: its values, and its program. */
export interface ShownProgram {
  values: Readonly<Record<string, unknown>>;
  /** Absent: the file has mistakes, so there is no program. */
  program?: Program | undefined;
  /** The mistakes by their places: "rules.visit.result". */
  mistakes: readonly { path: string; message: string }[];
}

/** A section of a part, with its entries in words. */
export interface ShownSection {
  section: FileSection;
  entries: ShownEntry[];
}

const WORDED: readonly string[] = ['rules', 'rewards', 'tiers'] satisfies readonly WordedSection[];

/** Whether customers read the entries of a section. */
export function isWordedSection(section: FileSection): section is WordedSection {
  return WORDED.includes(section);
}

export function shownSections(shown: ShownProgram, part: PartName, language: string): ShownSection[] {
  return PARTS[part].map((section: FileSection) => ({
    section,
    entries: entriesIn(shown.values, section).map(([key, value]) => ({
      section,
      key,
      value,
      words: wordsOf(shown, section, key, language),
      mistakes: mistakesIn(shown, section, key),
    })),
  }));
}

function wordsOf({ program }: ShownProgram, section: FileSection, key: string, language: string) {
  if (!program || !isWordedSection(section)) return undefined;
  return entryWords(programView(program, language), section, key);
}

/** The mistakes of an entry, as sentences. */
function mistakesIn({ mistakes }: ShownProgram, section: FileSection, key: string): string[] {
  const place = placeOfEntry(section, key);
  return mistakes
    .filter(({ path }) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`))
    .map(({ path, message }) => `${path.slice(place.length).replace(/^\./, '') || key}: ${message}`);
}

/** The path of an entry as mistakes write it. */
export function placeOfEntry(section: FileSection, key: string): string {
  return formatPath([...pathOfSection(section), key]);
}

export function unitsOfShown({ values }: ShownProgram): Units {
  return unitsOf(values);
}
