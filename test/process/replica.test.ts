import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { examineReplicas } from '../../src/cli/doctor/examine-replicas.ts';
import { addressInSchema } from '../../src/database-address.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Database, openDatabase } from '../../src/db/open-database.ts';
import type { PageRequest } from '../../src/domain/core/pagination.ts';
import type { CustomerRow } from '../../src/domain/customers/customer-row.ts';
import { listActivities } from '../../src/domain/listings/activity-store.ts';
import { listAuditEntries } from '../../src/domain/listings/audit-store.ts';
import { beginReading } from '../../src/domain/listings/begin-reading.ts';
import { listCustomers } from '../../src/domain/listings/customer-store.ts';
import { listOrders } from '../../src/domain/listings/order-store.ts';
import { listTransactions } from '../../src/domain/listings/transaction-store.ts';
import { exportTransactionPage, exportTransactions } from '../../src/domain/listings/transactions-csv.ts';
import { adjustPoints } from '../../src/domain/operations/adjust-points.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { countFigures } from '../../src/domain/operations/count-figures.ts';
import { startExport } from '../../src/domain/operations/export-rows.ts';
import { recordOrder } from '../../src/domain/operations/record-order.ts';
import type { Program } from '../../src/domain/programs/configuration.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { readForecast } from '../../src/domain/reports/forecast.ts';
import { readReport } from '../../src/domain/reports/read-report.ts';
import { TestClock } from '../support/clock.ts';
import { PATIENT } from '../support/database.ts';
import { HAS_DEBIAN_POSTGRES } from '../support/debian-cluster.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { createCustomer, programDefinition } from '../support/factories.ts';
import { orderInput } from '../support/orders.ts';
import { ReplicatedCluster } from '../support/replicated-cluster.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { TESTER } from '../support/tester.ts';

const WRITERS = 8;
const ROUNDS = 12;
const WINDOW = { created_at_min: null, created_at_max: null };
const NEWEST: PageRequest = {
  order: 'newest_first',
  filters: { customer_id: null, since_id: null, ...WINDOW },
  from: null,
  limit: 20,
  offset: 0,
};
const since = (since_id: number): PageRequest => ({
  ...NEWEST,
  order: 'oldest_first',
  filters: { ...NEWEST.filters, since_id },
});

async function textOf(csv: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of csv) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe.runIf(HAS_DEBIAN_POSTGRES)('a server with a replica', () => {
  const clock = new TestClock();
  const open: Database[] = [];
  const warnings: string[] = [];
  let cluster: ReplicatedCluster;
  let program: Program;
  let customers: CustomerRow[];
  /** Without a replica. */
  let primary: Deps;

  /** A server that waits so long for its replica to catch up. */
  function server(replicaPatienceMs: number, replicaUrl = cluster.standbyUrl('loyaltyd_server')): Deps {
    const database = openDatabase({
      url: cluster.url('loyaltyd_server'),
      ...{ replicaUrl, replicaPatienceMs, poolSize: 12, namedStatements: true, ...PATIENT },
      applicationName: 'loyaltyd tests',
      logger: { warn: (_: unknown, message?: string) => void warnings.push(message!) },
    });
    open.push(database);
    return { ...depsOn(database, clock), replicas: database.replicas };
  }

  beforeAll(async () => {
    cluster = await ReplicatedCluster.start();
    await migrate({ ownerUrl: cluster.url('loyaltyd_owner'), serverUrl: cluster.url('loyaltyd_server') });
    primary = { ...server(0), replicas: undefined };
    await applyProgram(primary, programDefinition(), TESTER);
    program = (await primary.programs.all())[0]!;
    customers = [];
    for (let one = 0; one < WRITERS; one += 1)
      customers.push(await createCustomer(primary, program, { merchant_id: `c-${one}` }));
  });
  afterAll(async () => {
    await expectLedgerBalanced(primary);
    for (const database of open) await database.close();
    await cluster.stop();
  });

  const give = (points: number, to = customers[0]!) =>
    adjustPoints(primary, { program, customer_id: to.id, points, note: null, by: TESTER });

  /** How many readings of a server ended in each way. */
  const endsOf = ({ replicas }: Deps) =>
    Object.fromEntries(Object.entries(replicas!.reads).filter(([, count]) => count > 0));

  const READS: Record<string, (deps: Deps) => Promise<unknown>> = {
    transactions: (deps) => listTransactions(deps, program.id, NEWEST),
    activities: (deps) => listActivities(deps, program.id, NEWEST),
    'changed activities': (deps) =>
      listActivities(deps, program.id, { ...NEWEST, filters: { ...NEWEST.filters, updated_since: 0 } }),
    orders: (deps) => listOrders(deps, program.id, NEWEST),
    customers: (deps) =>
      listCustomers(deps, program.id, {
        ...{ sort: { field: 'updated_at', ascending: false }, from: null, limit: 20, offset: 0 },
        filters: {
          ...{ since_id: null, email: null, email_match: 'exact', enrolled: null, ...WINDOW },
          ...{ updated_at_min: null, updated_at_max: null },
        },
      }),
    'audited deeds': (deps) =>
      listAuditEntries(deps, program.id, {
        ...NEWEST,
        filters: { ...NEWEST.filters, action: null, actor_kind: null, actor_id: null },
      }),
    'a page as csv': async (deps) => (await exportTransactionPage(deps, program.id, NEWEST)).csv,
    'all as csv': async (deps) => textOf(await exportTransactions(deps, program.id, NEWEST)),
    'a report': (deps) => readReport(deps, program, 'overview', { interval: 'day' }),
    'the forecast': (deps) => readForecast(deps, program),
  };

  it.each(Object.keys(READS))('reads %s there, with everything that was just written', async (name) => {
    const patient = server(60_000);
    const merchant_id = name;
    await recordOrder(primary, orderInput(program, { merchant_id, customer_id: 'c-1' }));
    await give(7);
    await countFigures(primary);
    const read = await READS[name]!(patient);
    expect(read).toEqual(await READS[name]!(primary));
    expect(JSON.stringify(read).length).toBeGreaterThan(100);
    expect(endsOf(patient).served).toBeGreaterThan(0);
    expect(Object.keys(endsOf(patient))).toEqual(['served']);
  });

  it('exports there by command, and audits it', async () => {
    const patient = server(60_000);
    const asked = { program, what: 'transactions', format: 'csv', since_id: 0, by: TESTER } as const;
    await give(9);
    const { rows, bytes } = await startExport(patient, asked);
    expect((await textOf(bytes)).trimEnd().split('\n')).toHaveLength(rows + 1);
    expect(endsOf(patient)).toEqual({ served: 2 });
  });

  it('reads at the primary what a replica that stands still has not got, and nothing less than it showed', async () => {
    const [patient, impatient] = [server(60_000), server(0)];
    await cluster.replay('pause');
    await give(11);
    const shown = await READS.transactions!(impatient);
    expect(shown).toEqual(await READS.transactions!(primary));
    expect(endsOf(impatient)).toEqual({ behind: 1 });
    const later = READS.transactions!(patient);
    await cluster.replay('resume');
    expect(await later).toEqual(shown);
    expect(endsOf(patient)).toEqual({ served: 1 });
  });

  it('misses nothing for readers of since_id while others write and the replica stops and goes on', async () => {
    let [going, writing] = [true, true];
    const writers = customers.map(async (one) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await recordOrder(
          primary,
          orderInput(program, { merchant_id: `${one.id}-${round}`, customer_id: one.merchant_id }),
        );
        await give(1, one);
      }
    });
    const standing = (async () => {
      while (going) {
        await cluster.replay('pause');
        await give(1);
        await cluster.replay('resume');
        await give(1);
      }
    })();
    type List = (deps: Deps, request: PageRequest) => Promise<{ rows: { id: number }[] }>;
    const lists: List[] = [
      (deps, request) => listTransactions(deps, program.id, request),
      (deps, request) => listActivities(deps, program.id, request),
    ];
    const poll = async (deps: Deps, list: List) => {
      const seen: number[] = [];
      for (let over = false; ; ) {
        const { rows } = await list(deps, since(seen.at(-1) ?? 0));
        seen.push(...rows.map(({ id }) => id));
        if (rows.length === 0 && over) return seen;
        over = rows.length === 0 && !writing;
      }
    };
    const servers = [server(60_000), server(0)];
    const readers = servers.flatMap((deps) => lists.map((list) => poll(deps, list)));
    await Promise.all(writers).finally(() => {
      going = false;
    });
    await standing.finally(() => {
      writing = false;
    });
    const seen = await Promise.all(readers);
    for (const [index, table] of (['transactions', 'activities'] as const).entries()) {
      const stored = await primary.db.selectFrom(table).select('id').orderBy('id').execute();
      const ids = stored.map(({ id }) => id);
      expect(seen[index]).toEqual(ids);
      expect(seen[index + 2]).toEqual(ids);
    }
    expect(Object.keys(endsOf(servers[0]!))).toEqual(['served']);
  });

  it('reads anew at the primary, and all of it, when the replica is lost on the way', async () => {
    const patient = server(60_000);
    const { read } = await beginReading(patient, null);
    const atReplica: boolean[] = [];
    await read(async ({ db }) => {
      const { rows } = await sql<{ at: boolean }>`select pg_is_in_recovery() as at`.execute(db);
      atReplica.push(rows[0]!.at);
      if (rows[0]!.at) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
    });
    expect(atReplica).toEqual([true, false]);
    expect(endsOf(patient)).toEqual({ away: 1 });
    // It is left alone for a while.
    expect(await READS.orders!(patient)).toEqual(await READS.orders!(primary));
    expect(endsOf(patient)).toEqual({ away: 2 });
  });

  it('keeps an error of its own for the caller', async () => {
    const patient = server(60_000);
    const { read } = await beginReading(patient, null);
    await expect(read(() => Promise.reject(new Error('our mistake')))).rejects.toThrow('our mistake');
    expect(endsOf(patient)).toEqual({});
  });

  it.each([
    ['that is away', () => `${cluster.standbyUrl('loyaltyd_server')}/nowhere`, 'away'],
    ['that is the primary itself', () => cluster.primaryUrl('loyaltyd_server'), 'unfit'],
    ['of another cluster', () => inject('cluster').adminUrl, 'unfit'],
    ['of another database', () => cluster.standbyUrl('postgres', 'postgres'), 'unfit'],
    ['of another schema', () => addressInSchema(cluster.standbyUrl('loyaltyd_server'), 'other'), 'unfit'],
  ])('reads nothing from one %s', async (_, url, outcome) => {
    const deps = server(60_000, url());
    expect(await READS.orders!(deps)).toEqual(await READS.orders!(primary));
    expect(endsOf(deps)).toEqual({ [outcome]: 1 });
  });

  it('tells the doctor of each replica why it is not read from, or what may end an export', async () => {
    const examine = (url: string) => examineReplicas(url, cluster.primaryUrl('loyaltyd_server'));
    expect(await examine(cluster.url('loyaltyd_server'))).toMatchObject([
      { level: 'warning', message: expect.stringContaining('takes writes') },
      { level: 'note', message: expect.stringContaining('max_standby_streaming_delay') },
    ]);
    expect(await examine(`${cluster.standbyUrl('loyaltyd_server')}/nowhere`)).toMatchObject([
      { level: 'warning', message: expect.stringContaining('cannot be read from: connect ENOENT') },
    ]);
  });

  it('reads nothing there, and says so once, where the primary does not tell the end of its log', async () => {
    const deps = server(60_000);
    await cluster.onPrimary('revoke execute on function pg_walfile_name(pg_lsn) from public');
    warnings.length = 0;
    for (let turn = 0; turn < 2; turn += 1)
      expect(await READS.orders!(deps)).toEqual(await READS.orders!(primary));
    const [url, primaryUrl] = [
      cluster.standbyUrl('loyaltyd_server'),
      cluster.primaryUrl('loyaltyd_server'),
    ] as const;
    expect(await examineReplicas(url, primaryUrl)).toEqual([
      {
        level: 'warning',
        message: expect.stringContaining('does not tell the end of its log: permission denied'),
        cure: expect.stringContaining('unset DATABASE_READ_URL'),
      },
    ]);
    await cluster.onPrimary('grant execute on function pg_walfile_name(pg_lsn) to public');
    // It is not asked again for a while.
    expect(await READS.orders!(deps)).toEqual(await READS.orders!(primary));
    expect(endsOf(deps)).toEqual({ unfit: 3 });
    expect(warnings).toEqual(['the primary does not tell the end of its log: nothing is read at a replica']);
  });

  it('takes several in turn, and one of them is enough', async () => {
    const deps = server(60_000, cluster.url('loyaltyd_server'));
    for (let turn = 0; turn < 4; turn += 1)
      expect(await READS.orders!(deps)).toEqual(await READS.orders!(primary));
    // It is left alone for a while, and the other one has its turns.
    expect(endsOf(deps)).toEqual({ served: 3, unfit: 1 });
  });

  it('reads at the replica that was promoted as at the primary that it is', async () => {
    const patient = server(60_000);
    expect(await READS.orders!(patient)).toBeDefined();
    await cluster.killPrimary();
    await cluster.promote('select pg_promote()');
    await give(13);
    expect(await READS.transactions!(patient)).toEqual(await READS.transactions!(primary));
    expect(endsOf(patient)).toEqual({ served: 1, unfit: 1 });
  });
});
