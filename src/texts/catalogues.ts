import { ar } from './ar.ts';
import type { Catalogue, MessageKey } from './catalogue.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { primaryOf } from './language.ts';

/** By primary language. Languages without a catalogue use English. */
export const CATALOGUES: Readonly<Record<string, Catalogue>> = { en, de, fr, es, ja, ar };

export const MESSAGE_KEYS = Object.keys(en) as readonly MessageKey[];

export function hasCatalogue(language: string): boolean {
  return Object.hasOwn(CATALOGUES, primaryOf(language));
}

/** The messages for readers of `language` (a BCP 47 tag), or the English ones if it has no catalogue. */
export function catalogueFor(language: string): Catalogue {
  return hasCatalogue(language) ? CATALOGUES[primaryOf(language)]! : en;
}
