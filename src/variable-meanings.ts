import { isIP } from 'node:net';
import { isForReading, isForWriting, isSchemaName } from './database-address.ts';
import { givenRoles, isUnread } from './sign-on.ts';

/** Checks of variables beyond their types. */
export const MEANINGS: Partial<Record<string, (value: string) => boolean>> = {
  PUBLIC_URL: isWebAddress,
  OTEL_EXPORTER_OTLP_ENDPOINT: isWebAddress,
  OTEL_TRACES_SAMPLER: (value) => /^(parentbased_)?(always_on|always_off|traceidratio)$/.test(value),
  OTEL_TRACES_SAMPLER_ARG: (value) => Number(value) >= 0 && Number(value) <= 1,
  DATABASE_URL: isForWriting,
  DATABASE_OWNER_URL: isForWriting,
  DATABASE_SCHEMA: isSchemaName,
  DATABASE_READ_URL: isForReading,
  OIDC_ISSUER: (value) => isWebAddress(value) && isUnread(new URL(value)),
  OIDC_SCOPES: (value) => value.split(' ').includes('openid'),
  OIDC_ROLES: (value) => givenRoles(value) !== undefined,
  METRICS_PROGRAMS: (value) => value.split(',').length <= 10,
  BACKUP_SCHEDULE: (value) =>
    /^(hourly|(daily|weekly (sun|mon|tues|wednes|thurs|fri|satur)day) ([01]\d|2[0-3]):[0-5]\d)$/.test(value),
  BACKUP_KEEP: (value) => /^[1-9]\d{0,3}d?$/.test(value),
  OUTBOUND_PORTS: (value) => value.split(',').every((port) => isPort(port.trim())),
  TRUST_PROXY: (value) =>
    value === 'off' ||
    /^([1-9]|10)$/.test(value) ||
    value.split(',').every((entry) => isNetwork(entry.trim())),
};

function isWebAddress(value: string): boolean {
  const url = parseUrl(value);
  return url !== undefined && /^https?:$/.test(url.protocol) && !/[?#]/.test(value) && url.username === '';
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
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
