import { readdirSync, readFileSync } from 'node:fs';

/** A page of the documentation as it is written. */
export interface DocSource {
  /** From the top of the project: `docs/api.md`. */
  file: string;
  /** Behind `/docs/`; empty: the index itself. */
  address: string;
  text: string;
}

/** The folder that holds `docs`, beside the sources and beside the build. */
export const TOP_FOLDER = new URL('../../../', import.meta.url);

/** The index of the documentation, whose tables say which pages there are and in which order. */
export const INDEX_FILE = 'docs/README.md';

/** Pages outside `docs`. They would share an address with a page inside, so each has a name of its own. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'README.md': 'start',
  'CONTRIBUTING.md': 'contributing',
  'CHANGELOG.md': 'changelog',
  'SECURITY.md': 'report-a-weakness',
};

/** Every page that there is. A file or folder that is missing is left out, so that the server starts without it. */
export function readDocs(top: URL = TOP_FOLDER): DocSource[] {
  return [...Object.keys(OUTSIDE), ...filesOfDocs(top)].flatMap((file) => {
    const content = readIfThere(new URL(file, top));
    return content ? [{ file, address: addressOf(file), text: content.toString('utf8') }] : [];
  });
}

/** The content of a file; undefined where it cannot be read. */
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

/** A folder's README is the folder's own page. */
function addressOf(file: string): string {
  return (
    OUTSIDE[file] ??
    file
      .replace(/^docs\//, '')
      .replace(/(^|\/)README\.md$/, '')
      .replace(/\.md$/, '')
  );
}
