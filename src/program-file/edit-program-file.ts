import { isDeepStrictEqual } from 'node:util';
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, visit, YAMLMap } from 'yaml';
import { aliasTargets } from './alias-targets.ts';
import { readYaml } from './read-yaml.ts';

/** A change of one place in a program file. */
export interface FileEdit {
  /** The names from the top of the file down to the value. */
  path: readonly string[];
  /** undefined: the value is removed. A new value comes last in its map. */
  value?: unknown;
  /** Instead of a value: the new order of the names in the map at the path. */
  order?: readonly string[];
}

/**
 * The text of a program file with some places changed. Everything else keeps its value, its comments and its order;
 * spaces and line breaks may differ. If an edit needs it, the values of aliases are written out. Throws
 * ProgramFileError if the text is not YAML.
 */
export function editProgramFile(text: string, edits: readonly FileEdit[]): string {
  const { document, value: before } = readYaml(text);
  const wanted = plain(edits.reduce(edited, before));
  for (const fresh of [() => document, () => unfolded(text)]) {
    const after = editedText(fresh(), edits, before);
    if (after !== undefined && isDeepStrictEqual(plain(readYaml(after).value), wanted)) return after;
  }
  throw new Error('An edit of a program file changed more than its place.');
}

/** undefined: an alias prevents the edits. */
function editedText(document: Document, edits: readonly FileEdit[], before: unknown): string | undefined {
  let values = before;
  for (const edit of edits) {
    if (!applyTo(document, edit, valueAt(values, edit.path))) return undefined;
    values = edited(values, edit);
  }
  try {
    return document.toString({ lineWidth: 0 });
  } catch (error) {
    // An edit removed the anchor, or moved it behind its alias.
    if (error instanceof Error && error.message.startsWith('Unresolved alias')) return undefined;
    throw error;
  }
}

/** The document with every alias replaced by its value. */
function unfolded(text: string): Document {
  const { document } = readYaml(text);
  const targets = aliasTargets(document);
  visit(document, {
    // A target comes before its aliases, so the aliases within the target are already written out.
    Alias: (_key, alias) => {
      const written = targets.get(alias)?.clone() as Node | undefined;
      if (written) keepLooks(written, alias);
      return written;
    },
  });
  visit(document, { Node: (_key, node) => void (isAlias(node) || delete node.anchor) });
  return document;
}

/** Applies an edit. Returns false if an alias prevents it. `held`: the present value at the place. */
function applyTo(document: Document, { path, value, order }: FileEdit, held: unknown): boolean {
  if (!isMap(document.contents)) document.contents = new YAMLMap();
  let map = document.contents as YAMLMap;
  const steps = order ? path : path.slice(0, -1);
  for (const step of steps) {
    const inner = map.get(step, true) as Node | undefined;
    if (isAlias(inner)) return false;
    if (isMap(inner)) {
      map = inner;
      continue;
    }
    if (value === undefined) return true;
    const made = new YAMLMap();
    map.set(step, made);
    map = made;
  }
  if (order) sortItems(map, order);
  else putValue(document, map, path.at(-1)!, value, held);
  return true;
}

/** Names that `order` does not have come after the others. */
function sortItems(map: YAMLMap, order: readonly string[]): void {
  const names = namesIn(map);
  const items = map.items.map((item, index) => {
    const place = order.indexOf(names[index]!);
    return { item, place: place < 0 ? order.length : place };
  });
  map.items = items.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

function namesIn(map: YAMLMap): string[] {
  return map.items.map(({ key }) => String(isScalar(key) ? key.value : key));
}

/** Writes a value into a map. Existing parts keep their nodes, and so their comments. */
function putValue(document: Document, map: YAMLMap, name: string, value: unknown, present: unknown): void {
  if (value === undefined) {
    map.delete(name);
    return;
  }
  const held = map.get(name, true) as Node | undefined;
  if (isMap(held) && isFields(value)) {
    for (const inner of namesIn(held)) if (value[inner] === undefined) held.delete(inner);
    for (const [inner, part] of Object.entries(value)) {
      putValue(document, held, inner, part, valueAt(present, [inner]));
    }
    return;
  }
  if (held && isDeepStrictEqual(plain(present), value)) return;
  if (isScalar(held) && typeof value !== 'object' && typeof held.value === typeof value) {
    held.value = value;
    return;
  }
  const node = document.createNode(value) as Node;
  if (held) keepLooks(node, held);
  if (isSeq(node) && isSeq(held)) node.flow = held.flow === true;
  map.set(name, node);
}

/** Copies the comments and blank lines of a node to the node that replaces it. */
function keepLooks(node: Node, { comment, commentBefore, spaceBefore }: Node): void {
  Object.assign(node, { comment, commentBefore, spaceBefore });
}

/** The same edit of the plain value, for a comparison. */
function edited(value: unknown, { path, order, ...edit }: FileEdit): unknown {
  if (order) return value;
  const [name, ...rest] = path;
  if (name === undefined) return edit.value;
  const held = isFields(value) ? value : {};
  const inner = edited(valueAt(held, [name]), { ...edit, path: rest });
  const { [name]: _gone, ...others } = held;
  return inner === undefined ? others : { ...held, [name]: inner };
}

/** undefined: there is no such place. Properties that every object inherits are not places of a file. */
export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    values,
  );
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value with ordinary prototypes, so that values are compared by their contents. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
