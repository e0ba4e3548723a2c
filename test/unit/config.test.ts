import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config.ts';
import { VariablesSchema } from '../../src/variables.ts';

function complaintsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.complaints;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('needs no variable at all', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      public_url: 'http://127.0.0.1:3000',
      trust_proxy: false,
      data_dir: './data',
      database: null,
      schemas: null,
      database_read_url: null,
      database_pool_size: 16,
      named_statements: true,
      migrate_on_start: true,
      secret_key: null,
      backup: null,
      sign_on: null,
      demo: true,
      log_level: 'info',
      metrics: null,
      traces: null,
      sweep_interval_seconds: 5,
      outbound_private_addresses: false,
      outbound_ports: [443, 8443],
      failed_authentication_per_second: 20,
      rate_limit_requests_per_second: 0,
      request_timeout_seconds: 30,
      body_limit_bytes: 1_048_576,
      shutdown_timeout_seconds: 8,
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '', DEMO: '' })).toEqual(loadConfig({}));
  });

  it.each([
    [{}, 1],
    [{ OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: '0.1' }, 1],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, 0],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }, 0.1],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, 0],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, 1],
  ])('traces with %o this share of requests: %d', (sampler, share) => {
    const endpoint = 'http://collector:4318';
    expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...sampler }).traces).toEqual({
      endpoint,
      share,
    });
  });

  it('complains of a share of requests that is none', () => {
    expect(complaintsOf({ OTEL_TRACES_SAMPLER: 'sometimes', OTEL_TRACES_SAMPLER_ARG: 'a tenth' })).toEqual([
      'OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, also with parentbased_ before it',
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    ]);
  });

  it('complains of everything at once, naming each variable and what it allows', () => {
    expect(
      complaintsOf({
        PORT: '0x50',
        PUBLIC_URL: 'shop.example/loyalty',
        DATABASE_URL: 'mysql://root@localhost/loyalty',
        NAMED_STATEMENTS: 'yes',
        SECRET_KEY: 'short',
        LOG_LEVEL: 'loud',
        TRUST_PROXY: '10.0.0.0/33',
      }),
    ).toEqual([
      'PORT must be an integer from 1 to 65535',
      'PUBLIC_URL must be an http or https URL without query or fragment',
      'TRUST_PROXY must be off, a number of proxies from 1 to 10, or addresses and networks separated by commas',
      'DATABASE_URL must be a postgres:// URL without query_timeout, whose target_session_attrs is read-write if it has one',
      'NAMED_STATEMENTS must be on or off',
      'SECRET_KEY must be at least 32 characters',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    ]);
  });

  it.each(['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL'])(
    'refuses a time limit of pg itself in %s, and takes those of Postgres',
    (name) => {
      const DATABASE_URL = 'postgres://server@db/loyalty';
      const complaints = (query: string) =>
        complaintsOf({ DATABASE_URL, [name]: `${DATABASE_URL}?${query}` });
      expect(complaints('sslmode=require&query_timeout=10')).toEqual([
        expect.stringMatching(`^${name} must be a postgres:// URL`),
      ]);
      expect(complaints('statement_timeout=10000&lock_timeout=500')).toEqual([]);
    },
  );

  it.each(['0', '65536', '-1', '1e3', ' 80', '80 ', '8080.0', 'NaN'])('refuses the port %j', (port) => {
    expect(complaintsOf({ PORT: port })).toHaveLength(1);
  });

  it.each(['true', 'false', '1', '0', 'yes', 'no', 'ON', 'Off', 'on ', 'toString'])(
    'takes %j neither for on nor for off',
    (text) => {
      for (const name of ['DEMO', 'NAMED_STATEMENTS', 'MIGRATE_ON_START', 'OUTBOUND_PRIVATE_ADDRESSES'])
        expect(complaintsOf({ [name]: text })).toEqual([`${name} must be on or off`]);
    },
  );

  it.each(['loopback', '10.0.0.0/8, 192.168.1.1', '::1/128', '2'])(
    'trusts proxies given as %j',
    (proxies) => {
      expect(complaintsOf({ TRUST_PROXY: proxies })).toEqual([]);
    },
  );

  it('counts proxies as a number and takes off for nobody', () => {
    expect(loadConfig({ TRUST_PROXY: '2' }).trust_proxy).toBe(2);
    expect(loadConfig({ TRUST_PROXY: 'loopback' }).trust_proxy).toBe('loopback');
    expect(loadConfig({ TRUST_PROXY: 'off' }).trust_proxy).toBe(false);
  });

  it('keeps the path of PUBLIC_URL and drops its last slash', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://shop.example/loyalty/' }).public_url).toBe(
      'https://shop.example/loyalty',
    );
  });

  it('makes a public URL that this machine can call when it listens everywhere', () => {
    expect(loadConfig({ HOST: '0.0.0.0', PORT: '8080' }).public_url).toBe('http://localhost:8080');
    expect(loadConfig({ HOST: '::1' }).public_url).toBe('http://[::1]:3000');
  });

  it('has no demo on a database of the operator unless told so', () => {
    const DATABASE_URL = 'postgres://server@db/loyalty';
    expect(loadConfig({ DATABASE_URL }).demo).toBe(false);
    expect(loadConfig({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true);
    expect(loadConfig({ DEMO: 'off' }).demo).toBe(false);
  });

  it('migrates as the server role when there is no owner, and wants no owner alone', () => {
    const DATABASE_URL = 'postgres://server@db/loyalty';
    const DATABASE_OWNER_URL = 'postgres://owner@db/loyalty';
    expect(loadConfig({ DATABASE_URL }).database).toEqual({ url: DATABASE_URL, owner_url: DATABASE_URL });
    expect(loadConfig({ DATABASE_URL, DATABASE_OWNER_URL }).database).toEqual({
      url: DATABASE_URL,
      owner_url: DATABASE_OWNER_URL,
    });
    expect(complaintsOf({ DATABASE_OWNER_URL })).toEqual(['DATABASE_OWNER_URL needs DATABASE_URL beside it']);
  });

  it('puts the schema into both addresses of the database', () => {
    const env = {
      DATABASE_URL: 'postgres://db/x',
      DATABASE_OWNER_URL: 'postgres://owner@db/x?sslmode=require',
    };
    expect(loadConfig({ ...env, DATABASE_SCHEMA: 'shop_a' }).database).toEqual({
      url: 'postgres://db/x?options=-csearch_path%3Dshop_a',
      owner_url: 'postgres://owner@db/x?sslmode=require&options=-csearch_path%3Dshop_a',
    });
    expect(complaintsOf({ DATABASE_SCHEMA: 'shop_a' })).toEqual([
      'DATABASE_SCHEMA needs DATABASE_URL beside it',
    ]);
    expect(complaintsOf({ ...env, DATABASE_SCHEMA: 'shop_a', NAMED_STATEMENTS: 'off' })).toEqual([
      expect.stringMatching(/^DATABASE_SCHEMA cannot go with NAMED_STATEMENTS=off/),
    ]);
  });

  it('serves several schemas only of a Postgres that keeps the schema of a connection, with some connections', () => {
    const env = { DATABASE_URL: 'postgres://db/x', SCHEMAS: '4' };
    expect(loadConfig(env).schemas).toBe(4);
    expect(complaintsOf({ SCHEMAS: '4' })).toEqual(['SCHEMAS needs DATABASE_URL beside it']);
    expect(complaintsOf({ ...env, NAMED_STATEMENTS: 'off' })).toEqual([
      expect.stringMatching(/^SCHEMAS cannot go with NAMED_STATEMENTS=off/),
    ]);
    expect(complaintsOf({ ...env, DATABASE_POOL_SIZE: '3' })).toEqual([
      'DATABASE_POOL_SIZE must be at least 4 beside SCHEMAS',
    ]);
    expect(complaintsOf({ ...env, SCHEMAS: '0' })).toEqual([
      expect.stringMatching(/^SCHEMAS must be an integer from 1 to 2047/),
    ]);
  });

  it.each([
    'Shop',
    'shop-a',
    '1st',
    'pg_shop',
    'information_schema',
    'analytics',
    'shop_analytics',
    'loyaltyd',
    's'.repeat(51),
  ])('refuses the schema %s', (DATABASE_SCHEMA) => {
    expect(complaintsOf({ DATABASE_URL: 'postgres://db/x', DATABASE_SCHEMA })).toEqual([
      expect.stringMatching(/^DATABASE_SCHEMA must be lower-case letters/),
    ]);
  });

  it('reads at a replica only where one is named, beside its database and as one that takes no writes', () => {
    const DATABASE_URL = 'postgres://server@db/loyalty';
    const of = (DATABASE_READ_URL: string) => loadConfig({ DATABASE_URL, DATABASE_READ_URL });
    expect(loadConfig({ DATABASE_URL }).database_read_url).toBeNull();
    const url = 'postgres://server@one,two/loyalty?target_session_attrs=standby';
    expect(of(url).database_read_url).toBe(url);
    const inSchema = { DATABASE_URL, DATABASE_READ_URL: 'postgres://one/x', DATABASE_SCHEMA: 'shop_a' };
    expect(loadConfig(inSchema).database_read_url).toBe('postgres://one/x?options=-csearch_path%3Dshop_a');
    expect(complaintsOf({ DATABASE_READ_URL: url })).toEqual([
      'DATABASE_READ_URL needs DATABASE_URL beside it',
    ]);
    for (const wrong of ['replica', 'postgres://one/loyalty?target_session_attrs=read-write'])
      expect(complaintsOf({ DATABASE_URL, DATABASE_READ_URL: wrong })).toEqual([
        expect.stringMatching(/^DATABASE_READ_URL must be a postgres:\/\/ URL/),
      ]);
  });
});

describe('single sign-on', () => {
  const needed = { OIDC_ISSUER: 'https://login.example/team', OIDC_CLIENT_ID: 'loyaltyd' };
  const given = (OIDC_ROLES: string) => loadConfig({ ...needed, OIDC_ROLES }).sign_on!.given;

  it('needs an issuer and a client id, and has a name, scopes and a claim for groups', () => {
    expect(loadConfig(needed).sign_on).toEqual({
      issuer: 'https://login.example/team',
      client_id: 'loyaltyd',
      client_secret: null,
      name: 'single sign-on',
      scopes: 'openid email profile',
      groups_claim: 'groups',
      given: [],
    });
    expect(complaintsOf({ OIDC_ISSUER: needed.OIDC_ISSUER })).toEqual([
      'OIDC_ISSUER needs OIDC_CLIENT_ID beside it',
    ]);
    expect(complaintsOf({ OIDC_CLIENT_ID: 'loyaltyd' })).toEqual([
      'OIDC_CLIENT_ID needs OIDC_ISSUER beside it',
    ]);
    expect(complaintsOf({ OIDC_ROLES: 'a=admin' })).toEqual(['OIDC_ROLES needs OIDC_ISSUER beside it']);
  });

  it('takes an issuer by https, and by http on this machine alone', () => {
    const complaints = (OIDC_ISSUER: string) => complaintsOf({ ...needed, OIDC_ISSUER });
    expect(complaints('http://localhost:8080/realm')).toEqual([]);
    for (const issuer of ['http://login.example', 'login.example', 'https://login.example?a=1']) {
      expect(complaints(issuer)).toHaveLength(1);
    }
    expect(complaintsOf({ ...needed, OIDC_SCOPES: 'email' })).toHaveLength(1);
  });

  it('reads the rights of groups, whose names may hold anything', () => {
    expect(given('loyalty-admins=admin, shop managers = manager@my-store,')).toEqual([
      { group: 'loyalty-admins', role: 'admin', program: null },
      { group: 'shop managers', role: 'manager', program: 'my-store' },
    ]);
    expect(given('cn=support,ou=groups=support@my-store;')).toEqual([
      { group: 'cn=support,ou=groups', role: 'support', program: 'my-store' },
    ]);
  });

  it.each([
    'a',
    'a=',
    '=admin',
    'a=admin@my-store',
    'a=manager',
    'a=boss@my-store',
    'a=manager@',
    'a=admin,b',
  ])('refuses %j as rights of groups', (OIDC_ROLES) => {
    expect(complaintsOf({ ...needed, OIDC_ROLES })).toHaveLength(1);
  });
});

describe('a secret in a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'loyaltyd-config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has backups where there is a folder for them, of which 14 are kept', () => {
    expect(loadConfig({ BACKUP_DIR: '/mnt/backups', BACKUP_SCHEDULE: 'weekly sunday 03:30' }).backup).toEqual(
      {
        dir: '/mnt/backups',
        key: null,
        schedule: 'weekly sunday 03:30',
        keep: '14',
      },
    );
    expect(complaintsOf({ BACKUP_SCHEDULE: 'hourly' })).toEqual([
      'BACKUP_SCHEDULE needs BACKUP_DIR beside it',
    ]);
    const BACKUP_DIR = '/mnt/backups';
    for (const BACKUP_SCHEDULE of ['daily', 'daily 24:00', 'weekly someday 03:00', 'sometimes'])
      expect(complaintsOf({ BACKUP_DIR, BACKUP_SCHEDULE })).toHaveLength(1);
    for (const BACKUP_KEEP of ['0', '2w', 'all'])
      expect(complaintsOf({ BACKUP_DIR, BACKUP_KEEP })).toHaveLength(1);
  });

  it('is read from the file that NAME_FILE names, without its last line end', () => {
    const path = join(folder, 'secret');
    writeFileSync(path, `${'s'.repeat(40)}\n`);
    expect(loadConfig({ SECRET_KEY_FILE: path }).secret_key).toBe('s'.repeat(40));
  });

  it('is checked like the variable itself', () => {
    const path = join(folder, 'port');
    writeFileSync(path, 'eighty');
    expect(complaintsOf({ PORT_FILE: path })).toEqual(['PORT must be an integer from 1 to 65535']);
  });

  it('cannot stand beside the variable, and must be readable', () => {
    expect(complaintsOf({ SECRET_KEY: 's'.repeat(40), SECRET_KEY_FILE: join(folder, 'secret') })).toEqual([
      'SECRET_KEY and SECRET_KEY_FILE are both set; only one may be',
    ]);
    const [complaint] = complaintsOf({ SECRET_KEY_FILE: join(folder, 'absent') });
    expect(complaint).toMatch(/^SECRET_KEY_FILE cannot be read: ENOENT/);
  });
});

describe('.env.example', () => {
  it('documents every variable, with its default, and no other', () => {
    const required = VariablesSchema.required as string[];
    const expected = Object.entries(VariablesSchema.properties).map(([name, schema]) => {
      const standard = required.includes(name) ? shown(schema.default) : '';
      return `# ${schema.description}\n# Allowed: ${schema.allowed}.\n#${name}=${standard}\n`;
    });
    const [, ...documented] = readFileSync('.env.example', 'utf8').split('\n\n');
    expect(`${documented.join('\n\n')}`).toBe(expected.join('\n'));
  });

  function shown(value: unknown): string {
    return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
  }
});
