interface Schema {
  [keyword: string]: unknown;
}

/** A shorter part is compiled at each of its places: a call would cost as much. */
const SHARED_CHARACTERS = 200;

/**
 * The same schema, with each repeated part written once, under `$defs`. The alternatives of an `anyOf` stay in place,
 * so that the path of a misfit shows its alternative.
 */
export function shareParts(schema: object): object {
  const places = new Map<string, number>();
  const count = (part: Schema): Schema => {
    const text = JSON.stringify(part);
    places.set(text, (places.get(text) ?? 0) + 1);
    return mapInner(part, count);
  };
  mapInner(schema as Schema, count);
  const $defs: Schema = {};
  const names = new Map<string, string>();
  const share = (part: Schema): Schema => {
    const text = JSON.stringify(part);
    if (text.length < SHARED_CHARACTERS || places.get(text)! < 2) return mapInner(part, share);
    let name = names.get(text);
    if (name === undefined) {
      name = `part-${names.size}`;
      names.set(text, name);
      $defs[name] = mapInner(part, share);
    }
    return { $ref: `#/$defs/${name}` };
  };
  return { ...mapInner(schema as Schema, share), $defs };
}

/** Maps the schemas of members and items. Alternatives stay, but their own members and items are mapped. */
function mapInner(schema: Schema, map: (part: Schema) => Schema): Schema {
  const mapped = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties' || keyword === 'patternProperties') {
      const members = Object.entries(value as Record<string, Schema>);
      return [keyword, Object.fromEntries(members.map(([name, part]) => [name, map(part)]))];
    }
    if (keyword === 'items' || keyword === 'additionalProperties') {
      return [keyword, typeof value === 'object' && !Array.isArray(value) ? map(value as Schema) : value];
    }
    if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf') {
      return [keyword, (value as Schema[]).map((part) => mapInner(part, map))];
    }
    return [keyword, value];
  });
  return Object.fromEntries(mapped);
}
