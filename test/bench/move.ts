import { setTimeout as delay } from 'node:timers/promises';
import { addressInSchema } from '../../src/database-address.ts';
import { migrate } from '../../src/db/migrate.ts';
import { moveProgram } from '../../src/db/move/move-program.ts';
import { isMoving } from '../../src/domain/core/database-errors.ts';
import { driftsOfCustomers, verifyLedgerIn } from '../../src/domain/ledger/verify.ts';
import { completeRule } from '../../src/domain/operations/complete-rule.ts';
import { anyOf, type Bench, type Check, openDeps } from './bench.ts';
import { COMPLETED_RULE } from './bench-program.ts';
import { merchantId } from './load.ts';
import { countFinding, timeFinding } from './report.ts';

const MOST_PAUSE_MS = 5_000;
const WRITERS = 8;
const WRITES_A_SECOND = 40;

/** The move of the whole program to another schema while callers write. What comes after it finds the program there. */
export const moveCheck: Check = {
  name: 'move',
  about: 'how long a program takes no writes while it moves to another schema; only if it is named',
  only_named: true,
  run: async (bench) => {
    const { ownerUrl, serverUrl } = bench.database;
    const name = `${new URL(serverUrl).pathname.slice(1)}_moved`;
    const there = { ownerUrl: addressInSchema(ownerUrl, name), serverUrl: addressInSchema(serverUrl, name) };
    await migrate(there);
    const before = await countTransactions(ownerUrl, bench);
    const callers = new Callers(bench, there.serverUrl);
    const began = performance.now();
    const { paused_ms, rows } = await moveProgram({
      key: bench.program.key,
      source: { ownerUrl },
      target: { ownerUrl: there.ownerUrl, name },
      keepRoles: false,
      onProgress: () => {},
      onStep: (step) => {
        if (step === 'arrived') callers.goThere();
      },
      prove: async (copy, _source, program_id) => {
        requireNone((await verifyLedgerIn(copy, { program_id })).drifts);
      },
      proveCustomers: async (copy, _source, programId, ids) => {
        requireNone(await driftsOfCustomers(copy, programId, ids));
      },
      tell: async () => {},
      untilServersKnow: async () => {},
    });
    const seconds = (performance.now() - began) / 1000;
    const acknowledged = await callers.stop();
    const after = await countTransactions(there.ownerUrl, bench);
    const count = Object.values(rows!).reduce((sum, of) => sum + of, 0);
    const about = `move of ${(count / 1e6).toFixed(1)} M rows, ${Math.round(seconds)} s`;
    bench.report(timeFinding(`${about}: without writes`, paused_ms!, MOST_PAUSE_MS));
    // The ledger is proven where it is now.
    Object.assign(bench.database, there);
    const wrong = Math.abs(after - before - acknowledged);
    bench.report(countFinding(`${about}: lost or doubled of ${acknowledged}`, wrong, 1));
  },
};

/** Callers who complete a rule, and try again where the program takes no writes. */
class Callers {
  private readonly here;
  private readonly there;
  private readonly running: Promise<void>[];
  private is_there = false;
  private over = false;
  private acknowledged = 0;

  constructor(
    private readonly bench: Bench,
    serverUrl: string,
  ) {
    this.here = openDeps(bench.database.serverUrl, WRITERS);
    this.there = openDeps(serverUrl, WRITERS);
    this.running = Array.from({ length: WRITERS }, () => this.write());
  }

  goThere(): void {
    this.is_there = true;
  }

  /** Returns how many completions were acknowledged. */
  async stop(): Promise<number> {
    this.over = true;
    await Promise.all(this.running);
    await Promise.all([this.here.database.close(), this.there.database.close()]);
    return this.acknowledged;
  }

  private async write(): Promise<void> {
    const { program, groups } = this.bench;
    const rule_id = program.rules.find(({ key }) => key === COMPLETED_RULE)!.id;
    const asked = { program, rule_id, kind: 'social_follow', channel: 'web' } as const;
    while (!this.over) {
      const next = delay((WRITERS * 1000) / WRITES_A_SECOND);
      try {
        const { deps } = this.is_there ? this.there : this.here;
        await completeRule(deps, { ...asked, customer_merchant_id: merchantId(anyOf(groups.writers)) });
        this.acknowledged += 1;
      } catch (error) {
        if (!isMoving(error)) throw error;
      }
      await next;
    }
  }
}

async function countTransactions(url: string, { program }: Bench): Promise<number> {
  const { deps, database } = openDeps(url, 1);
  try {
    const { count } = await deps.db
      .selectFrom('transactions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('program_id', '=', program.id)
      .executeTakeFirstOrThrow();
    return count;
  } finally {
    await database.close();
  }
}

function requireNone(drifts: readonly unknown[]): void {
  if (drifts.length > 0) throw new Error(`${drifts.length} drifts`);
}
