import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { VERSION } from 'rolldown';
import { type TransformOptions, transform } from 'rolldown/utils';
import type { Plugin } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'dist.tests');
const SUMS = join(FOLDER, 'sums.json');

const OPTIONS: TransformOptions = {
  sourcemap: true,
  jsx: { runtime: 'automatic', importSource: 'preact' },
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
};

/** Everything else that a compiled module depends on: it has the checkout's path. */
const SALT = JSON.stringify([ROOT, VERSION, OPTIONS]);

const COMPILED = ['src', 'test/support'];

/** Ids of compiled modules, which Node loads by itself. */
export const COMPILED_MODULES = /\/dist\.tests\//;

/**
 * Test files import the sources as Node's own modules, compiled one by one into `dist.tests`: vitest would transform each
 * of them for every project and run, and turn each use of an import into a call. A run compiles what changed since the run
 * before. Vitest's own modules are left to a run that watches or that measures coverage, which have to know them.
 */
export function compiledSources(): Plugin {
  let compiled: Promise<void> | undefined;
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    configureVitest({ vitest }) {
      if (vitest.config.watch || vitest.config.coverage.enabled || compiled) return;
      compiled = compileChanged();
      // A mistake in a source fails the test files, which wait for it.
      compiled.catch(() => {});
    },
    async resolveId(source, importer) {
      if (!compiled || !importer || !source.startsWith('.')) return null;
      const place = placeOf(resolve(dirname(importer), source));
      if (place === undefined) return null;
      await compiled;
      return place;
    },
  };
}

/** Where the module of that file lies once it is compiled; undefined: it is none of those. */
function placeOf(file: string): string | undefined {
  const name = relative(ROOT, file);
  if (!COMPILED.some((folder) => name.startsWith(folder + sep))) return undefined;
  return /\.(tsx?|js)$/.test(name) ? join(FOLDER, name.replace(/\.tsx?$/, '.js')) : undefined;
}

/** Several runs may compile at once: a module is replaced by one renaming. */
async function compileChanged(): Promise<void> {
  const former = readSums();
  const sums: Record<string, string> = {};
  const changed: [name: string, code: string][] = [];
  for (const folder of COMPILED) {
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true }) as string[]) {
      const name = join(folder, entry);
      const place = placeOf(join(ROOT, name));
      if (place === undefined) continue;
      const code = readFileSync(join(ROOT, name), 'utf8');
      sums[name] = createHash('sha1').update(SALT).update(code).digest('hex');
      if (sums[name] !== former[name]) changed.push([name, code]);
    }
  }
  await Promise.all(changed.map(([name, code]) => compile(name, code)));
  const gone = Object.keys(former).filter((name) => !Object.hasOwn(sums, name));
  for (const place of gone.map((name) => placeOf(join(ROOT, name))!)) {
    rmSync(place, { force: true });
    rmSync(`${place}.map`, { force: true });
  }
  if (changed.length + gone.length > 0) replaceFile(SUMS, JSON.stringify(sums));
}

function readSums(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(SUMS, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

async function compile(name: string, code: string): Promise<void> {
  const source = join(ROOT, name);
  const compiled = await transform(source, code, {
    ...OPTIONS,
    // A module finds files as its source does.
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(source).href),
      'import.meta.dirname': JSON.stringify(dirname(source)),
    },
  });
  const [error] = compiled.errors;
  if (error) throw new Error(`${name}: ${error.message}`);
  const place = placeOf(source)!;
  mkdirSync(dirname(place), { recursive: true });
  replaceFile(`${place}.map`, JSON.stringify(compiled.map));
  replaceFile(place, compiled.code);
}

function replaceFile(path: string, text: string): void {
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, path);
}
