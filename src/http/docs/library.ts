import { marked, type Token, type Tokens } from 'marked';
import { type DocSource, INDEX_FILE, readDocs, readIfThere, TOP_FOLDER } from './doc-sources.ts';
import { wordsOf, wordsOfAll } from './doc-text.ts';
import { fileOfLink, type RenderedDoc, renderDoc } from './render-doc.ts';

/** A page in a list of pages. */
export interface DocEntry {
  address: string;
  title: string;
  /** The reader of the page, and the reader's benefit; empty if the index does not say it. */
  reader: string;
  gain: string;
}

export interface DocGroup {
  title: string;
  entries: DocEntry[];
}

export interface DocPage extends RenderedDoc {
  address: string;
}

export interface Library {
  pages: ReadonlyMap<string, DocPage>;
  groups: DocGroup[];
  /** All pages in their reading order. */
  order: DocEntry[];
  /** The pictures that pages show, by name. */
  images: ReadonlyMap<string, Buffer>;
}

/**
 * The relative path from a page up to the folder that contains `docs`: links are relative, so that a proxy may add a
 * path.
 */
export function upFrom(address: string): string {
  return address === '' ? './' : '../'.repeat(address.split('/').length);
}

/** Reads and renders the whole documentation. Files that it does not find now are never served. */
export function openLibrary(top: URL = TOP_FOLDER): Library {
  const sources = readDocs(top);
  const addresses = new Map(sources.map(({ file, address }) => [file, address]));
  const images = new Map<string, Buffer>();
  const pages = new Map<string, DocPage>();
  for (const { file, address, text } of sources) {
    const up = upFrom(address);
    const places = {
      page: (target: string) => {
        const found = addresses.get(target) ?? addresses.get(`${target.replace(/\/$/, '')}/README.md`);
        return found === undefined ? undefined : addressOfPage(up, found);
      },
      image: (target: string) => {
        const name = target.slice(target.lastIndexOf('/') + 1);
        const content = IMAGE_TYPES[typeOfName(name)] && readIfThere(new URL(target, top));
        if (!content) return undefined;
        images.set(name, content);
        return `${up}docs/images/${name}`;
      },
    };
    pages.set(address, { address, ...renderDoc(file, text, places) });
  }
  const groups = groupsOf(sources, pages);
  return { pages, groups, order: inOrder(groups, pages), images };
}

export function addressOfPage(up: string, address: string): string {
  return address === '' ? `${up}docs` : `${up}docs/${address}`;
}

/** The types of the pictures that are served, by the end of their names. */
export const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

export function typeOfName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** The groups of pages: the tables of the index, with the README first. Pages that no table lists come last. */
function groupsOf(sources: readonly DocSource[], pages: ReadonlyMap<string, DocPage>): DocGroup[] {
  const addresses = new Map(sources.map(({ file, address }) => [file, address]));
  const groups: DocGroup[] = [];
  for (const token of marked.lexer(sources.find(({ file }) => file === INDEX_FILE)?.text ?? '')) {
    if (token.type === 'heading' && token.depth === 2) {
      groups.push({ title: wordsOf(token), entries: [] });
    } else if (token.type === 'table') {
      groups.at(-1)?.entries.push(...(token as Tokens.Table).rows.flatMap((row) => entryOf(row, addresses)));
    }
  }
  const listed = new Set(groups.flatMap(({ entries }) => entries.map(({ address }) => address)));
  const unlisted = [...pages.values()].filter(
    ({ address }) => address !== '' && !address.startsWith('adr/') && !listed.has(address),
  );
  if (groups.length === 0) groups.push({ title: 'Pages', entries: [] });
  for (const { address, title } of unlisted) {
    if (address === 'start') groups[0]!.entries.unshift({ ...OVERVIEW, address });
    else groups.at(-1)!.entries.push({ address, title, reader: '', gain: '' });
  }
  return groups;
}

const OVERVIEW = {
  title: 'Overview and quick start',
  reader: 'everybody',
  gain: 'run a server with a demo program, and earn and spend the first points',
};

/** A row of the index: a link to the page, its reader, and the reader's benefit. */
function entryOf(
  [name, reader, gain]: Tokens.TableCell[],
  addresses: ReadonlyMap<string, string>,
): DocEntry[] {
  const link = name?.tokens.find((token): token is Tokens.Link => token.type === 'link');
  const address = link && addresses.get(fileOfLink(INDEX_FILE, link.href));
  if (!link || address === undefined) return [];
  const words = (cell?: { tokens: Token[] }) => wordsOfAll(cell?.tokens ?? []);
  return [{ address, title: wordsOfAll(link.tokens), reader: words(reader), gain: words(gain) }];
}

/** The decisions follow the page that lists them. */
function inOrder(groups: readonly DocGroup[], pages: ReadonlyMap<string, DocPage>): DocEntry[] {
  const decisions = [...pages.values()]
    .filter(({ address }) => address.startsWith('adr/'))
    .map(({ address, title }) => ({ address, title, reader: '', gain: '' }));
  return groups.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.address === 'adr' ? [entry, ...decisions] : [entry])),
  );
}
