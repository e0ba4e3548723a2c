/** An address of a database. It may name several servers, as libpq's addresses may. */
export interface DatabaseAddress {
  /** One address for each server, in the order given, as pg reads it. */
  urls: string[];
  /** Names of the servers for people, without roles and passwords. */
  servers: string[];
  /** libpq's target_session_attrs: the kind of server that is wanted; undefined: the address does not say. */
  target: string | undefined;
}

const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/;

/**
 * Returns undefined for a text that is no such address. An address with pg's own `query_timeout` is refused: pg would
 * give up statements beside the server's limits, and later statements of the connection would get their late answers.
 */
export function parseDatabaseAddress(text: string): DatabaseAddress | undefined {
  const parts = PARTS.exec(text);
  if (!parts) return undefined;
  const [, scheme = '', user = '', authority = '', path = '', query = ''] = parts;
  const parameters = new URLSearchParams(query);
  if (parameters.has('query_timeout')) return undefined;
  const target = parameters.get('target_session_attrs') ?? undefined;
  parameters.delete('target_session_attrs');
  const hosts = parameters.get('host')?.split(',');
  const ports = parameters.get('port')?.split(',');
  const servers = hosts ?? authority.split(',');
  if (ports && ports.length !== 1 && ports.length !== servers.length) return undefined;
  const urls = servers.map((server, index) => {
    const own = new URLSearchParams(parameters);
    if (hosts) own.set('host', server);
    if (ports) own.set('port', ports[index] ?? ports[0]!);
    // A URL with a role needs a host: if the address names none, it is localhost.
    const at = (hosts ? authority.split(',')[0] : server) || (user && 'localhost');
    return `${scheme}${user}${at}${path}${own.size > 0 ? `?${own}` : ''}`;
  });
  if (!urls.every((url) => URL.canParse(url))) return undefined;
  return { urls, servers: servers.map((server) => server || 'localhost'), target };
}

/**
 * Whether a server may use a schema of that name. It may not use a schema of Postgres, the schema of the views for
 * analysts, or a schema whose role for analysts would have the same name as the one of `public`.
 */
export function isSchemaName(name: string): boolean {
  return (
    /^[a-z][a-z0-9_]{0,49}$/.test(name) && !/^(pg_.*|information_schema|(.*_)?analytics|loyaltyd)$/.test(name)
  );
}

/** The same address with a search path: its connections look up names in this schema alone. */
export function addressInSchema(text: string, schema: string): string {
  const option = `-csearch_path%3D${schema}`;
  if (/[?&]options=/.test(text)) return text.replace(/([?&]options=[^&#]*)/, `$1%20${option}`);
  return `${text}${text.includes('?') ? '&' : '?'}options=${option}`;
}

/** The schema that an address names; undefined: the role's own search path decides. */
export function schemaOfAddress(text: string): string | undefined {
  const options = new URLSearchParams(text.slice(text.indexOf('?') + 1)).get('options') ?? '';
  return [...options.matchAll(/search_path=([a-z_]\w*)/g)].at(-1)?.[1];
}

/**
 * Whether the server must look for the Postgres server that takes writes: the address names several, or asks for it.
 */
export function mustTakeWrites({ urls, target }: DatabaseAddress): boolean {
  return urls.length > 1 || target === 'read-write' || target === 'primary';
}

/** Whether this address can lead to a server that takes writes. With libpq's other targets it may lead to a standby. */
export function isForWriting(text: string): boolean {
  return hasTarget(text, [undefined, 'read-write', 'primary']);
}

/** Whether this address can lead to a replica. libpq's other targets take writes. */
export function isForReading(text: string): boolean {
  return hasTarget(text, [undefined, 'any', 'read-only', 'standby', 'prefer-standby']);
}

function hasTarget(text: string, targets: readonly (string | undefined)[]): boolean {
  const address = parseDatabaseAddress(text);
  return address !== undefined && targets.includes(address.target);
}
