// The place of a cursor in a program file, and the schema of this place.

/**
 * @typedef {object} Schema
 * @property {string} [title]
 * @property {string} [description]
 * @property {string} [type]
 * @property {string[]} [enum]
 * @property {unknown[]} [examples]
 * @property {Record<string, Schema>} [properties]
 * @property {Record<string, Schema>} [patternProperties]
 * @property {Schema} [items]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [anyOf]
 * @property {{ propertyName: string }} [discriminator]
 */

/**
 * A text by its lines.
 * @typedef {{ lineAt(position: number): { number: number, from: number, text: string }, line(number: number): { text: string } }} Text
 */

const KEY = /^(\s*)(?:- )?["']?([\w-]+)["']?:(?:\s|$)/;

/**
 * The path to a position: the names of the lines around it by their indentation, then the names in the braces on its
 * own line. `key`: the name whose value is being written; null: a name is being written.
 * @param {Text} doc @param {number} position
 * @returns {{ path: string[], key: string | null }}
 */
export function pathAt(doc, position) {
  const line = doc.lineAt(position);
  const before = line.text.slice(0, position - line.from);
  const own = KEY.exec(before);
  const indent = own ? (own[1] ?? '').length : (/^\s*/.exec(before)?.[0].length ?? 0);
  const outer = namesAround(doc, line.number, indent);
  if (!own) return { path: outer, key: null };
  return inBraces(before.slice(own[0].length), [...outer, own[2] ?? '']);
}

/** @param {Text} doc @param {number} number @param {number} indent */
function namesAround(doc, number, indent) {
  /** @type {string[]} */
  const names = [];
  let depth = indent;
  for (let at = number - 1; at >= 1 && depth > 0; at -= 1) {
    const found = KEY.exec(doc.line(at).text);
    if (!found || (found[1] ?? '').length >= depth) continue;
    depth = (found[1] ?? '').length;
    names.unshift(found[2] ?? '');
  }
  return names;
}

/**
 * @param {string} text What stands between the line's own name and the position.
 * @param {string[]} path
 * @returns {{ path: string[], key: string | null }}
 */
function inBraces(text, path) {
  /** @type {(string | null)[]} */
  const open = [];
  let key = /** @type {string | null} */ (path.at(-1) ?? null);
  let outer = path.slice(0, -1);
  for (const [token, name] of text.matchAll(/["']?([\w-]+)["']?:\s|[{}[\],]/g)) {
    if (name !== undefined) key = name;
    else if (token === '{' || token === '[') {
      open.push(key);
      if (key !== null) outer = [...outer, key];
      key = null;
    } else if (token === '}' || token === ']') {
      key = open.pop() ?? null;
      if (key !== null) outer = outer.slice(0, -1);
    } else key = null;
  }
  return { path: outer, key };
}

/**
 * The schemas of a place. There are several if the kind of an entry is not written yet.
 * @param {Schema} schema @param {string[]} path @param {Text} doc @param {number} position
 * @returns {Schema[]}
 */
export function schemasAt(schema, path, doc, position) {
  const kinds = wordsNear(doc, position);
  let held = shapesOf(schema, kinds);
  for (const name of path) {
    held = held.flatMap((one) => {
      const inner = one.properties?.[name] ?? Object.values(one.patternProperties ?? {})[0] ?? one.items;
      return inner ? shapesOf(inner, kinds) : [];
    });
  }
  return held;
}

/** @param {Schema} schema @param {Set<string>} kinds @returns {Schema[]} */
function shapesOf(schema, kinds) {
  const { oneOf, anyOf, discriminator } = schema;
  if (oneOf) {
    const tag = discriminator?.propertyName ?? '';
    const named = oneOf.filter(({ properties }) => properties?.[tag]?.enum?.some((word) => kinds.has(word)));
    return named.length > 0 ? named : oneOf;
  }
  return anyOf ? [{ ...schema, ...anyOf.find(({ type }) => type === 'object') }] : [schema];
}

/** The number of lines around a position that may have the kind of the entry. */
const NEAR = 12;

/**
 * The kinds and modes near a position. If its own line has one, only those of the line.
 * @param {Text} doc @param {number} position
 */
function wordsNear(doc, position) {
  const { number, text } = doc.lineAt(position);
  const own = kindIn(text);
  if (own) return new Set([own]);
  for (let at = number - 1; at >= Math.max(1, number - NEAR); at -= 1) {
    const kind = kindIn(doc.line(at).text);
    if (kind) return new Set([kind]);
  }
  return new Set();
}

/** @param {string} text */
function kindIn(text) {
  return /\b(?:kind|mode): *["']?(\w+)/.exec(text)?.[1];
}

/** The explanation of a place. @param {Schema[]} schemas */
export function wordsAbout(schemas) {
  return [...new Set(schemas.flatMap(({ description }) => description ?? []))].slice(0, 2).join(' ');
}
