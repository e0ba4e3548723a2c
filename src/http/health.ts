import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { listPoolWarnings } from '../domain/claims/code-pools.ts';
import { Watch } from '../domain/core/watch.ts';
import { listLedgerWarnings } from '../domain/ledger/ledger-checks.ts';
import { listBackupWarnings } from '../domain/operating/backup-state.ts';
import { listFollowUpWarnings } from '../domain/operations/follow-up.ts';
import type { ConsumersAhead } from '../domain/programs/consumers-ahead.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { listWebhookWarnings } from '../domain/webhooks/webhook-warnings.ts';
import type { App } from './app-types.ts';
import { isFromThisMachine } from './from-this-machine.ts';
import { StringEnum } from './schema-helpers.ts';

const HealthSchema = Type.Object({ status: Type.String() }, { title: 'Health' });

const PROGRAM_NOTE =
  "The program's key. A caller on another machine gets it only with an API key of that program.";

const DatabaseWarningSchema = Type.Object({
  kind: StringEnum(['database_full', 'database_read_only', 'database_disk_failing', 'database_restarting'], {
    description:
      "The database's disk is full, the database takes no writes, it cannot read or write its files, or it was lost three times within five minutes. The server noticed it within the last minute.",
  }),
});

const NotReadySchema = Type.Object(
  { status: Type.String(), warnings: Type.Array(DatabaseWarningSchema) },
  { title: 'NotReady' },
);

const ReadinessSchema = Type.Object(
  {
    status: Type.String(),
    warnings: Type.Array(
      Type.Union([
        DatabaseWarningSchema,
        Type.Object({
          kind: StringEnum(['code_pool_empty', 'code_pool_low'], {
            description: 'A pool of voucher codes has run dry, or has under 100 codes left.',
          }),
          program: Type.Optional(Type.String({ description: PROGRAM_NOTE })),
          reward: Type.Optional(Type.String({ description: "The reward's key." })),
        }),
        Type.Object({
          kind: StringEnum(['webhook_disabled', 'webhook_failing'], {
            description: 'A webhook is disabled, or no delivery got through to it for an hour.',
          }),
          program: Type.Optional(Type.String({ description: PROGRAM_NOTE })),
          webhook_id: Type.Optional(Type.Integer()),
        }),
        Type.Object({
          kind: StringEnum(['program_change_unfinished'], {
            description: 'A change of a program has not reached every customer yet. A server works on it.',
          }),
          program: Type.Optional(Type.String({ description: PROGRAM_NOTE })),
          version: Type.Integer({ description: 'The version of the program that the change made.' }),
        }),
        Type.Object({
          kind: StringEnum(['consumer_ahead'], {
            description:
              'A caller asked a listing for ids above a `since_id` that this server never gave: the database was restored from an older backup. Run `loyaltyd ids advance`.',
          }),
          program: Type.Optional(Type.String({ description: PROGRAM_NOTE })),
          listing: Type.Optional(Type.String({ description: 'The resources that were listed.' })),
          since_id: Type.Optional(Type.Integer()),
        }),
        Type.Object({
          kind: StringEnum(['backup_failed', 'archive_failing'], {
            description:
              "The last attempt to make or to verify a backup failed, or Postgres's log cannot be archived. Run `loyaltyd doctor`.",
          }),
        }),
        Type.Object({
          kind: StringEnum(['ledger_drift', 'ledger_unchecked'], {
            description:
              'Something in the ledger does not add up, or the check that servers do by themselves has come to no end for three days. Run `loyaltyd verify-ledger`.',
          }),
        }),
      ]),
      { description: 'Conditions that an operator should look after. Requests are served all the same.' },
    ),
  },
  { title: 'Readiness' },
);

const answer = (description: string, schema: TSchema) => ({
  description,
  content: { 'application/json': { schema } },
});

/** The server's view of itself. It uses a connection that no request can take. */
export interface Health {
  /** Whether requests can be served: the database answers and is migrated. */
  ready: () => Promise<boolean>;
  db: Deps['db'];
  /** The troubles of the database. */
  troubles: () => Static<typeof DatabaseWarningSchema>['kind'][];
}

const READY_KEPT_MS = 1_000;
const WARNINGS_KEPT_MS = 10_000;

/** A monitor waits at most this long for readiness, and then as long for the warnings. */
const READY_PATIENCE_MS = 2_000;
const WARNINGS_PATIENCE_MS = 500;

/** For load balancers, container runtimes and monitors. */
export function healthRoutes(app: App, allDeps: Deps, health: Health, consumers: ConsumersAhead): void {
  const deps = { ...allDeps, db: health.db };
  const readiness = new Watch(deps, READY_KEPT_MS, () => health.ready().catch(() => false));
  const pools = watchWarnings(deps, 'the pools of voucher codes', () => listPoolWarnings(deps, null));
  const webhooks = watchWarnings(deps, 'the webhooks', () => listWebhookWarnings(deps));
  const changes = watchWarnings(deps, 'the changes of programs', () => listFollowUpWarnings(deps));
  const ledger = watchWarnings(deps, 'the ledger checks', () => listLedgerWarnings(deps));
  const backups = watchWarnings(deps, 'the backups', () => listBackupWarnings(deps));
  const ahead = watchWarnings(deps, 'the consumers', () => consumers.list(deps));
  app.get(
    '/health/live',
    {
      config: { scope: 'public' },
      schema: {
        operationId: 'live',
        tags: ['Health'],
        summary: 'Whether the process runs',
        response: { 200: answer('It runs.', HealthSchema) },
      },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  app.get(
    '/health/ready',
    {
      config: { scope: 'public' },
      schema: {
        operationId: 'ready',
        tags: ['Health'],
        summary: 'Whether requests can be served',
        response: {
          200: answer('They can.', ReadinessSchema),
          503: answer('The database is away, or migrations are pending.', NotReadySchema),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const isReady = await readiness.within(READY_PATIENCE_MS, false);
      const database = health.troubles().map((kind) => ({ kind }));
      if (!isReady) return reply.code(503).send({ status: 'not ready', warnings: database });
      const warnings = await Promise.all([
        orNone(pools),
        orNone(webhooks),
        orNone(changes),
        orNone(ahead),
        orNone(ledger),
        orNone(backups),
      ]);
      const shown = await shownWarnings(app, request, warnings.flat());
      return reply.send({ status: 'ready', warnings: [...database, ...shown] });
    },
  );
}

/** A failed look is logged, even if nobody waits for it any more. */
function watchWarnings<W>(deps: Deps, what: string, list: () => Promise<W[]>): Watch<W[]> {
  return new Watch(deps, WARNINGS_KEPT_MS, async () => {
    try {
      return await list();
    } catch (error) {
      deps.logger.warn({ err: error }, `${what} could not be looked at`);
      throw error;
    }
  });
}

/** A failed look must not stop the server from serving requests. */
function orNone<W>(watch: Watch<W[]>): Promise<W[]> {
  return watch.within(WARNINGS_PATIENCE_MS, []).catch(() => []);
}

interface Warning {
  kind: string;
  program?: string;
}

/**
 * The warnings that a caller may see. A caller on this machine sees everything. A caller with a key sees the warnings
 * of its program and of the server. All others see only the kinds, because a public address must not reveal programs
 * and rewards.
 */
async function shownWarnings(
  app: App,
  request: FastifyRequest,
  warnings: readonly Warning[],
): Promise<Warning[]> {
  if (isFromThisMachine(request)) return [...warnings];
  const caller = request.headers.authorization === undefined ? undefined : await app.find_caller(request);
  if (caller)
    return warnings.filter(({ program }) => program === undefined || program === caller.program.key);
  return [...new Set(warnings.map(({ kind }) => kind))].map((kind) => ({ kind }));
}
