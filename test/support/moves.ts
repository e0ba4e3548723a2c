import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect } from 'vitest';
import { type MoveOptions, type MoveStep, moveProgram } from '../../src/db/move/move-program.ts';
import { listProgramTables } from '../../src/db/move/program-table.ts';
import { driftsOfCustomers, verifyLedgerIn } from '../../src/domain/ledger/verify.ts';
import { bundled } from './bundled.ts';
import type { TestDatabase } from './database.ts';

export const STEPS: readonly MoveStep[] = [
  'watched',
  'copied',
  'caught_up',
  'stopped',
  'proven',
  'arrived',
  'told',
  'dropped',
];

/** Options of a move between two databases of tests, as the command has them, but for the directory. */
export function moveOf(
  key: string,
  source: Pick<TestDatabase, 'ownerUrl'>,
  target: Pick<TestDatabase, 'ownerUrl'>,
  rest: Partial<MoveOptions> = {},
): MoveOptions {
  return {
    key,
    source: { ownerUrl: source.ownerUrl },
    target: { ownerUrl: target.ownerUrl, name: 'there' },
    keepRoles: false,
    onProgress: () => {},
    prove: async (copy, _source, program_id) => {
      expect((await verifyLedgerIn(copy, { program_id })).drifts).toEqual([]);
    },
    proveCustomers: async (copy, _source, programId, ids) => {
      expect(await driftsOfCustomers(copy, programId, ids)).toEqual([]);
    },
    tell: async () => {},
    untilServersKnow: async () => {},
    ...rest,
  };
}

/** Moves in a process of its own, which is killed after a step. `meanwhile` runs once the step is done. */
export async function moveAndKill(
  key: string,
  source: TestDatabase,
  target: TestDatabase,
  after: MoveStep,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<void> {
  const program = bundled('test/support/move-process.mjs');
  const child = spawn(process.execPath, [program, key, source.ownerUrl, target.ownerUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const step of createInterface({ input: child.stdout })) {
    if (step === after) break;
    child.stdin.write('\n');
  }
  try {
    await meanwhile();
  } finally {
    child.kill('SIGKILL');
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
}

/** Goes on with a move, or begins it anew. */
export function moveAgain(key: string, source: TestDatabase, target: TestDatabase) {
  return moveProgram(moveOf(key, source, target));
}

export async function asOwnerOf<T>(
  { ownerUrl }: Pick<TestDatabase, 'ownerUrl'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** By table, the number of a program's rows with a digest of them. Traces are left out. */
export function rowsOfProgram(database: TestDatabase, id: number): Promise<Record<string, string>> {
  return asOwnerOf(database, async (client) => {
    const contents: Record<string, string> = {};
    for (const { name, program, unlogged } of await listProgramTables(client)) {
      if (unlogged) continue;
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as digest
           from ${name} t where ${program} = ${id}`,
      );
      contents[name] = rows[0]!.digest;
    }
    return contents;
  });
}

/** Whether no row of a program is there, and nothing that a move made. */
export async function isGoneFrom(database: TestDatabase, id: number): Promise<boolean> {
  const rows = await rowsOfProgram(database, id);
  const { rows: left } = await database.asOwner(
    "select proname from pg_proc where proname like 'program_move%' union all select relname from pg_class where relname like 'program_move%' union all select tgname from pg_trigger where tgname like 'program_move%'",
  );
  return left.length === 0 && Object.values(rows).every((digest) => digest === '0 ');
}
