import { readdirSync, readFileSync } from 'node:fs';

/** A page of the documentation as its file has it. */
export interface DocSource {
  /** The path from the top of the project: `docs/api.md`. */
  file: string;
  /** The part of the address after `/docs/`; empty: the index itself. */
  address: string;
  text: string;
}

/** The folder that contains `docs`, beside the sources and beside the build. */
export const TOP_FOLDER = new URL('../../../', import.meta.url);

/** The index of the documentation. Its tables list the pages and their order. */
export const INDEX_FILE = 'docs/README.md';

/**
 * Pages outside `docs`. Under their own names they would have the address of a page inside, so each has another name.
 */
const OUTSIDE: Readonly<Record<string, string>> = {
  'README.md': 'start',
  'CONTRIBUTING.md': 'contributing',
  'CHANGELOG.md': 'changelog',
  'SECURITY.md': 'report-a-weakness',
};

/** Every page that exists. A missing file or folder is left out, so that the server starts without it. */
export function readDocs(top: URL = TOP_FOLDER): DocSource[] {
  return [...Object.keys(OUTSIDE), ...filesOfDocs(top)].flatMap((file) => {
    const content = readIfThere(new URL(file, top));
    return content ? [{ file, address: addressOf(file), text: content.toString('utf8') }] : [];
  });
}

/** The content of a file; undefined if it cannot be read. */
export function readIfThere(file: URL): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function filesOfDocs(top: URL): string[] {
  try {
    return readdirSync(new URL('docs/', top), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name.replaceAll('\\', '/')}`)
      .sort();
  } catch {
    return [];
  }
}

/** The README of a folder is the page of the folder itself. */
function addressOf(file: string): string {
  return (
    OUTSIDE[file] ??
    file
      .replace(/^docs\//, '')
      .replace(/(^|\/)README\.md$/, '')
      .replace(/\.md$/, '')
  );
}
