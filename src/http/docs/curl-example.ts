import type { ApiOperation, Parameter, Schema, Schemas } from './read-operations.ts';

/** A command for a POSIX shell that sends the operation's example. */
export function curlExample(
  { method, path, parameters, body, scope }: ApiOperation,
  base_url: string,
): string {
  const address =
    base_url + path.replaceAll(/\{(\w+)\}/g, (whole, name) => exampleInPath(parameters, name) ?? whole);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example ?? name.toUpperCase()))}`)
    .join('&');
  const lines = [
    `curl -sS ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${address}${query && `?${query}`}"`,
  ];
  if (scope !== null) lines.push('-H "Authorization: Bearer $KEY"');
  if (body) {
    lines.push(`-H 'Content-Type: ${body.type}'`);
    lines.push(`-d '${exampleText(body.example).replaceAll("'", "'\\''")}'`);
  }
  return lines.join(' \\\n  ');
}

/** A value for a first try. undefined: the value depends on the program, and its name stays in its place. */
export function exampleInPath(parameters: readonly Parameter[], name: string): string | undefined {
  const example = parameters.find((found) => found.in === 'path' && found.name === name)?.example;
  return example === undefined ? undefined : encodeURIComponent(String(example));
}

export function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}

/** The example of a body without its optional members: the shortest request that says something. */
export function shortExample(example: unknown, schema: Schema | undefined, schemas: Schemas): unknown {
  const shape =
    schema?.$ref === undefined ? schema : schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
  if (!shape?.required?.length || typeof example !== 'object' || example === null) return example;
  const required = new Set(shape.required);
  return Object.fromEntries(Object.entries(example).filter(([name]) => required.has(name)));
}
