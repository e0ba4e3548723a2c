import type pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import type { Config } from '../../config.ts';
import { ledgerHeldByGrants } from '../../db/grants.ts';
import {
  inspectPostgres,
  listBloatedTables,
  listHoldups,
  type PostgresFacts,
  readZoneOffsets,
} from '../../db/inspect-postgres.ts';
import { listAilingObjects, listLackingRights, readLastPartition } from '../../db/inspect-schema.ts';
import { migrationStatus, withClient } from '../../db/migrate.ts';
import { readBrokenMove } from '../../db/move/watch.ts';
import { openDatabase } from '../../db/open-database.ts';
import { SchemaMismatch } from '../../db/schema-mismatch.ts';
import { systemClock } from '../../deps.ts';
import { listPoolWarnings } from '../../domain/claims/code-pools.ts';
import { readLedgerChecks } from '../../domain/ledger/ledger-checks.ts';
import { readBackupState } from '../../domain/operating/backup-state.ts';
import { readOperatingFigures } from '../../domain/operating/read-figures.ts';
import { ProgramCache } from '../../domain/programs/cache.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { listWebhookWarnings } from '../../domain/webhooks/webhook-warnings.ts';
import type { Examination } from './examination.ts';
import { examineReplicas } from './examine-replicas.ts';
import { type Finding, problem } from './finding.ts';
import {
  judgeBackup,
  judgeBloat,
  judgeClock,
  judgeCollation,
  judgeHoldups,
  judgePostgres,
  judgeSight,
  judgeVersions,
} from './judge-postgres.ts';
import { judgeObjects, judgePartitions, judgeRights, judgeZones, type ZoneOffsets } from './judge-schema.ts';
import { judgeBackups, judgeLedger, judgeMove, judgePools, judgeWebhooks, judgeWork } from './judge-work.ts';

const HALF_A_YEAR_MS = 183 * 86_400_000;
const OLD_TRANSACTION_SECONDS = 300;
const MANY_DEAD_ROWS = 100_000;

/**
 * Examines the database at this address as the server's role. `variable` names the variable with the address. Throws if
 * the database cannot be reached.
 */
export async function examineDatabase(
  examination: Examination,
  config: Config,
  { url, variable }: { url: string; variable: string },
): Promise<void> {
  await withClient(
    url,
    async (client) => {
      const facts = await inspectPostgres(client);
      examineFacts(examination, config, facts, variable);
      await examination.look('transactions', async () => [
        ...judgeSight(facts),
        ...judgeHoldups(await listHoldups(client, OLD_TRANSACTION_SECONDS)),
      ]);
      await examination.look('bloat', async () =>
        judgeBloat(await listBloatedTables(client, MANY_DEAD_ROWS)),
      );
      const { database_read_url: readUrl } = config;
      if (readUrl !== null) await examination.look('replica', () => examineReplicas(readUrl, url));
      const isMigrated = await examineMigrations(examination, url);
      if (!isMigrated) return;
      await examineSchema(examination, client);
      await examineContents(examination, config, client, url);
    },
    { query_timeout: 30_000 },
  );
}

function examineFacts(
  examination: Examination,
  config: Config,
  facts: PostgresFacts,
  variable: string,
): void {
  examination.add('versions', judgeVersions(process.version, facts));
  examination.add('postgres', judgePostgres(facts, config.database_pool_size, variable));
  examination.add('clock', judgeClock(facts));
  examination.add('collation', judgeCollation(facts.collation));
  examination.add('backup', judgeBackup(facts, systemClock.real()));
}

/** Returns whether the schema is this version's. */
async function examineMigrations(examination: Examination, url: string): Promise<boolean> {
  const findings: Finding[] = [];
  try {
    const { pending } = await migrationStatus(url);
    if (pending.length > 0)
      findings.push(problem(`The database lacks ${pending.join(', ')}.`, 'Run loyaltyd migrate up.'));
  } catch (error) {
    if (!(error instanceof SchemaMismatch)) throw error;
    findings.push(problem(error.message, 'Start the version that fits the database.'));
  }
  examination.add('migrations', findings);
  return findings.length === 0;
}

async function examineSchema(examination: Examination, client: pg.Client): Promise<void> {
  const ailing = listAilingObjects(client);
  for (const kind of ['trigger', 'index'] as const) {
    const check = kind === 'trigger' ? 'triggers' : 'indexes';
    await examination.look(check, async () =>
      judgeObjects((await ailing).filter((one) => one.kind === kind)),
    );
  }
  await examination.look('partitions', async () => judgePartitions(await readLastPartition(client)));
  await examination.look('roles', async () =>
    judgeRights(await listLackingRights(client), await ledgerHeldByGrants(client)),
  );
}

async function examineContents(
  examination: Examination,
  config: Config,
  client: pg.Client,
  url: string,
): Promise<void> {
  const { db, close } = openDatabase({
    url,
    poolSize: 2,
    namedStatements: config.named_statements,
    applicationName: 'loyaltyd doctor',
    logger: { warn() {} },
  });
  const deps = { db, clock: systemClock, programs: new ProgramCache(db) };
  try {
    await examination.look('time_zones', async () => judgeZones(await listDifferentZones(deps, client)));
    await examination.look('webhooks', async () => judgeWebhooks(await listWebhookWarnings(deps)));
    await examination.look('code_pools', async () => judgePools(await listPoolWarnings(deps, null)));
    await examination.look('unfinished_work', async () => [
      ...judgeWork(await readOperatingFigures(deps)),
      ...judgeMove(await readBrokenMove(client)),
    ]);
    await examination.look('backups', async () =>
      judgeBackups(await readBackupState(deps), systemClock.real()),
    );
    await examination.look('ledger', async () =>
      judgeLedger(await readLedgerChecks(deps), systemClock.real()),
    );
  } finally {
    await close();
  }
}

/**
 * The sites' zones in which Node and Postgres differ, now or half a year from now: then most zones with summer time
 * have their other offset.
 */
async function listDifferentZones(deps: Pick<Deps, 'programs'>, client: pg.Client): Promise<ZoneOffsets[]> {
  const programs = await deps.programs.all();
  const zones = [...new Set(programs.flatMap(({ sites }) => sites.map((site) => site.time_zone)))];
  const now = systemClock.real();
  const different = new Map<string, ZoneOffsets>();
  for (const at of [now, now + HALF_A_YEAR_MS]) {
    for (const [zone, postgres] of await readZoneOffsets(client, zones, at)) {
      const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
      const node = offsetNanoseconds / 60e9;
      if (postgres !== node) different.set(zone, { zone, node, postgres });
    }
  }
  return [...different.values()];
}
