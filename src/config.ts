import { readFileSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import { addressInSchema } from './database-address.ts';
import { type SignOnConfig, signOnOf } from './sign-on.ts';
import { MEANINGS } from './variable-meanings.ts';
import { type LOG_LEVELS, type Variables, VariablesSchema } from './variables.ts';

export interface Config {
  host: string;
  port: number;
  /** No trailing slash. */
  public_url: string;
  trust_proxy: boolean | string | number;
  data_dir: string;
  /** null: the embedded database. */
  database: { url: string; owner_url: string } | null;
  /** How many schemas the directory has at least; null: there is one schema, and no directory. */
  schemas: number | null;
  /** null: everything is read at the primary. */
  database_read_url: string | null;
  database_pool_size: number;
  named_statements: boolean;
  migrate_on_start: boolean;
  secret_key: string | null;
  /** null: the embedded database has no backups. */
  backup: { dir: string; key: string | null; schedule: string | null; keep: string } | null;
  /** The OpenID Connect provider by which operators may sign in; null: there is none. */
  sign_on: SignOnConfig | null;
  demo: boolean;
  log_level: (typeof LOG_LEVELS)[number];
  /** null: no metrics are served. `port` null: the server's own port also serves them, to callers with the token. */
  metrics: { port: number | null; token: string | null; programs: string[] } | null;
  /** The collector of traces, and the share of requests that are traced, from 0 to 1; null: nothing is traced. */
  traces: { endpoint: string; share: number } | null;
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

/** One schema may use three quarters of the connections, and some work needs two at once. */
const LEAST_POOL_OF_SCHEMAS = 4;

type Environment = Record<string, string | undefined>;

/** Reads and checks all variables and reports all complaints at once. An empty variable counts as not set. */
export function loadConfig(env: Environment): Config {
  const complaints: string[] = [];
  const found: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(VariablesSchema.properties)) {
    const raw = readVariable(env, name, complaints);
    const value = raw === undefined ? (isOptional(name) ? undefined : schema.default) : convert(schema, raw);
    if (value === undefined && raw === undefined) continue;
    if (!fits(schema, value) || MEANINGS[name]?.(String(value)) === false) {
      complaints.push(`${name} must be ${schema.allowed}`);
    } else found[name] = value;
  }
  for (const [name, beside] of [
    ['DATABASE_SCHEMA', 'DATABASE_URL'],
    ['SCHEMAS', 'DATABASE_URL'],
    ['DATABASE_OWNER_URL', 'DATABASE_URL'],
    ['DATABASE_READ_URL', 'DATABASE_URL'],
    ['BACKUP_KEY', 'BACKUP_DIR'],
    ['BACKUP_SCHEDULE', 'BACKUP_DIR'],
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
    ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
    ['OIDC_ROLES', 'OIDC_ISSUER'],
  ] as const) {
    const mistaken = complaints.some((complaint) => complaint.startsWith(beside));
    if (found[name] !== undefined && found[beside] === undefined && !mistaken) {
      complaints.push(`${name} needs ${beside} beside it`);
    }
  }
  if (found.DATABASE_SCHEMA !== undefined && found.NAMED_STATEMENTS === false) {
    complaints.push(
      'DATABASE_SCHEMA cannot go with NAMED_STATEMENTS=off: a pooler drops it, so give the roles the schema instead, with "alter role NAME set search_path"',
    );
  }
  if (found.SCHEMAS !== undefined && found.NAMED_STATEMENTS === false) {
    complaints.push('SCHEMAS cannot go with NAMED_STATEMENTS=off: a pooler drops the schema of a connection');
  }
  if (found.SCHEMAS !== undefined && Number(found.DATABASE_POOL_SIZE) < LEAST_POOL_OF_SCHEMAS) {
    complaints.push(`DATABASE_POOL_SIZE must be at least ${LEAST_POOL_OF_SCHEMAS} beside SCHEMAS`);
  }
  if (complaints.length > 0) throw new ConfigError(complaints);
  return toConfig(found as Variables);
}

function isOptional(name: string): boolean {
  return !(VariablesSchema.required as string[]).includes(name);
}

/** The value of NAME, or the content of the file that NAME_FILE names: orchestrators pass secrets as files. */
export function readVariable(env: Environment, name: string, complaints: string[]): string | undefined {
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

/** Returns undefined for a text that the type does not allow. The later check refuses undefined. */
function convert(schema: TSchema, raw: string): unknown {
  if (schema.type === 'integer') return /^\d{1,15}$/.test(raw) ? Number(raw) : undefined;
  if (schema.type === 'boolean') return { on: true, off: false }[raw];
  return raw;
}

/** Whether the schema describes the value. Only the keywords that the schemas of variables use are checked. */
function fits(schema: TSchema, value: unknown): boolean {
  if (schema.anyOf) return (schema.anyOf as TSchema[]).some((one) => one.const === value);
  if (typeof value === 'number') return value >= schema.minimum && value <= schema.maximum;
  if (typeof value === 'string') return value.length >= schema.minLength;
  return typeof value === schema.type;
}

function toConfig(found: Variables): Config {
  return {
    host: found.HOST,
    port: found.PORT,
    public_url: (found.PUBLIC_URL ?? `http://${reachableHost(found.HOST)}:${found.PORT}`).replace(/\/+$/, ''),
    trust_proxy: trustProxy(found.TRUST_PROXY),
    data_dir: found.DATA_DIR,
    database: databaseOf(found),
    schemas: found.SCHEMAS ?? null,
    database_read_url: found.DATABASE_READ_URL ? inSchema(found.DATABASE_READ_URL, found) : null,
    database_pool_size: found.DATABASE_POOL_SIZE,
    named_statements: found.NAMED_STATEMENTS,
    migrate_on_start: found.MIGRATE_ON_START,
    secret_key: found.SECRET_KEY ?? null,
    backup: backupOf(found),
    sign_on: signOnOf(found),
    demo: found.DEMO ?? found.DATABASE_URL === undefined,
    log_level: found.LOG_LEVEL as Config['log_level'],
    metrics: metricsOf(found),
    traces: tracesOf(found),
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

function databaseOf(found: Variables): Config['database'] {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: owner_url = url } = found;
  if (url === undefined || owner_url === undefined) return null;
  return { url: inSchema(url, found), owner_url: inSchema(owner_url, found) };
}

function inSchema(url: string, { DATABASE_SCHEMA }: Variables): string {
  return DATABASE_SCHEMA === undefined ? url : addressInSchema(url, DATABASE_SCHEMA);
}

function backupOf({ BACKUP_DIR, BACKUP_KEY, BACKUP_SCHEDULE, BACKUP_KEEP }: Variables): Config['backup'] {
  if (BACKUP_DIR === undefined) return null;
  return { dir: BACKUP_DIR, key: BACKUP_KEY ?? null, schedule: BACKUP_SCHEDULE ?? null, keep: BACKUP_KEEP };
}

function tracesOf(found: Variables): Config['traces'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler = '' } = found;
  if (endpoint === undefined) return null;
  if (sampler.endsWith('always_off')) return { endpoint, share: 0 };
  return {
    endpoint,
    share: sampler.endsWith('traceidratio') ? Number(found.OTEL_TRACES_SAMPLER_ARG ?? 1) : 1,
  };
}

function metricsOf({ METRICS_PORT, METRICS_TOKEN, METRICS_PROGRAMS }: Variables): Config['metrics'] {
  if (METRICS_PORT === undefined && METRICS_TOKEN === undefined) return null;
  const programs = (METRICS_PROGRAMS ?? '').split(',').map((key) => key.trim());
  return {
    port: METRICS_PORT ?? null,
    token: METRICS_TOKEN ?? null,
    programs: programs.filter((key) => key !== ''),
  };
}

/**
 * An address that a program on this machine can call: `localhost` replaces the address of all interfaces, which nobody
 * can call.
 */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function trustProxy(value: string): boolean | string | number {
  if (value === 'off') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}
