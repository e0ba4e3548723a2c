import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { VERSION } from 'rolldown';
import { type TransformOptions, transform } from 'rolldown/utils';
import type { Plugin } from 'vitest/config';
import type { ResolvedConfig } from 'vitest/node';
import { importJoined, joinPackage, type PackageModule, packageModules } from './compiled-packages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = 'dist.tests';

const OPTIONS: TransformOptions = {
  sourcemap: true,
  jsx: { runtime: 'automatic', importSource: 'preact' },
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
};

/** Everything that a module depends on beside its source and the path of that: the compiler, and these files. */
const SALT = createHash('sha1').update(VERSION);
for (const file of ['compiled.ts', 'compiled-packages.ts'])
  SALT.update(readFileSync(join(ROOT, 'test/support', file)));

const COMPILED = ['src', 'test'];

/** Ids of compiled modules, which Node loads by itself. */
export const COMPILED_MODULES = /\/dist\.tests\//;

/**
 * Test files and sources are Node's own modules, compiled one by one into `dist.tests`: vitest would transform each of them
 * for every project and run, and turn each use of an import into a call. A run compiles what changed since the run before.
 * Packages of hundreds of modules lie beside them, as one module each.
 * Vitest's own modules are left to a run that has to know them, and to a checkout that cannot be written.
 */
export function compiledSources(): Plugin {
  let compiled: Promise<boolean> | undefined;
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    configureVitest({ vitest }) {
      if (knowsModules(vitest.config) || compiled) return;
      compiled = compileChanged(ROOT);
      // A mistake in a source fails the test files, which wait for it.
      compiled.catch(() => {});
    },
    async resolveId(source, importer) {
      if (!compiled || !/^[./]/.test(source)) return null;
      // Vitest asks for test files and set-ups by their paths.
      const file = resolve(dirname(importer ?? ROOT), source);
      const place = placeOf(ROOT, file);
      if (place === undefined || !(await compiled)) return null;
      // Vitest prints the lines about a failure for modules only that it has transformed.
      if (file.endsWith('.test.ts') && this.environment.mode === 'dev')
        this.environment.moduleGraph.createFileOnlyEntry(file).transformResult ??= { code: '', map: null };
      return place;
    },
  };
}

/** Whether the run watches, measures coverage, looks for the tests of some sources, or stops where a debugger says. */
function knowsModules({ watch, coverage, related, changed, inspector }: ResolvedConfig): boolean {
  return Boolean(watch || coverage.enabled || related || changed || inspector.enabled);
}

/** Where the module of that file lies once it is compiled; undefined: it is none of those. */
function placeOf(root: string, file: string): string | undefined {
  const name = relative(root, file);
  if (!COMPILED.some((folder) => name.startsWith(folder + sep))) return undefined;
  return /\.(tsx?|js)$/.test(name) ? join(root, FOLDER, name.replace(/\.tsx?$/, '.js')) : undefined;
}

interface Source {
  file: string;
  code: Buffer;
  place: string;
}

interface Module {
  place: string;
  /** Its last line: a run that ends early, or another at once, leaves none that passes for a later one. */
  mark: string;
  made: () => Promise<{ code: string; map?: object | null }>;
}

/**
 * Compiles the sources of a checkout that changed, and removes the modules of those that are gone. Several runs may do so
 * at once: a module is replaced by one renaming. Resolves to false if nothing can be written there. Throws the first
 * mistake, once all others are compiled.
 */
export async function compileChanged(root: string): Promise<boolean> {
  const packages = packageModules(root, join(root, FOLDER));
  const modules = [
    ...packages.map(ofPackage),
    ...COMPILED.flatMap((folder) => sourcesIn(root, folder)).map((source) => ofSource(source, packages)),
  ];
  const ends = await Promise.allSettled(
    modules.filter(({ place, mark }) => !endsWith(place, mark)).map(write),
  );
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (failures.some(isOfSystem)) return false;
  if (failures.length > 0) throw failures[0];
  const places = new Set(modules.map(({ place }) => place));
  const former = filesIn(join(root, FOLDER)).filter((file) => file.endsWith('.js') && !places.has(file));
  for (const place of former) {
    rmSync(place, { force: true });
    rmSync(`${place}.map`, { force: true });
  }
  return true;
}

function sourcesIn(root: string, folder: string): Source[] {
  return filesIn(join(root, folder)).flatMap((file): Source[] => {
    const place = placeOf(root, file);
    if (place === undefined) return [];
    return [{ file, code: readFileSync(file), place }];
  });
}

function ofSource(source: Source, packages: readonly PackageModule[]): Module {
  const { file, code, place } = source;
  const joined = packages.map(({ name }) => name).join();
  const sum = SALT.copy().update(`${file}\n${joined}\n`).update(code).digest('hex');
  return { place, mark: `\n// ${sum}\n`, made: () => compile(source, packages) };
}

function ofPackage(from: PackageModule): Module {
  const sum = SALT.copy().update(from.manifest).digest('hex');
  return { place: from.place, mark: `\n// ${sum}\n`, made: async () => ({ code: await joinPackage(from) }) };
}

/** Every run waits for this. Node's own recursion takes six times as long. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder + sep + entry.name;
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

function endsWith(path: string, mark: string): boolean {
  return existsSync(path) && readFileSync(path).subarray(-mark.length).toString() === mark;
}

function isOfSystem(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}

async function compile({ file, code }: Source, packages: readonly PackageModule[]) {
  const compiled = await transform(file, code.toString(), {
    ...OPTIONS,
    // A module finds files as its source does.
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(file).href),
      'import.meta.dirname': JSON.stringify(dirname(file)),
    },
  });
  const [error] = compiled.errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  return { code: importJoined(compiled.code, packages), map: compiled.map };
}

async function write({ place, mark, made }: Module): Promise<void> {
  const { code, map } = await made();
  mkdirSync(dirname(place), { recursive: true });
  if (map) replaceFile(`${place}.map`, JSON.stringify(map));
  replaceFile(place, code + mark);
}

function replaceFile(path: string, text: string): void {
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, path);
}
