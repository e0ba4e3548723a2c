import type { RouteOptions } from 'fastify';

type Json = Record<string, unknown>;

export interface SchemaPlace {
  /** `params.site_id`, `query.limit`, `body.line_items[0].price`. */
  place: string;
  schema: Json;
  /** Whether the object that holds it must have it. */
  required: boolean;
}

/** Every parameter that a route's schemas declare, members of objects and entries of lists included. */
export function schemaPlaces({ schema }: Pick<RouteOptions, 'schema'>): SchemaPlace[] {
  const { params, querystring, body } = (schema ?? {}) as Record<string, Json | undefined>;
  return Object.entries({ params, query: querystring, body }).flatMap(([part, root]) =>
    root ? placesIn(part, root).slice(1) : [],
  );
}

function placesIn(place: string, schema: Json, required = false): SchemaPlace[] {
  const shape = schema as {
    properties?: Record<string, Json>;
    required?: string[];
    items?: Json;
    anyOf?: Json[];
    oneOf?: Json[];
  };
  return [
    { place, schema, required },
    // A list that may also be given as its single entry is walked as the list.
    ...Object.entries((shape.items ? undefined : shape.properties) ?? {}).flatMap(([name, member]) =>
      placesIn(`${place}.${name}`, member, shape.required?.includes(name)),
    ),
    ...(shape.items ? placesIn(`${place}[0]`, shape.items) : []),
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((either) => placesIn(place, either).slice(1)),
  ];
}
