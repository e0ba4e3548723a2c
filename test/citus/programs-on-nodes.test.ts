import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/db/open-database.ts';
import { isMoving } from '../../src/domain/core/database-errors.ts';
import { TestClock } from '../support/clock.ts';
import { PATIENT } from '../support/database.ts';
import { createCustomer } from '../support/factories.ts';
import { HEAD } from '../support/program-file.ts';
import { runCommand } from '../support/run-command.ts';
import { depsOn } from '../support/test-domain-deps.ts';
import { NodeBackup } from './node-backup.ts';
import { CitusDatabase, type Node } from './nodes.ts';

/** The home is on the coordinator, and a schema with a program on each of two workers. A third one is to be added. */
let database: CitusDatabase;
let nodes: Node[];
let third: Node;
const SCHEMAS = ['first', 'second'] as const;

beforeAll(async () => {
  database = await CitusDatabase.create();
  third = database.workers[2]!;
  await database.on(database.coordinator, `select citus_remove_node('${third.host}', ${third.port})`);
  nodes = [database.coordinator, ...database.workers.slice(0, 2)];
  for (const node of nodes) await database.leaveTablesAlone(node);
  await loyaltyd(['migrate', 'up']);
  for (const name of SCHEMAS) {
    await loyaltyd(['shards', 'add', name, '--url-variable', `${name.toUpperCase()}_URL`]);
    await loyaltyd(
      ['program', 'apply', '-', '--schema', name],
      HEAD.replace('key: shop', `key: shop-${name}`),
    );
  }
});
afterAll(() => database.close());

/** The variables of a server whose nodes are at these addresses: the home's, and those of both workers. */
function variablesOf([home, first, second]: string[]): Record<string, string> {
  return {
    DATABASE_URL: home!,
    DATABASE_OWNER_URL: home!,
    FIRST_URL: first!,
    SECOND_URL: second!,
    THIRD_URL: database.address(third),
    SCHEMAS: '1',
  };
}

async function loyaltyd(
  args: readonly string[],
  input = '',
  addresses = nodes.map((node) => database.address(node)),
): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, variablesOf(addresses), input);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

function open(node: Node, schema: string) {
  const opened = openDatabase({
    url: database.address(node, schema),
    poolSize: 2,
    namedStatements: true,
    applicationName: 'loyaltyd tests',
    logger: console,
    ...PATIENT,
  });
  return { opened, deps: depsOn(opened, new TestClock()) };
}

/**
 * Lets customers with points join the program of a schema, one after another, until it is stopped. Where the program takes no
 * writes they join at `next`, once it is there.
 */
function letJoin(node: Node, schema: string, next?: { node: Node; schema: string }) {
  let joined = 0;
  let stopping = false;
  const joinAt = async (place: { node: Node; schema: string }) => {
    const { opened, deps } = open(place.node, place.schema);
    try {
      const program = (await deps.programs.all())[0];
      while (program && !stopping) {
        await createCustomer(deps, program, { merchant_id: `customer-${joined}`, points: 5 });
        joined += 1;
      }
    } catch (error) {
      if (!isMoving(error)) throw error;
    } finally {
      await opened.close();
    }
  };
  const done = (async () => {
    await joinAt({ node, schema });
    while (next && !stopping) await joinAt(next);
  })();
  done.catch(() => {});
  return {
    joined: () => joined,
    stop: () => {
      stopping = true;
      return done;
    },
  };
}

describe('backups of a cluster', () => {
  it('are restored on all nodes to a point that the coordinator named while customers joined on each', async () => {
    const backups = await Promise.all(nodes.map((node) => NodeBackup.make(node)));
    const joining = SCHEMAS.map((name, at) => letJoin(nodes[at + 1]!, name));
    const until = (least: number) =>
      vi.waitFor(() => expect(Math.min(...joining.map((one) => one.joined()))).toBeGreaterThan(least), {
        timeout: 60_000,
        interval: 10,
      });
    try {
      await until(20);
      const before = joining.map((one) => one.joined());
      await database.on(database.coordinator, "select citus_create_restore_point('whole')");
      const after = joining.map((one) => one.joined());
      await until(Math.max(...after) + 20);
      for (const one of joining) await one.stop();
      for (const backup of backups) await backup.restoreTo('whole');
      const addresses = backups.map((backup) => backup.address(database.name));
      const { schemas } = JSON.parse(await loyaltyd(['verify-ledger', '--json'], '', addresses));
      for (const [at, name] of SCHEMAS.entries()) {
        const { customers, transactions, drifts } = schemas[`${name} at ${name.toUpperCase()}_URL`];
        expect(drifts).toEqual([]);
        // A customer joins, and then gets the points.
        expect([customers, customers - 1]).toContain(transactions);
        expect(transactions).toBeGreaterThanOrEqual(before[at]!);
        // One more may have been under way when the call of the point ended.
        expect(customers).toBeLessThanOrEqual(after[at]! + 1);
      }
    } finally {
      await Promise.all(joining.map((one) => one.stop()));
      for (const backup of backups) await backup.remove();
    }
  });
});

describe('a node that is added while customers join', () => {
  it('takes a program over, and none of them is lost or doubled', async () => {
    const [, from, other] = nodes as [Node, Node, Node];
    const transactionsOf = async (node: Node, schema: string) =>
      Number((await database.on(node, 'select count(*) from transactions', schema))[0]!.count);
    const before = [await transactionsOf(from, 'first'), await transactionsOf(other, 'second')];
    const joining = [
      letJoin(from, 'first', { node: third, schema: 'third' }),
      letJoin(other, 'second'),
    ] as const;
    const goesOn = async () => {
      const least = joining.map((one) => one.joined() + 10);
      await vi.waitFor(() => expect(joining.every((one, at) => one.joined() >= least[at]!)).toBe(true), {
        timeout: 60_000,
        interval: 10,
      });
    };
    try {
      await goesOn();
      await database.on(database.coordinator, `select citus_add_node('${third.host}', ${third.port})`);
      await database.leaveTablesAlone(third);
      await loyaltyd(['shards', 'add', 'third', '--url-variable', 'THIRD_URL']);
      await goesOn();
      await loyaltyd(['program', 'move', 'shop-first', '--to', 'third', '--keep', '0']);
      await goesOn();
    } finally {
      await Promise.all(joining.map((one) => one.stop()));
    }
    expect([await transactionsOf(third, 'third'), await transactionsOf(other, 'second')]).toEqual([
      before[0]! + joining[0].joined(),
      before[1]! + joining[1].joined(),
    ]);
    expect(await loyaltyd(['verify-ledger'])).toMatch(/schema third at THIRD_URL:\n.*all adds up\./);
  });
});
