import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

// For every variable: `description` says what it does, `allowed` completes "NAME must be …".

const integer = (minimum: number, maximum: number, standard: number, description: string) =>
  Type.Integer({
    minimum,
    maximum,
    default: standard,
    description,
    allowed: `an integer from ${minimum} to ${maximum}`,
  });

const onOff = (standard: boolean, description: string) =>
  Type.Boolean({ default: standard, description, allowed: 'on or off' });

const text = (description: string, allowed: string, options: { default?: string; minLength?: number } = {}) =>
  Type.String({ minLength: 1, ...options, description, allowed });

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every environment variable that the server reads, in the order of .env.example. */
export const VariablesSchema = Type.Object({
  HOST: text('Address to listen on. 0.0.0.0 accepts connections from everywhere.', 'a host name or address', {
    default: '127.0.0.1',
  }),
  PORT: integer(1, 65_535, 3_000, 'Port to listen on.'),
  PUBLIC_URL: Type.Optional(
    text(
      'Where shoppers and integrators reach this server, with the path if a proxy gives it one. Default: http://HOST:PORT.',
      'an http or https URL without query or fragment',
    ),
  ),
  TRUST_PROXY: text(
    "Whose X-Forwarded-For and X-Forwarded-Proto headers are believed: off (nobody's), the number of proxies in front, or their addresses and networks separated by commas.",
    'off, a number of proxies from 1 to 10, or addresses and networks separated by commas',
    { default: 'off' },
  ),
  DATA_DIR: text(
    'Folder of the embedded Postgres and of demo.json. Used when there is no DATABASE_URL, or with DEMO=on.',
    'a path',
    { default: './data' },
  ),
  DATABASE_URL: Type.Optional(
    text(
      "The Postgres (15 to 18) to use instead of the embedded one, as the server's role: it reads and writes, and cannot change the ledger's past.",
      'a postgres:// URL',
    ),
  ),
  DATABASE_OWNER_URL: Type.Optional(
    text(
      'The same database as the role that owns the tables and migrates them. Default: DATABASE_URL; then triggers alone protect the ledger.',
      'a postgres:// URL, beside DATABASE_URL',
    ),
  ),
  DATABASE_POOL_SIZE: integer(2, 500, 16, 'How many connections to Postgres this process opens at most.'),
  NAMED_STATEMENTS: onOff(
    true,
    'Whether statements are prepared once per connection. Turn off behind a pgbouncer in transaction mode.',
  ),
  MIGRATE_ON_START: onOff(
    true,
    'Whether a start applies what is missing of the schema. Off: run "loyaltyd migrate up"; until then the server is not ready.',
  ),
  SECRET_KEY: Type.Optional(
    text(
      'Wraps the keys of the database, under which gift cards, referred friends, cursors and stored answers stand; the same for all processes. Make one with: openssl rand -hex 32. Change it with "loyaltyd secret rotate". Default: the keys stand bare in the database, where a copy of the database includes them.',
      'at least 32 characters',
      { minLength: 32 },
    ),
  ),
  DEMO: Type.Optional(
    onOff(
      false,
      'Whether a demo program with customers is kept ready, its facts in DATA_DIR/demo.json. Default: on with the embedded database, else off.',
    ),
  ),
  LOG_LEVEL: Type.Union(
    LOG_LEVELS.map((level) => Type.Literal(level)),
    { default: 'info', description: 'The least that is logged.', allowed: `one of ${LOG_LEVELS.join(', ')}` },
  ),
  SWEEP_INTERVAL_SECONDS: integer(
    1,
    3_600,
    5,
    'How often what has fallen due is looked for: approvals, lapses, expiries, tier reviews.',
  ),
  OUTBOUND_PRIVATE_ADDRESSES: onOff(
    false,
    'Whether webhooks may go to, and images be fetched from, private addresses and by plain http. On lets whoever has a key reach into your network; it is meant for tests, and for receivers beside this server.',
  ),
  OUTBOUND_PORTS: text(
    'Ports to which webhooks may go and from which images may be fetched, separated by commas. Without effect with OUTBOUND_PRIVATE_ADDRESSES=on, which allows every port.',
    'ports from 1 to 65535 separated by commas',
    { default: '443,8443' },
  ),
  FAILED_AUTHENTICATION_PER_SECOND: integer(
    0,
    1_000_000,
    20,
    'How many requests a second with a wrong key, token or secret one address may send to this process. Behind a proxy that TRUST_PROXY does not name all callers have one address. 0: no limit.',
  ),
  RATE_LIMIT_REQUESTS_PER_SECOND: integer(
    0,
    1_000_000,
    0,
    'How many requests a second each API key and each app may send, all server processes together. A key may have a limit of its own. 0: no limit.',
  ),
  REQUEST_TIMEOUT_SECONDS: integer(1, 300, 30, 'How long a request may take to arrive in full.'),
  BODY_LIMIT_BYTES: integer(1_024, 104_857_600, 1_048_576, 'The longest request body that is accepted.'),
  SHUTDOWN_TIMEOUT_SECONDS: integer(
    1,
    60,
    8,
    'After SIGTERM: how long requests in flight may take before their connections are closed.',
  ),
});
type Variables = Static<typeof VariablesSchema>;

export interface Config {
  host: string;
  port: number;
  /** No trailing slash. */
  public_url: string;
  trust_proxy: boolean | string | number;
  data_dir: string;
  /** null: the embedded database. */
  database: { url: string; owner_url: string } | null;
  database_pool_size: number;
  named_statements: boolean;
  migrate_on_start: boolean;
  secret_key: string | null;
  demo: boolean;
  log_level: (typeof LOG_LEVELS)[number];
  sweep_interval_seconds: number;
  outbound_private_addresses: boolean;
  outbound_ports: number[];
  failed_authentication_per_second: number;
  rate_limit_requests_per_second: number;
  request_timeout_seconds: number;
  body_limit_bytes: number;
  shutdown_timeout_seconds: number;
}

/** All mistakes in the environment, one per line. */
export class ConfigError extends Error {
  constructor(readonly complaints: string[]) {
    super(`The configuration is not usable:\n${complaints.map((complaint) => `  ${complaint}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

type Environment = Record<string, string | undefined>;

/** Reads and checks all variables and reports all complaints at once. An empty variable counts as not set. */
export function loadConfig(env: Environment = process.env): Config {
  const complaints: string[] = [];
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(VariablesSchema.properties)) {
    const raw = readVariable(env, name, complaints);
    const value = raw === undefined ? (isOptional(name) ? undefined : schema.default) : convert(schema, raw);
    if (value === undefined && raw === undefined) continue;
    if (!Value.Check(schema, value) || MEANINGS[name]?.(String(value)) === false) {
      complaints.push(`${name} must be ${schema.allowed}`);
    } else found[name] = value;
  }
  const refused = complaints.some((complaint) => complaint.startsWith('DATABASE_URL'));
  if (found.DATABASE_OWNER_URL !== undefined && found.DATABASE_URL === undefined && !refused) {
    complaints.push('DATABASE_OWNER_URL needs DATABASE_URL beside it');
  }
  if (complaints.length > 0) throw new ConfigError(complaints);
  return toConfig(found as Variables);
}

function isOptional(name: string): boolean {
  return !(VariablesSchema.required as string[]).includes(name);
}

/** NAME, or the content of the file that NAME_FILE names, which is how orchestrators pass secrets. */
function readVariable(env: Environment, name: string, complaints: string[]): string | undefined {
  const value = env[name] || undefined;
  const path = env[`${name}_FILE`] || undefined;
  if (path === undefined) return value;
  if (value !== undefined) {
    complaints.push(`${name} and ${name}_FILE are both set; only one may be`);
    return undefined;
  }
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch (error) {
    complaints.push(`${name}_FILE cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}

/** Returns undefined for a text that the type does not allow; the check then refuses it. */
function convert(schema: TSchema, raw: string): unknown {
  if (schema.type === 'integer') return /^\d{1,15}$/.test(raw) ? Number(raw) : undefined;
  if (schema.type === 'boolean') return { on: true, off: false }[raw];
  return raw;
}

/** Checks of variables beyond their types. */
const MEANINGS: Partial<Record<string, (value: string) => boolean>> = {
  PUBLIC_URL: (value) => {
    const url = parseUrl(value);
    return url !== undefined && /^https?:$/.test(url.protocol) && !/[?#]/.test(value) && url.username === '';
  },
  DATABASE_URL: isPostgresUrl,
  DATABASE_OWNER_URL: isPostgresUrl,
  OUTBOUND_PORTS: (value) => value.split(',').every((port) => isPort(port.trim())),
  TRUST_PROXY: (value) =>
    value === 'off' ||
    /^([1-9]|10)$/.test(value) ||
    value.split(',').every((entry) => isNetwork(entry.trim())),
};

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
}

function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:$/.test(parseUrl(value)?.protocol ?? '');
}

function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}

function isNetwork(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function toConfig(found: Variables): Config {
  return {
    host: found.HOST,
    port: found.PORT,
    public_url: (found.PUBLIC_URL ?? `http://${reachableHost(found.HOST)}:${found.PORT}`).replace(/\/+$/, ''),
    trust_proxy: trustProxy(found.TRUST_PROXY),
    data_dir: found.DATA_DIR,
    database: found.DATABASE_URL
      ? { url: found.DATABASE_URL, owner_url: found.DATABASE_OWNER_URL ?? found.DATABASE_URL }
      : null,
    database_pool_size: found.DATABASE_POOL_SIZE,
    named_statements: found.NAMED_STATEMENTS,
    migrate_on_start: found.MIGRATE_ON_START,
    secret_key: found.SECRET_KEY ?? null,
    demo: found.DEMO ?? found.DATABASE_URL === undefined,
    log_level: found.LOG_LEVEL as Config['log_level'],
    sweep_interval_seconds: found.SWEEP_INTERVAL_SECONDS,
    outbound_private_addresses: found.OUTBOUND_PRIVATE_ADDRESSES,
    outbound_ports: found.OUTBOUND_PORTS.split(',').map((port) => Number(port.trim())),
    failed_authentication_per_second: found.FAILED_AUTHENTICATION_PER_SECOND,
    rate_limit_requests_per_second: found.RATE_LIMIT_REQUESTS_PER_SECOND,
    request_timeout_seconds: found.REQUEST_TIMEOUT_SECONDS,
    body_limit_bytes: found.BODY_LIMIT_BYTES,
    shutdown_timeout_seconds: found.SHUTDOWN_TIMEOUT_SECONDS,
  };
}

/** An address that a program on this machine can call. The address for all interfaces is no such address. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function trustProxy(value: string): boolean | string | number {
  if (value === 'off') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}
