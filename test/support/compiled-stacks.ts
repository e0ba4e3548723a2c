import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/** A place in a compiled module, as stacks show it: its path, line and column. */
const PLACE = /(?:file:\/\/)?(\/[^\s()]*\/dist\.tests\/[^\s():]+):(\d+):(\d+)/g;

const maps = new Map<string, SourceMap>();

function sourceOf(place: string, path: string, line: string, column: string): string {
  let map = maps.get(path);
  if (!map) {
    // Another run may have removed it, with its source.
    if (!existsSync(`${path}.map`)) return place;
    map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
    maps.set(path, map);
  }
  const found = map.findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in found)) return place;
  return `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`;
}

// Stacks name the sources of compiled modules. Vitest's own preparation, which this file wraps once a worker, knows only
// what it has transformed itself.
const marked = globalThis as { compiledStacks?: true };
if (!marked.compiledStacks) {
  const prepare = Error.prepareStackTrace!;
  Error.prepareStackTrace = (error, sites) => String(prepare(error, sites)).replaceAll(PLACE, sourceOf);
  marked.compiledStacks = true;
}
