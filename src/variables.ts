import { type Static, Type } from '@sinclair/typebox';

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

/** The names that a schema may have, in words. */
export const SCHEMA_NAMES =
  'lower-case letters, digits and _, at most 50, beginning with a letter, and neither a schema of Postgres, nor one for analysts, nor loyaltyd';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

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
      "The Postgres (15 to 18) to use instead of the embedded one, as the server's role: it reads and writes, and cannot change the ledger's past. Several hosts, separated by commas, are a primary and its standbys: whichever takes writes is used.",
      'a postgres:// URL without query_timeout, whose target_session_attrs is read-write if it has one',
    ),
  ),
  DATABASE_OWNER_URL: Type.Optional(
    text(
      'The same database as the role that owns the tables and migrates them. Default: DATABASE_URL; then triggers alone protect the ledger.',
      'a postgres:// URL as for DATABASE_URL, and beside it',
    ),
  ),
  DATABASE_SCHEMA: Type.Optional(
    text(
      "The schema of the database in which this server lives, so that several with programs of their own share one database. The first migration makes it. Default: the first schema of the role's search path, which is public.",
      `${SCHEMA_NAMES}; beside DATABASE_URL, and not with NAMED_STATEMENTS=off`,
    ),
  ),
  SCHEMAS: Type.Optional({
    ...integer(
      1,
      2_047,
      1,
      'Serves all schemas of the directory from one server, and makes so many of them at the start, beside that of DATABASE_SCHEMA, which counts. More are added with "loyaltyd shards add". Default: one schema and no directory.',
    ),
    allowed: 'an integer from 1 to 2047; beside DATABASE_URL, and not with NAMED_STATEMENTS=off',
  }),
  DATABASE_READ_URL: Type.Optional(
    text(
      'A replica of the same database by streaming replication, or several hosts separated by commas: listings, exports and reports are read there as soon as it has everything that the primary shows, otherwise at the primary. Default: everything is read at the primary.',
      'a postgres:// URL without query_timeout, without target_session_attrs or with one that a standby fits, and beside DATABASE_URL',
    ),
  ),
  DATABASE_POOL_SIZE: integer(
    2,
    500,
    16,
    'How many connections to Postgres this process opens at most, and as many at each replica. Four times as many requests are worked on at once.',
  ),
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
  BACKUP_DIR: Type.Optional(
    text(
      'Folder of the backups of the embedded Postgres: its log is archived there from now on, and "loyaltyd backup" makes and restores backups. Put it on another machine or disk, say a mounted object store. Default: no backups.',
      'a path',
    ),
  ),
  BACKUP_KEY: Type.Optional(
    text(
      'Seals all that is written into BACKUP_DIR. Make one with: openssl rand -hex 32. Keep it elsewhere too: without it no backup opens. Another key needs another BACKUP_DIR.',
      'at least 32 characters',
      { minLength: 32 },
    ),
  ),
  BACKUP_SCHEDULE: Type.Optional(
    text(
      'When the server makes a backup by itself, and proves it, by the clocks of its time zone (TZ). Default: never by itself.',
      'hourly, daily 03:00, or weekly sunday 03:00',
    ),
  ),
  BACKUP_KEEP: text(
    'How many backups are kept, or from how many days (30d); older ones go once BACKUP_SCHEDULE or "loyaltyd backup verify --prune" has proven a later one, and with them the log that no other needs.',
    'a number from 1 to 9999, with a d behind it for days',
    { default: '14' },
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
  OIDC_ISSUER: Type.Optional(
    text(
      "The issuer of the OpenID Connect provider by which operators may sign in to the console, exactly as the provider writes it. Register PUBLIC_URL/console/sign-in/provider/answer there as this server's redirect URI.",
      'an https URL without query or fragment, or an http one of this machine',
    ),
  ),
  OIDC_CLIENT_ID: Type.Optional(
    text("This server's client id at the provider.", 'a text, beside OIDC_ISSUER'),
  ),
  OIDC_CLIENT_SECRET: Type.Optional(
    text(
      "This server's client secret at the provider. Default: none, for a client that is registered as public.",
      'a text, beside OIDC_ISSUER',
    ),
  ),
  OIDC_NAME: text('The name of the provider, as the button at the sign-in shows it.', 'a text', {
    default: 'single sign-on',
  }),
  OIDC_SCOPES: text('The scopes that are asked of the provider, separated by spaces.', 'scopes with openid', {
    default: 'openid email profile',
  }),
  OIDC_GROUPS_CLAIM: text('The claim in which the provider lists the groups of a person.', 'a text', {
    default: 'groups',
  }),
  OIDC_ROLES: Type.Optional(
    text(
      'The rights that groups of the provider have: GROUP=admin for the whole server, GROUP=ROLE@PROGRAM for a role in the program of that key, separated by commas. If a group has a comma in its name, separate by semicolons. Default: none; then only who was invited may sign in.',
      'entries such as loyalty-admins=admin, shop-managers=manager@my-store',
    ),
  ),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description:
        'Port on HOST at which Prometheus finds /metrics. Whoever reaches it may read them, unless METRICS_TOKEN is set.',
      allowed: 'an integer from 1 to 65535',
    }),
  ),
  METRICS_TOKEN: Type.Optional(
    text(
      'The bearer token for /metrics: at METRICS_PORT, or without it at PORT. Without both there are no metrics.',
      'at least 16 characters',
      { minLength: 16 },
    ),
  ),
  METRICS_PROGRAMS: Type.Optional(
    text(
      'Keys of programs that have metrics of their own, separated by commas. All others are in the sums alone.',
      'keys of at most 10 programs separated by commas',
    ),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    text(
      'The OpenTelemetry collector to which traces of requests are sent, by OTLP over HTTP with JSON, whatever OTEL_EXPORTER_OTLP_PROTOCOL says. The library reads its other OTEL_ variables by itself.',
      'an http or https URL without query or fragment',
    ),
  ),
  OTEL_TRACES_SAMPLER: Type.Optional(
    text(
      'The requests that are traced: all (`always_on`), none (`always_off`), or by chance a share (`traceidratio`). The caller of a request does not decide.',
      'always_on, always_off or traceidratio, also with parentbased_ before it',
    ),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Optional(
    text('The share of requests that are traced with `traceidratio`, 1 by default.', 'a number from 0 to 1'),
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
export type Variables = Static<typeof VariablesSchema>;
