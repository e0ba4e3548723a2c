/** Something that a search can find: a section of a page, or an operation of the API. */
export interface Findable {
  /** The relative address from the folder that contains `docs`. */
  href: string;
  /** The page with the section. */
  page: string;
  title: string;
  text: string;
}

export interface Finding extends Findable {
  /** The part of the text with the words, in pieces: every second piece is a match. */
  excerpt: string[];
}

interface Indexed extends Findable {
  lower: { page: string; title: string; text: string };
}

export type SearchIndex = readonly Indexed[];

export function indexOf(findables: readonly Findable[]): SearchIndex {
  return findables.map((findable) => ({
    ...findable,
    lower: {
      page: findable.page.toLowerCase(),
      title: findable.title.toLowerCase(),
      text: findable.text.toLowerCase(),
    },
  }));
}

/** The longest question that is read, in characters. */
export const MOST_ASKED = 200;
const MOST_TERMS = 8;
const MOST_FOUND = 30;
const EXCERPT_LENGTH = 180;

/**
 * The sections with the most words of a question, the best first. A word is also found as the beginning of a longer
 * word.
 */
export function search(index: SearchIndex, question: string): Finding[] {
  const terms = termsOf(question);
  const scored = index
    .map((entry) => ({ entry, ...scoreOf(entry, terms) }))
    .filter(({ matched }) => matched > 0)
    .sort((a, b) => b.matched - a.matched || b.score - a.score);
  // A section that lacks a word of the question is shown only if no section has more of its words.
  const most = scored[0]?.matched;
  return scored
    .filter(({ matched }) => matched === most)
    .slice(0, MOST_FOUND)
    .map(({ entry: { lower: _lower, ...found } }) => ({ ...found, excerpt: excerptOf(found.text, terms) }));
}

function termsOf(question: string): string[] {
  const words = question
    .slice(0, MOST_ASKED)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u);
  // "webhooks" should find "webhook" too.
  const terms = words.filter(Boolean).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
  return [...new Set(terms)].slice(0, MOST_TERMS);
}

function scoreOf({ lower }: Indexed, terms: readonly string[]): { matched: number; score: number } {
  let matched = 0;
  let score = 0;
  for (const term of terms) {
    const inTitle = countOf(lower.title, term);
    const inPage = countOf(lower.page, term);
    const inText = countOf(lower.text, term);
    if (inTitle + inPage + inText > 0) matched += 1;
    score += Math.min(inTitle, 2) * 12 + Math.min(inPage, 1) * 6 + Math.min(inText, 5);
  }
  return { matched, score };
}

/** The number of words in the text that begin with the term. */
function countOf(text: string, term: string): number {
  let count = 0;
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + term.length)) {
    if (isBeginning(text, at)) count += 1;
  }
  return count;
}

function isBeginning(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!);
}

function excerptOf(text: string, terms: readonly string[]): string[] {
  const lower = text.toLowerCase();
  const places = terms.map((term) => firstOf(lower, term)).filter((at) => at !== -1);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const from = first < EXCERPT_LENGTH / 3 ? 0 : text.indexOf(' ', first - EXCERPT_LENGTH / 3) + 1;
  const cut = text.slice(from, from + EXCERPT_LENGTH);
  const shown = `${from > 0 ? '… ' : ''}${cut}${from + EXCERPT_LENGTH < text.length ? ' …' : ''}`;
  if (terms.length === 0) return [shown];
  return shown.split(new RegExp(`(?<![\\p{L}\\p{N}])((?:${terms.join('|')})[\\p{L}\\p{N}]*)`, 'giu'));
}

function firstOf(lower: string, term: string): number {
  let at = lower.indexOf(term);
  while (at !== -1 && !isBeginning(lower, at)) at = lower.indexOf(term, at + 1);
  return at;
}
