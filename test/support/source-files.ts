import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export interface SourceFile {
  name: string;
  text: string;
  /** Project files as `src/…`, packages by name; imports of types included. */
  imports: string[];
  /** Those of `imports` that are there when the code runs. */
  values: string[];
}

const STATEMENT = /^(?:import|export)\s+(?!type\s)(?:([^;'"]*?)\s+from\s+)?'([^']+)'/gm;

export const SOURCE_FILES = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .sort()
  .map((name): SourceFile => {
    const file = path.join('src', name);
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const whole = (target: string) =>
      target.startsWith('.') ? path.join(path.dirname(file), target) : target;
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) =>
      whole(target),
    );
    const values = [...text.matchAll(STATEMENT)]
      .filter(([, names = 'all']) => !/^\{(\s*type\s[^,}]+,?)*\s*\}$/.test(names))
      .map(([, , target = '']) => whole(target));
    return { name: file, text, imports, values };
  });

/**
 * The folder of a file: one of the domain's, one of http's, otherwise one of src; for a file of src itself, its name.
 */
export function folderOf(file: string): string {
  const [, top = '', below = '', deeper] = file.split('/');
  if (below === '') return top;
  return (top === 'domain' || top === 'http') && deeper !== undefined ? `${top}/${below}` : top;
}

/** Folder → the folders that its files import, without itself. */
export function importsBetweenFolders(): ReadonlyMap<string, ReadonlySet<string>> {
  const between = new Map<string, Set<string>>();
  for (const { name, imports } of SOURCE_FILES) {
    const folder = folderOf(name);
    const targets = between.get(folder) ?? new Set<string>();
    between.set(folder, targets);
    for (const target of imports) {
      if (target.startsWith('src/') && folderOf(target) !== folder) targets.add(folderOf(target));
    }
  }
  return between;
}
